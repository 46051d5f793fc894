package dev.pinfold.cli;

import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Denials as a person reads them: one line each, with nothing in it that a terminal obeys. */
final class DenialText {
  private DenialText() {}

  /** A denial, and what would allow it. */
  static void say(Terminal terminal, CountedDenial counted) throws IOException {
    Denial denial = counted.denial();
    String times = counted.count() > 1 ? " (" + counted.count() + " times)" : "";
    terminal.say(
        "refused: "
            + what(denial)
            + times
            + ": "
            + denial.rule()
            + ": "
            + Printable.line(denial.reason())
            + by(counted)
            + how(denial),
        denial.grant().isEmpty() ? "" : Printable.line(denial.grant()) + " would allow it.");
  }

  /**
   * What is left to say when a run has ended.
   *
   * @param told denials that were said meanwhile
   * @param well whether the command went well
   */
  static void sayRest(
      Terminal terminal, List<CountedDenial> denials, Set<Denial> told, boolean well)
      throws IOException {
    int untold = 0;
    for (CountedDenial counted : denials) {
      Denial denial = counted.denial();
      if (told.contains(denial)) {
        if (counted.count() > 1) {
          terminal.say("refused: " + what(denial) + ": " + counted.count() + " times in all", "");
        }
      } else if (isLookUp(denial)) {
        if (!well) {
          say(terminal, counted);
        }
      } else if (isPens(denial)) {
        untold++;
      }
    }
    if (untold > 0) {
      terminal.say(
          "refused: " + untold + " more of other kinds", "pinfold log last lists all of them.");
    }
  }

  /** What not even the report lists. */
  static void sayNotListed(Terminal terminal, Map<String, Long> counts) throws IOException {
    if (!counts.isEmpty()) {
      long all = counts.values().stream().mapToLong(Long::longValue).sum();
      String each =
          new TreeMap<>(counts)
              .entrySet().stream()
                  .map(entry -> entry.getKey() + " " + entry.getValue() + " times")
                  .collect(Collectors.joining(", "));
      terminal.say("refused: " + all + " more, counted and not listed: " + each, "");
    }
  }

  /**
   * Every C library asks for a name service's socket when a program wants to know who it is. A
   * command that went well was not troubled by that; the report has it all the same.
   */
  static boolean isLookUp(Denial denial) {
    return denial.target().equals(new Denial.Target.Call("Unix socket"));
  }

  private static boolean isPens(Denial denial) {
    return denial.layer() != Denial.Layer.POLICY && denial.layer() != Denial.Layer.PROTECTED;
  }

  private static String what(Denial denial) {
    return denial.operation() + " " + Printable.line(denial.target().text());
  }

  private static String how(Denial denial) {
    return switch (denial.evidence()) {
      case OBSERVED -> "";
      case TRACED -> " (traced)";
      case INFERRED -> " (by what the command says)";
    };
  }

  /** Who tried it, up to the run's command. */
  private static String by(CountedDenial counted) {
    return counted.by().isEmpty()
        ? ""
        : " (by "
            + Printable.line(
                counted.by().stream().map(Object::toString).collect(Collectors.joining(" < ")))
            + ")";
  }
}
