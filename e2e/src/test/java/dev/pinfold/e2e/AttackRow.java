package dev.pinfold.e2e;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A line of {@code attacks.tsv}; its columns are explained there.
 *
 * @param number of the line among the rows, which tells rows of one case apart
 */
record AttackRow(
    int number,
    String row,
    String guarantee,
    String act,
    List<String> arguments,
    Set<String> held,
    String control,
    String why) {
  static final String OK = "ok";
  static final String NEVER = "never";

  static List<AttackRow> all() {
    List<List<String>> lines = Table.read("attacks.tsv", 7);
    return IntStream.range(0, lines.size()).mapToObj(i -> of(i, lines.get(i))).toList();
  }

  static AttackRow of(int number, List<String> fields) {
    List<String> arguments =
        fields.get(3).isEmpty() ? List.of() : List.of(fields.get(3).split(" ", -1));
    AttackRow row =
        new AttackRow(
            number,
            fields.get(0),
            fields.get(1),
            fields.get(2),
            arguments,
            words(fields.get(4)),
            fields.get(5),
            fields.get(6));
    if (!row.control.equals(OK) && row.why.isEmpty()) {
      throw new IllegalStateException("a control that isn't ok needs its reason: " + row);
    }
    return row;
  }

  /** Unique, and fit for a file name. */
  String label() {
    return row + "-" + number;
  }

  boolean isAttack() {
    return !held.contains(OK);
  }

  boolean hasControl() {
    return !control.equals(NEVER);
  }

  /** What the kernel may answer outside; the part after a slash is for ordinary users. */
  Set<String> control(Identity identity) {
    int slash = control.indexOf('/');
    if (slash < 0) {
      return words(control);
    }
    return words(identity.isRoot() ? control.substring(0, slash) : control.substring(slash + 1));
  }

  /** Whether {@code answer}, given outside, says that this machine can't do it at all. */
  boolean mayLack(String answer) {
    return control.startsWith(OK + ",") && !answer.equals(OK);
  }

  private static Set<String> words(String field) {
    return Set.of(field.split(",", -1));
  }

  @Override
  public String toString() {
    return row + " " + act + (arguments.isEmpty() ? "" : " " + String.join(" ", arguments));
  }
}
