package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What ps(1) and pgrep(1) print when nothing narrows it: a line of process 1 stands for all lines,
 * so that a filter which would drop it leaves something unknown.
 */
final class Processes {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  /** What prints every number of a process, init's among them. */
  static final String ALL = "1\n";

  private static final Set<String> USER_COLUMNS = Set.of("user", "euser", "uname", "ruser");
  private static final Set<String> NAME_COLUMNS = Set.of("comm", "cmd", "args", "command", "ucmd");

  private Processes() {}

  /** The output of {@code ps}; unknown when it lists some processes only. */
  static String listed(List<Argument> words) {
    String letters = "";
    String columns = "";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.startsWith("--")) {
        columns = word.startsWith("--format=") ? word.substring(9) : columns;
      } else if (word.matches("-?[A-Za-z]*o.*")) {
        int o = word.indexOf('o');
        letters += word.substring(0, o);
        boolean apart = o + 1 == word.length() && i + 1 < words.size();
        columns = apart ? words.get(++i).value() : word.substring(o + 1);
      } else if (word.matches("-?[A-Za-z]+")) {
        letters += word;
        i += word.matches("-[upCtGgU]") ? 1 : 0;
      }
    }
    boolean all = letters.matches(".*([eA]|a.*x|x.*a|[uU]).*") && !letters.matches(".*[pC].*");
    if (!all) {
      return UNKNOWN;
    }
    return columns.isEmpty() ? line(letters) : columns(columns);
  }

  private static String line(String letters) {
    if (letters.indexOf('u') >= 0) {
      return "root 1 0.0 0.1 1000 100 ? Ss 00:00 0:01 /sbin/init\n";
    }
    return letters.indexOf('f') >= 0
        ? "root 1 0 0 00:00 ? 00:00:01 /sbin/init\n"
        : "1 ? Ss 0:01 init\n";
  }

  private static String columns(String list) {
    List<String> values = new ArrayList<>();
    for (String column : list.split(",", 0)) {
      String name = column.indexOf('=') < 0 ? column : column.substring(0, column.indexOf('='));
      values.add(
          name.equals("pid")
              ? "1"
              : USER_COLUMNS.contains(name) ? "root" : NAME_COLUMNS.contains(name) ? "init" : "0");
    }
    return String.join(" ", values) + "\n";
  }

  /** The output of {@code pgrep}: everything when its pattern or user chooses everything. */
  static String found(List<Argument> words) {
    return PowerRules.everyProcess(words).isPresent() ? ALL : UNKNOWN;
  }
}
