package dev.pinfold.policy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges PowerShell text. Cmdlets by name or alias, parameters by any abbreviation; code that is
 * unknown is asked for.
 */
final class PowerShellWalk {
  private static final int MAX_DEPTH = 8;

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "\\s*\\$(?:script:|global:|local:)?([A-Za-z_][A-Za-z0-9_]*)\\s*(?:[-+*/]|\\?\\?)?=(?![=~])\\s*");

  private static final Pattern DOWNLOAD_CALL =
      Pattern.compile(
          "(?i)\\b(iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|start-bitstransfer)\\b|download(string|data|file)|net\\.webclient|httpclient");

  /** Parameters of a listing whose value is no path. */
  private static final String[] FILTERS = {
    "-filter", "-include", "-exclude", "-depth", "-attributes"
  };

  private static final Pattern SHUTDOWN_CALL =
      Pattern.compile("(?i)\\.(win32shutdown\\w{0,20}|reboot|shutdown)\\(");

  /** Static calls that start a program or load one. */
  private static final Pattern STATIC_START =
      Pattern.compile(
          "(?i)\\[.*(process]::start|assembly]::load|scriptblock]::create|powershell]::create).*");

  private static final Pattern STATIC_DELETE =
      Pattern.compile(
          "(?i)\\[.*(file|directory|fileinfo|directoryinfo|filesystem)\\]::(delete|deletefile|deletedirectory|move)\\W?");

  private final WindowsWalk walk;
  private final Verdicts verdicts;
  private final WindowsPrograms programs;
  private final Map<String, String> variables = new HashMap<>();
  private final Set<String> downloaded = new HashSet<>();
  private boolean outside;

  PowerShellWalk(WindowsWalk walk, PolicyContext context, Verdicts verdicts) {
    this.walk = walk;
    this.verdicts = verdicts;
    this.programs = new WindowsPrograms(verdicts, context);
    variables.put("profile", WindowsPath.PROFILE);
  }

  void text(String text, Scope scope) {
    if (scope.depth() > MAX_DEPTH) {
      verdicts.add("floor.limit", CmdWalk.whole(scope), "texts in texts");
      return;
    }
    PowerShellLine.Part before = null;
    PowerShellLine line = new PowerShellLine(text, variables);
    for (Optional<PowerShellLine.Part> next = line.next(); next.isPresent(); next = line.next()) {
      PowerShellLine.Part part = next.get();
      part(part, part.piped() ? before : null, scope);
      before = part;
    }
  }

  private void part(
      PowerShellLine.Part part,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Scope scope) {
    List<Argument> words =
        part.words().stream()
            .map(word -> new Argument(word.value(), scope.origin().map(word.span())))
            .toList();
    part.outputs()
        .forEach(output -> write(new Argument(output.value(), scope.origin().map(output.span()))));
    Matcher assignment = ASSIGNMENT.matcher(part.text());
    if (assignment.lookingAt()) {
      assign(assignment.group(1), part.text().substring(assignment.end()), scope);
      return;
    }
    if (before == null) {
      variables.put("_", String.valueOf(Marks.HOLE));
      listing(words);
    }
    if (SHUTDOWN_CALL.matcher(part.text()).find()) {
      report("floor.power", new Argument(part.text().strip(), CmdWalk.whole(scope)), true);
    }
    boolean evaluates =
        words.stream().anyMatch(word -> Cmdlets.name(word).equals("invoke-expression"))
            || part.text().toLowerCase(Locale.ROOT).contains("scriptblock]::create");
    for (String inner : part.nested()) {
      if (evaluates && DOWNLOAD_CALL.matcher(inner).find()) {
        verdicts.add(
            "floor.code.downloaded",
            words.isEmpty() ? CmdWalk.whole(scope) : words.getFirst().span(),
            "Invoke-Expression");
      }
      nested(inner, scope);
    }
    if (!words.isEmpty()) {
      command(words, part, before, scope);
    }
  }

  /** In a pipeline that starts with a listing, {@code $_} is something below what is listed. */
  private void listing(List<Argument> words) {
    if (words.isEmpty() || !Cmdlets.name(words.getFirst()).equals("get-childitem")) {
      return;
    }
    for (Argument root : paths(words.subList(1, words.size()), FILTERS)) {
      if (WindowsPath.isOutside(root.value())) {
        variables.put("_", root.value().replaceFirst("[\\\\/]$", "") + "\\x");
      }
    }
  }

  private void nested(String inner, Scope scope) {
    text(inner, scope.nested(new Origin(inner, -1, CmdWalk.whole(scope))).inside("( )"));
  }

  private void assign(String name, String value, Scope scope) {
    List<PowerShellLine.Part> parts = PowerShellLine.split(value, variables);
    boolean constant =
        parts.size() == 1
            && parts.getFirst().words().size() == 1
            && parts.getFirst().nested().isEmpty();
    variables.put(
        name.toLowerCase(Locale.ROOT),
        constant ? parts.getFirst().words().getFirst().value() : String.valueOf(Marks.HOLE));
    if (!constant) {
      nested(value, scope);
    }
  }

  private void command(
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Scope scope) {
    verdicts.trace().open(words, words.getFirst().span(), scope.via());
    judge(words, part, before, scope);
    verdicts.trace().close();
  }

  private void judge(
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Scope scope) {
    Argument program = words.getFirst();
    verdicts.found(new Vector(words, program.span(), scope.via()));
    List<Argument> arguments = words.subList(1, words.size());
    STATIC_DELETE
        .matcher(program.value())
        .results()
        .findFirst()
        .ifPresent(
            call ->
                part.nested()
                    .forEach(
                        inner ->
                            PowerShellLine.split(inner, variables)
                                .forEach(
                                    each ->
                                        each.words().stream()
                                            .limit(1)
                                            .forEach(
                                                path ->
                                                    delete(
                                                        new Argument(
                                                            path.value(), program.span()))))));
    if (isExpression(program, part) && !STATIC_START.matcher(program.value()).lookingAt()) {
      return;
    }
    if (downloaded.contains(fileName(program))) {
      verdicts.add("floor.code.downloaded", program.span(), program.display());
    }
    if (Marks.firstHole(program.value()) == 0) {
      if (part.nested().isEmpty()
          || (program.value().length() == 1 && part.text().strip().startsWith("&"))) {
        unknownProgram(part, program);
      }
      return;
    }
    String name = Cmdlets.name(program);
    if (Cmdlets.prints(name)
        || program.value().startsWith("-")
        || program.value().matches("(?s)\\d.*")) {
      return;
    }
    if (arguments.stream()
        .anyMatch(word -> word.value().toLowerCase(Locale.ROOT).startsWith("-whatif"))) {
      return;
    }
    cmdlet(name, words, part, before, scope);
    verdicts.trace().understood(Trace.Kind.PROGRAM, name);
  }

  /** A text or a type stands there instead of a command: {@code "a $b"}, {@code [Math]::PI}. */
  private static boolean isExpression(Argument program, PowerShellLine.Part part) {
    String text = part.text().strip();
    return text.startsWith("\"") || text.startsWith("'") || program.value().startsWith("[");
  }

  private static String fileName(Argument word) {
    return WindowsPrograms.name(word.value().replaceFirst("\\.ps1$", ".cmd"));
  }

  private void unknownProgram(PowerShellLine.Part part, Argument program) {
    String text = part.text().strip();
    if (text.startsWith("&") || text.startsWith(". ")) {
      verdicts.add("floor.program.unknown", program.span(), program.display());
    }
  }

  private void cmdlet(
      String name,
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Scope scope) {
    Argument program = words.getFirst();
    List<Argument> arguments = words.subList(1, words.size());
    switch (name) {
      case "remove-item" -> remove(arguments, before, program);
      case "invoke-expression" -> evaluate(arguments, before, part, scope, program);
      case "set-location", "push-location" ->
          arguments.forEach(
              word -> outside |= word.isUnknown() || WindowsPath.isOutside(word.value()));
      case "powershell", "pwsh" -> walk.powerShellProgram(words, scope);
      case "cmd" -> walk.cmd(afterSlashC(arguments), program.span(), scope.inside("cmd /c"));
      case "stop-process" -> stopProcess(arguments, before, program);
      case "start-process" -> startProcess(arguments, scope);
      case "move-item" -> {
        arguments.stream()
            .filter(word -> !word.value().startsWith("-"))
            .limit(1)
            .filter(word -> WindowsPath.isOutside(word.value()))
            .forEach(word -> verdicts.add("floor.move.outside", word.span(), word.display()));
        writes(arguments);
      }
      default -> listed(name, words, scope);
    }
    if (name.endsWith("itemproperty") || name.endsWith("-item")) {
      registry(name, arguments);
    }
  }

  private void listed(String name, List<Argument> words, Scope scope) {
    Argument program = words.getFirst();
    List<Argument> arguments = words.subList(1, words.size());
    if (DOWNLOAD_CALL.matcher(name).find()) {
      arguments.stream()
          .filter(word -> word.value().matches("(?i)[^:/]+\\.(ps1|exe|cmd|bat|com)"))
          .forEach(word -> downloaded.add(fileName(word)));
    }
    String rule = Cmdlets.rule(name);
    if (rule != null) {
      verdicts.add(rule, program.span(), program.display());
    }
    if (Cmdlets.writes(name)) {
      writes(arguments);
    }
    programs.credentials(arguments);
    if (name.indexOf('-') < 0 || ProgramTable.builtIn().knows(name)) {
      programs.judge(name, arguments, program.span());
      walk.program(words, scope);
    }
  }

  private void report(String rule, Argument program, boolean matches) {
    if (matches) {
      verdicts.add(rule, program.span(), program.display());
    }
  }

  private void remove(
      List<Argument> arguments,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Argument program) {
    boolean named = false;
    for (Argument word :
        paths(
            arguments,
            "-filter",
            "-include",
            "-exclude",
            "-stream",
            "-credential",
            "-erroraction",
            "-ea")) {
      named = true;
      delete(word);
    }
    if (!named && before != null) {
      source(before, program);
    }
  }

  private void delete(Argument path) {
    if (path.value().matches("(?i)(hklm|hkcu|hkcr|env|function|variable|alias|cert):.*")) {
      return;
    }
    if (path.isUnknown() && !WindowsPath.isOutside(path.value())) {
      verdicts.add("floor.delete.unknown", path.span(), path.display());
    } else if (outside || WindowsPath.isOutside(path.value())) {
      verdicts.add("floor.delete.outside", path.span(), path.display());
    } else if (WindowsPath.isHere(path.value())) {
      verdicts.add("floor.delete.workspace", path.span(), path.display());
    }
  }

  /** What is fed into a deletion: the paths that a listing starts from. */
  private void source(PowerShellLine.Part before, Argument program) {
    String name = before.words().isEmpty() ? "" : Cmdlets.name(before.words().getFirst());
    if (!name.equals("get-childitem")
        && !name.equals("get-item")
        && !name.equals("where-object")
        && !name.equals("where")
        && !name.equals("?")
        && !name.equals("select-object")
        && !name.equals("sort-object")) {
      verdicts.add("floor.delete.unknown", program.span(), program.display());
      return;
    }
    for (Argument root : paths(before.words().subList(1, before.words().size()), FILTERS)) {
      if ((!root.value().equals(".") && !Marks.unknown(root.value()))
          || WindowsPath.isOutside(root.value())) {
        delete(new Argument(root.value(), program.span()));
      } else if (root.isUnknown() && name.startsWith("get-")) {
        verdicts.add("floor.delete.unknown", program.span(), root.display());
      }
    }
  }

  /** The words that are paths: not parameters, not the values of the given ones. */
  private static List<Argument> paths(List<Argument> arguments, String... valued) {
    List<Argument> paths = new java.util.ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i).value().toLowerCase(Locale.ROOT);
      if (!word.startsWith("-") || word.length() == 1) {
        paths.add(arguments.get(i));
      } else if (List.of(valued).contains(word)) {
        i++;
      } else if (word.indexOf(':') > 0 && word.matches("(?s)-(path|literalpath|lp).*:.*")) {
        paths.add(arguments.get(i).from(word.indexOf(':') + 1));
      }
    }
    return paths;
  }

  private void evaluate(
      List<Argument> arguments,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      PowerShellLine.Part part,
      Scope scope,
      Argument program) {
    String fed = before == null ? "" : before.text();
    if (DOWNLOAD_CALL.matcher(fed).find()) {
      verdicts.add("floor.code.downloaded", program.span(), program.display());
      return;
    }
    boolean fedText =
        before != null
            && before.words().size() == 1
            && before.nested().isEmpty()
            && before.words().getFirst().isConstant();
    List<Argument> code =
        arguments.stream().filter(word -> !word.value().equalsIgnoreCase("-command")).toList();
    if (code.isEmpty() && fedText && before != null) {
      code = List.of(new Argument(before.words().getFirst().value(), program.span()));
    }
    if (code.isEmpty() || code.stream().anyMatch(Argument::isUnknown)) {
      if (part.nested().stream().noneMatch(inner -> DOWNLOAD_CALL.matcher(inner).find())) {
        verdicts.add("floor.code.unknown", program.span(), program.display());
      }
      return;
    }
    String text = String.join(" ", code.stream().map(Argument::value).toList());
    text(text, scope.nested(new Origin(text, -1, program.span())).inside("Invoke-Expression"));
  }

  private void stopProcess(
      List<Argument> arguments,
      PowerShellLine.@org.jspecify.annotations.Nullable Part before,
      Argument program) {
    boolean all =
        arguments.stream()
            .anyMatch(
                word ->
                    word.value()
                        .matches("(?i)\\*|explorer|csrss|winlogon|lsass|svchost|wininit|services"));
    boolean everything =
        before != null
            && before.words().size() == 1
            && WindowsPrograms.name(before.words().getFirst().value())
                .matches("get-process|gps|ps");
    report("floor.kill.all", program, all || everything);
  }

  private void startProcess(List<Argument> arguments, Scope scope) {
    List<Argument> words =
        arguments.stream().filter(word -> !word.value().startsWith("-")).toList();
    if (!words.isEmpty()) {
      Argument program = words.getFirst();
      String line = String.join(" ", words.stream().map(Argument::value).toList());
      walk.cmd(line, program.span(), scope.inside("Start-Process"));
    }
  }

  private static String afterSlashC(List<Argument> arguments) {
    StringBuilder out = new StringBuilder();
    boolean after = false;
    for (Argument word : arguments) {
      if (after) {
        out.append(word.value()).append(' ');
      }
      after |= word.value().matches("(?i)/[ck]");
    }
    return out.toString().strip();
  }

  private void writes(List<Argument> arguments) {
    for (Argument word : arguments) {
      if (!word.value().startsWith("-")) {
        write(word);
      }
    }
  }

  private void write(Argument target) {
    if (WindowsPath.isDevice(target.value())) {
      verdicts.add("floor.device.write", target.span(), target.display());
    } else if (WindowsPath.isSystem(target.value())) {
      verdicts.add("floor.write.system", target.span(), target.display());
    }
    programs.credentials(List.of(target));
  }

  private void registry(String name, List<Argument> arguments) {
    if (name.startsWith("get-") || name.equals("test-path")) {
      return;
    }
    for (Argument word : arguments) {
      report("floor.windows.registry", word, WindowsPath.isGuardedRegistry(word.value()));
    }
  }
}
