package dev.pinfold.policy;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The commands of PowerShell that the policy knows by name, in lower case. */
final class Cmdlets {
  /** Aliases that ship with PowerShell (about_Aliases). */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("rm", "remove-item"),
          Map.entry("del", "remove-item"),
          Map.entry("rd", "remove-item"),
          Map.entry("ri", "remove-item"),
          Map.entry("erase", "remove-item"),
          Map.entry("rmdir", "remove-item"),
          Map.entry("gci", "get-childitem"),
          Map.entry("ls", "get-childitem"),
          Map.entry("dir", "get-childitem"),
          Map.entry("gi", "get-item"),
          Map.entry("iex", "invoke-expression"),
          Map.entry("iwr", "invoke-webrequest"),
          Map.entry("wget", "invoke-webrequest"),
          Map.entry("curl", "invoke-webrequest"),
          Map.entry("irm", "invoke-restmethod"),
          Map.entry("sc", "set-content"),
          Map.entry("ac", "add-content"),
          Map.entry("clc", "clear-content"),
          Map.entry("cat", "get-content"),
          Map.entry("gc", "get-content"),
          Map.entry("type", "get-content"),
          Map.entry("cp", "copy-item"),
          Map.entry("copy", "copy-item"),
          Map.entry("cpi", "copy-item"),
          Map.entry("mv", "move-item"),
          Map.entry("move", "move-item"),
          Map.entry("mi", "move-item"),
          Map.entry("kill", "stop-process"),
          Map.entry("spps", "stop-process"),
          Map.entry("ni", "new-item"),
          Map.entry("sp", "set-itemproperty"),
          Map.entry("si", "set-item"),
          Map.entry("rp", "remove-itemproperty"),
          Map.entry("ren", "rename-item"),
          Map.entry("rni", "rename-item"),
          Map.entry("cli", "clear-item"),
          Map.entry("sl", "set-location"),
          Map.entry("cd", "set-location"),
          Map.entry("chdir", "set-location"),
          Map.entry("pushd", "push-location"),
          Map.entry("echo", "write-output"),
          Map.entry("write", "write-output"),
          Map.entry("saps", "start-process"),
          Map.entry("start", "start-process"),
          Map.entry("icm", "invoke-command"),
          Map.entry("sls", "select-string"),
          Map.entry("man", "get-help"),
          Map.entry("help", "get-help"),
          Map.entry("mkdir", "new-item"),
          Map.entry("md", "new-item"),
          Map.entry("sal", "set-alias"),
          Map.entry("nal", "new-alias"),
          Map.entry("tee", "tee-object"));

  private static final Set<String> PRINTS =
      Set.of(
          "write-output",
          "write-host",
          "write-verbose",
          "write-error",
          "write-warning",
          "write-information",
          "write-debug",
          "get-help",
          "get-command",
          "get-alias",
          "select-string");

  private static final Set<String> POWER =
      Set.of("restart-computer", "stop-computer", "suspend-computer");

  private static final Set<String> DISK =
      Set.of(
          "format-volume",
          "initialize-disk",
          "clear-disk",
          "remove-partition",
          "new-partition",
          "set-disk",
          "resize-partition",
          "set-partition",
          "new-volume",
          "reset-physicaldisk",
          "remove-physicaldisk",
          "remove-virtualdisk",
          "dismount-volume",
          "repair-volume",
          "optimize-volume-wipe",
          "clear-storagediagnosticinfo",
          "remove-storagepool",
          "update-disk");

  private static final Set<String> CONFIGURE =
      Set.of(
          "set-mppreference",
          "set-executionpolicy",
          "add-mppreference",
          "disable-computerrestore",
          "set-executionpolicy-machine",
          "new-service",
          "remove-service",
          "set-service",
          "stop-service",
          "suspend-service",
          "clear-recyclebin",
          "new-localuser",
          "remove-localuser",
          "set-localuser",
          "add-localgroupmember",
          "disable-localuser",
          "enable-psremoting",
          "set-netfirewallprofile",
          "new-netfirewallrule",
          "remove-netfirewallrule",
          "disable-netfirewallrule",
          "disable-windowsoptionalfeature",
          "enable-windowsoptionalfeature",
          "uninstall-windowsfeature",
          "clear-eventlog",
          "remove-eventlog",
          "limit-eventlog",
          "remove-computer",
          "rename-computer",
          "reset-computermachinepassword",
          "set-acl",
          "remove-wmiobject",
          "invoke-wmimethod",
          "invoke-cimmethod",
          "remove-ciminstance",
          "uninstall-package",
          "checkpoint-computer",
          "restore-computer",
          "disable-netadapter");

  private static final Set<String> WRITES =
      Set.of(
          "set-content",
          "add-content",
          "out-file",
          "copy-item",
          "move-item",
          "new-item",
          "tee-object",
          "clear-content",
          "set-item",
          "rename-item",
          "export-csv",
          "export-clixml",
          "expand-archive",
          "set-itemproperty",
          "start-transcript",
          "clear-item");

  private static final Set<String> SCHEDULES =
      Set.of(
          "register-scheduledtask",
          "new-scheduledtask",
          "set-scheduledtask",
          "unregister-scheduledtask",
          "register-scheduledjob",
          "start-scheduledtask",
          "disable-scheduledtask");

  private static final Set<String> PUBLISHES =
      Set.of("publish-module", "publish-script", "publish-psresource", "publish-package");

  private Cmdlets() {}

  /** The name of the cmdlet that a command's first word calls, by its own name or by an alias. */
  static String name(Argument word) {
    String name = WindowsPrograms.name(word.value());
    return ALIASES.getOrDefault(name, name);
  }

  /** Whether it only prints its words. */
  static boolean prints(String name) {
    return PRINTS.contains(name);
  }

  /** Whether its operands are things that it writes. */
  static boolean writes(String name) {
    return WRITES.contains(name);
  }

  /** The rule against a cmdlet whatever its arguments are, or null. */
  static @Nullable String rule(String name) {
    if (POWER.contains(name)) {
      return "floor.power";
    }
    if (DISK.contains(name)) {
      return "floor.device.format";
    }
    if (CONFIGURE.contains(name)) {
      return "floor.windows.configure";
    }
    if (SCHEDULES.contains(name)) {
      return "floor.schedule";
    }
    return PUBLISHES.contains(name) ? "floor.publish" : null;
  }
}
