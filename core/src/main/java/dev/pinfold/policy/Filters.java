package dev.pinfold.policy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What grep(1) and awk(1) let through of a text that is known. Where that can't be told without
 * running them, one unknown.
 */
final class Filters {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  /** Patterns that leave every number, or everything, in. */
  private static final Pattern EVERYTHING =
      Pattern.compile("\\^?(\\.?[*+]?|(\\[0-9]|\\\\d|\\[\\[:digit:]])\\\\?[*+]?)\\$?");

  /** {@code [v]ite}, which does not find itself in the list of processes. */
  private static final Pattern ONE_CHARACTER = Pattern.compile("\\[([A-Za-z0-9])]");

  private static final Pattern PRINTS_FIELD =
      Pattern.compile(
          "\\s*(?:NR\\s*(?:>|!=)\\s*[0-9]+\\s*)?\\{\\s*print\\s*\\$([0-9])\\s*;?\\s*}\\s*");

  private static final Pattern EVERY_LINE =
      Pattern.compile("\\s*(?:NR\\s*(?:>|!=)\\s*[0-9]+\\s*)?\\{");

  private Filters() {}

  /** The lines of {@code text}, which holds no marks, that grep leaves. */
  static String grep(Subject subject, String text) {
    Invocation invocation = subject.invocation();
    Invocation.Option given = invocation == null ? null : invocation.find("-e");
    String pattern =
        given == null || given.value() == null ? subject.operand(0) : given.value().value();
    if (EVERYTHING.matcher(pattern).matches() && !subject.has("-v")) {
      return text;
    }
    String wanted = ONE_CHARACTER.matcher(pattern).replaceAll("$1").replaceAll("^\\^|\\$$", "");
    if (!wanted.matches("[A-Za-z0-9 /_:,@=-]+")) {
      return UNKNOWN;
    }
    boolean anyCase = subject.has("-i");
    String left =
        text.lines()
            .filter(line -> contains(line, wanted, anyCase) != subject.has("-v"))
            .collect(Collectors.joining("\n"));
    return left.isEmpty() ? UNKNOWN : left + "\n";
  }

  private static boolean contains(String line, String wanted, boolean anyCase) {
    return anyCase
        ? line.toLowerCase(java.util.Locale.ROOT)
            .contains(wanted.toLowerCase(java.util.Locale.ROOT))
        : line.contains(wanted);
  }

  /** The field of each line that {@code awk '{print $N}'} prints. */
  static String awk(Subject subject, String text) {
    Matcher prints = PRINTS_FIELD.matcher(subject.operand(0));
    if (!prints.matches() || subject.has("-F")) {
      return UNKNOWN;
    }
    int field = Integer.parseInt(prints.group(1));
    return text.lines().map(line -> field(line, field)).collect(Collectors.joining("\n")) + "\n";
  }

  /** A field of the input's one line in an awk program that takes every line; empty in others. */
  static String field(Subject subject, String program, int number) {
    String text = subject.execution().input().text();
    boolean known = !text.isEmpty() && !Marks.any(text) && text.lines().count() == 1;
    return known && !subject.has("-F") && EVERY_LINE.matcher(program).lookingAt()
        ? field(text, number)
        : "";
  }

  private static String field(String line, int number) {
    List<String> fields = List.of(line.strip().split("\\s+", 0));
    return number == 0 ? line : number <= fields.size() ? fields.get(number - 1) : "";
  }
}
