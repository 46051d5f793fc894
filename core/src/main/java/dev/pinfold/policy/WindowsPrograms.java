package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The programs of Windows that destroy, whichever shell calls them. Switches start with a slash or
 * a dash.
 */
final class WindowsPrograms {
  private final Verdicts verdicts;
  private final PolicyContext context;

  WindowsPrograms(Verdicts verdicts, PolicyContext context) {
    this.verdicts = verdicts;
    this.context = context;
  }

  /** The name without directory, extension and letter case. */
  static String name(String word) {
    String name =
        word.substring(Math.max(word.lastIndexOf('\\'), word.lastIndexOf('/')) + 1)
            .toLowerCase(Locale.ROOT);
    for (String extension : List.of(".exe", ".com", ".cmd", ".bat")) {
      if (name.endsWith(extension)) {
        return name.substring(0, name.length() - extension.length());
      }
    }
    return name;
  }

  void judge(String name, List<Argument> arguments, Span span) {
    List<String> words =
        arguments.stream()
            .map(word -> word.value().toLowerCase(Locale.ROOT).replaceFirst("^-", "/"))
            .toList();
    String line = String.join(" ", words);
    if (words.contains("/?") || words.contains("/help") || words.contains("//?")) {
      return;
    }
    switch (name) {
      case "format" ->
          report("floor.device.format", span, name, line.matches("(?s).*\\b[a-z]:.*|\\\\\\\\.*"));
      case "diskpart", "bootrec", "bootsect", "reagentc" ->
          report("floor.device.format", span, name, true);
      case "manage-bde" ->
          report(
              "floor.device.format",
              span,
              name,
              line.matches(".*/(off|on|wipefreespace|forcerecovery|lock).*"));
      case "mountvol" ->
          report("floor.device.format", span, name, line.contains("/d") || line.contains("/p"));
      case "fsutil" ->
          report(
              "floor.device.format",
              span,
              name,
              line.matches(
                  "(usn deletejournal|file setzerodata|volume dismount|dirty set|reparsepoint"
                      + " delete).*"));
      case "cipher" ->
          report(
              "floor.device.format",
              span,
              name,
              words.stream().anyMatch(word -> word.startsWith("/w")));
      case "vssadmin", "wbadmin", "diskshadow" ->
          report("floor.device.format", span, name, line.matches("(delete|resize|stop|/s).*"));
      case "bcdedit" ->
          report(
              "floor.windows.configure",
              span,
              name,
              words.stream()
                  .anyMatch(
                      word ->
                          word.matches(
                              "/(set|delete.*|import|create|default|bootsequence|displayorder|timeout)")));
      case "shutdown" ->
          report(
              "floor.power",
              span,
              name,
              words.stream().noneMatch(word -> word.matches("/a|/\\?"))
                  && !words.isEmpty()
                  && !line.startsWith("/a"));
      case "logoff", "tsshutdn", "psshutdown", "tsdiscon" ->
          report("floor.power", span, name, true);
      case "rundll32" ->
          report(
              line.contains("exitwindows")
                      || line.contains("setsuspendstate")
                      || line.contains("lockworkstation")
                  ? "floor.power"
                  : "floor.code.unknown",
              span,
              name,
              !words.isEmpty());
      case "taskkill", "tskill" ->
          report(
              "floor.kill.all",
              span,
              name,
              words.contains("/f")
                  || line.contains("*")
                  || line.matches(
                      ".*\\b(explorer|csrss|winlogon|lsass|svchost|wininit|services)\\b.*"));
      case "reg" -> registry(line, span);
      case "regedit", "regedt32" ->
          report(
              "floor.windows.registry-file",
              span,
              name,
              !words.isEmpty() && words.stream().noneMatch(word -> word.equals("/e")));
      case "netsh" ->
          report(
              "floor.windows.configure",
              span,
              name,
              !words.isEmpty() && !line.matches(".*\\b(show|dump|help)\\b.*"));
      case "net", "net1" ->
          report(
              "floor.windows.configure",
              span,
              name,
              line.matches(
                  "(user|localgroup|group|accounts|share|stop|start|session)\\b.*(/add|/delete|/del|/active).*|user"
                      + " \\S+ \\S+.*|stop .*"));
      case "sc" ->
          report(
              "floor.windows.configure",
              span,
              name,
              line.matches("(\\\\\\\\\\S+ )?(delete|stop|config|create|failure|sdset)\\b.*"));
      case "schtasks" ->
          report(
              "floor.schedule",
              span,
              name,
              words.stream().anyMatch(word -> word.matches("/(create|change|delete|run)")));
      case "at" -> report("floor.schedule", span, name, !words.isEmpty());
      case "wevtutil" ->
          report(
              "floor.windows.configure", span, name, line.matches("(cl|clear-log|sl|um|im)\\b.*"));
      case "wmic" ->
          report(
              "floor.windows.configure",
              span,
              name,
              line.matches(".*\\b(delete|call|create|uninstall|terminate)\\b.*"));
      case "takeown", "icacls", "cacls", "xcacls", "attrib", "subinacl" ->
          mode(name, arguments, words, span);
      case "setx" -> report("floor.windows.registry-file", span, name, words.contains("/m"));
      case "cmdkey", "vaultcmd", "mimikatz", "dpapi" ->
          report(
              "floor.credential.print",
              span,
              name,
              line.contains("/list") || !name.equals("cmdkey"));
      case "mshta", "regsvr32", "installutil", "odbcconf", "cmstp", "msiexec" ->
          report(
              "floor.code.downloaded",
              span,
              name,
              line.matches("(?s).*(https?|ftp|javascript|vbscript):.*"));
      case "wscript", "cscript", "certutil" ->
          report("floor.code.downloaded", span, name, line.matches("(?s).*/e:.*https?:.*"));
      default -> {}
    }
  }

