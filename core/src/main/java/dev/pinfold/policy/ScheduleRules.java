package dev.pinfold.policy;

import java.util.List;
import java.util.Set;

/** Having something run later, when no policy looks: cron, at, services. */
final class ScheduleRules implements RuleSet {
  private static final Set<String> SYSTEMCTL =
      Set.of(
          "enable",
          "reenable",
          "link",
          "edit",
          "mask",
          "disable",
          "preset",
          "preset-all",
          "set-property",
          "set-environment",
          "import-environment",
          "add-wants",
          "add-requires",
          "revert");

  @Override
  public void judge(Subject subject) {
    List<String> words = subject.values();
    String first = firstPlain(words);
    boolean schedules =
        switch (subject.name()) {
          case "crontab" ->
              words.stream().noneMatch(word -> word.matches("-l|-h|--help|-V"))
                  && (!words.isEmpty() || subject.execution().input().given());
          case "at", "batch" ->
              words.stream().noneMatch(word -> word.matches("-l|-V|-c|--help|-d|-r"));
          case "systemctl" -> SYSTEMCTL.contains(first);
          case "systemd-run" ->
              words.stream()
                  .anyMatch(
                      word -> word.startsWith("--on-") || word.startsWith("--timer-property"));
          case "loginctl" -> first.equals("enable-linger");
          case "launchctl" ->
              first.matches("load|bootstrap|enable|submit|kickstart|bootout|unload");
          case "update-rc.d", "chkconfig" -> !words.isEmpty() && !words.contains("--list");
          case "rc-update" -> first.matches("add|del|delete");
          case "visudo" ->
              words.stream().noneMatch(word -> word.matches("-c|--check|-V|--version|-h|--help"));
          default -> false;
        };
    if (schedules) {
      subject.report("floor.schedule");
    }
  }

  private static String firstPlain(List<String> words) {
    for (String word : words) {
      if (!word.startsWith("-")) {
        return word;
      }
    }
    return "";
  }
}
