package dev.pinfold.policy;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stopping the machine, or every process of it. */
final class PowerRules implements RuleSet {
  private static final Set<String> SYSTEMCTL =
      Set.of(
          "reboot",
          "poweroff",
          "halt",
          "kexec",
          "suspend",
          "hibernate",
          "hybrid-sleep",
          "suspend-then-hibernate",
          "rescue",
          "emergency",
          "soft-reboot",
          "exit",
          "default",
          "switch-root");

  private static final Set<String> TARGETS =
      Set.of(
          "reboot.target",
          "poweroff.target",
          "halt.target",
          "rescue.target",
          "emergency.target",
          "shutdown.target",
          "kexec.target",
          "runlevel0.target",
          "runlevel1.target",
          "runlevel6.target",
          "ctrl-alt-del.target",
          "suspend.target",
          "hibernate.target");

  /** More processes than this are named by a range only. */
  private static final int MANY = 64;

  @Override
  public void judge(Subject subject) {
    boolean stops =
        switch (subject.name()) {
          case "shutdown", "reboot", "halt", "poweroff" ->
              !subject.hasAny("-h", "--help", "--version")
                  || (subject.has("-h") && !subject.operands().isEmpty());
          case "init", "telinit" ->
              subject.operand(0).matches("[0-6sSqQuU]")
                  || subject.operands().stream().anyMatch(Argument::isUnknown);
          case "systemctl" -> systemctl(subject.arguments());
          case "loginctl" ->
              first(subject)
                  .matches("(reboot|poweroff|halt|suspend|hibernate|terminate-.*|kill-.*)");
          case "kexec" -> !subject.arguments().isEmpty();
          case "rtcwake", "pm-suspend", "pm-hibernate", "pm-powersave", "zzz" -> true;
          case "dbus-send", "busctl", "gdbus" ->
              subject.arguments().stream()
                  .anyMatch(
                      word ->
                          word.value()
                              .matches(".*\\b(PowerOff|Reboot|Halt|Suspend|Hibernate)\\b.*"));
          case "osascript" ->
              subject.arguments().stream()
                  .anyMatch(word -> word.value().matches("(?i).*(shut ?down|restart|log out).*"));
          default -> false;
        };
    if (stops) {
      subject.report("floor.power");
    }
    for (Execution.Redirection redirect : subject.execution().redirects()) {
      sysrq(subject, redirect.writes(), redirect.target());
    }
    subject.operands().forEach(operand -> sysrq(subject, subject.name().equals("tee"), operand));
    kill(subject);
  }

  private static String first(Subject subject) {
    return subject.arguments().stream()
        .map(Argument::value)
        .filter(word -> !word.startsWith("-"))
        .findFirst()
        .orElse("");
  }

  private static boolean systemctl(List<Argument> words) {
    List<String> plain =
        words.stream().map(Argument::value).filter(word -> !word.startsWith("-")).toList();
    if (plain.isEmpty()) {
      return false;
    }
    if (SYSTEMCTL.contains(plain.getFirst())) {
      return true;
    }
    boolean ends = plain.getFirst().matches("stop|kill|restart");
    if (ends
        && plain.stream()
            .skip(1)
            .anyMatch(
                unit ->
                    unit.matches("(user|session|system|init)[@-]?.*\\.(scope|slice)|user@.*"))) {
      return true;
    }
    boolean starts = Set.of("isolate", "start", "set-default").contains(plain.getFirst());
    return starts
        && plain.stream()
            .skip(1)
            .anyMatch(unit -> TARGETS.contains(unit) || TARGETS.contains(unit + ".target"));
  }

  /** The kernel's magic keys (Documentation/admin-guide/sysrq.rst). */
  private static void sysrq(Subject subject, boolean writes, Argument target) {
    if (writes && subject.absolute(target).equals("/proc/sysrq-trigger")) {
      subject.report("floor.power", target);
    }
  }

  private static void kill(Subject subject) {
    switch (subject.name()) {
      case "kill" -> killAll(subject);
      case "killall5" -> subject.report("floor.kill.all");
      case "skill" -> {
        if (subject.arguments().stream().anyMatch(word -> word.value().matches("-u.*"))) {
          subject.report("floor.kill.all");
        }
      }
      case "pkill", "killall" -> pkill(subject);
      default -> {}
    }
  }

  /** kill(2): process -1 is every process that one may signal, 0 the own group, and 1 is init. */
  private static void killAll(Subject subject) {
    List<Argument> words = subject.arguments();
    if (words.size() > MANY) {
      subject.report("floor.kill.all");
    }
    boolean signalGiven = false;
    boolean operandsOnly = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.equals("--")) {
        operandsOnly = true;
      } else if (!operandsOnly && !signalGiven && word.matches("-(s|n|-signal)")) {
        signalGiven = true;
        i++;
      } else if (!operandsOnly
          && !signalGiven
          && word.matches("-([A-Za-z].*|-.*|[0-9]+)")
          && words.size() > 1) {
        signalGiven = true;
      } else if (word.equals("-1") || word.equals("1") || everyone(words.get(i))) {
        subject.report("floor.kill.all", words.get(i));
      }
    }
  }

  /** A range of numbers, or in {@code /proc} a pathname pattern; {@code %?name} is a job. */
  private static boolean everyone(Argument word) {
    String value = word.value();
    boolean pattern = word.isPattern() && value.indexOf(Marks.NUMBER) < 0;
    return pattern && !value.startsWith("%") && !word.isUnknown();
  }

  private static void pkill(Subject subject) {
    everyProcess(subject.arguments()).ifPresent(word -> subject.report("floor.kill.all", word));
  }

  /** The word of {@code pkill}, {@code killall} or {@code pgrep} that chooses every process. */
  static Optional<Argument> everyProcess(List<Argument> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      boolean everyone = word.matches("-[uU].*|--e?uid.*|--user.*");
      boolean all = word.matches("\\^?\\.?\\*?\\$?|systemd|init|sshd|dockerd|Xorg|gnome-shell");
      if (all || (everyone && pattern(words) == null)) {
        return Optional.of(words.get(i));
      }
    }
    return Optional.empty();
  }

  private static @org.jspecify.annotations.Nullable String pattern(List<Argument> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      boolean valueOfOption =
          i > 0 && words.get(i - 1).value().matches("-[uUgGPtsF]|--user|--euid|--signal|--parent");
      if (!word.startsWith("-") && !valueOfOption) {
        return word;
      }
    }
    return null;
  }
}