  private void registry(String line, Span span) {
    boolean machine =
        line.matches(
            "(?s)(add|delete|import|restore|load|unload|copy)"
                + " +\"?(\\\\\\\\[^\\\\]+\\\\)?(hklm|hkey_local_machine|hkcr|hkey_classes_root|hku|hkey_users|hkcc|hkey_current_config).*");
    boolean startup =
        line.matches(
            "(?s)(add|delete) .*\\\\(run|runonce|runservices|winlogon|image file execution"
                + " options)\\b.*");
    report("floor.windows.registry", span, "reg", machine || startup);
    report(
        "floor.credential.print",
        span,
        "reg",
        line.matches("(save|export) .*(sam|security|system)\\b.*"));
    report(
        "floor.windows.registry-file",
        span,
        "reg",
        !machine && !startup && line.matches("(import|restore|load|delete) .*"));
  }

  private void mode(String name, List<Argument> arguments, List<String> words, Span span) {
    boolean changes =
        name.equals("takeown")
            || words.stream()
                .anyMatch(
                    word ->
                        word.matches(
                            "/(grant|deny|remove|setowner|reset|inheritance|p|g|e|r|d).*|[+][rash].*|/[rash]"));
    boolean outside =
        arguments.stream()
            .anyMatch(word -> !word.value().startsWith("/") && WindowsPath.isOutside(word.value()));
    report("floor.mode.outside", span, name, changes && outside);
  }

  private void report(String rule, Span span, String detail, boolean matches) {
    if (matches) {
      verdicts.add(rule, span, detail);
    }
  }

  /** Whether the words name a path that may not be read. */
  void credentials(List<Argument> words) {
    for (Argument word : words) {
      if (WindowsPath.isCredential(word.value(), context)
          && (word.value().indexOf('\\') >= 0 || word.value().indexOf('/') >= 0)) {
        verdicts.add("floor.credential.path", word.span(), word.display());
      }
    }
  }

  static final Set<String> DELETES = Set.of("del", "erase", "rd", "rmdir", "deltree");
}
