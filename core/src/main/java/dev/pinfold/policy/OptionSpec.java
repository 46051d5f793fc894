package dev.pinfold.policy;

import java.util.List;

/**
 * One option of a program.
 *
 * @param names every spelling, with its dashes, the first being the name that rules use
 * @param role what its value is; {@link Role#FLAG} when it has none
 * @param words how many words the value takes; the last one counts
 * @param optionalValue whether the value may be missing, so that only a glued one counts
 * @param refused whether the allow-list profiles refuse it
 * @param replacesOperand whether it takes the place of the program's first operand ({@code grep
 *     -e})
 */
record OptionSpec(
    List<String> names,
    Role role,
    int words,
    boolean optionalValue,
    boolean refused,
    boolean replacesOperand) {

  /** Stands for an option that the table doesn't know. */
  static final OptionSpec UNKNOWN = new OptionSpec(List.of("?"), Role.FLAG, 0, false, true, false);

  boolean isUnknown() {
    return names.getFirst().equals("?");
  }

  String name() {
    return names.get(0);
  }

  boolean takesNextWord() {
    return role != Role.FLAG && !optionalValue;
  }

  /**
   * Reads one token of the program table: names joined by {@code |}, then {@code =role} or {@code
   * ?role}, then {@code !} (refused) and {@code ^} (replaces the first operand).
   */
  static OptionSpec parse(String token) {
    boolean refused = token.indexOf('!') >= 0;
    boolean replaces = token.endsWith("^") || token.endsWith("^!");
    int end = token.length();
    while (token.charAt(end - 1) == '!' || token.charAt(end - 1) == '^') {
      end--;
    }
    int mark = valueMark(token, end);
    boolean pair = token.substring(0, end).endsWith(":2");
    Role role = mark < 0 ? Role.FLAG : Role.named(token.substring(mark + 1, pair ? end - 2 : end));
    String names = token.substring(0, mark < 0 ? end : mark);
    return new OptionSpec(
        List.of(names.split("\\|", 0)),
        role,
        mark < 0 ? 0 : pair ? 2 : 1,
        mark >= 0 && token.charAt(mark) == '?',
        refused,
        replaces);
  }

  private static int valueMark(String token, int end) {
    for (int i = 2; i < end; i++) {
      char c = token.charAt(i);
      if (c == '=' || (c == '?' && token.charAt(i - 1) != '-')) {
        return i;
      }
    }
    return -1;
  }
}
