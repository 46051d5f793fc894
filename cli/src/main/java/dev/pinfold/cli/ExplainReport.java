package dev.pinfold.cli;

import dev.pinfold.policy.Explanation;
import dev.pinfold.policy.Explanation.Call;
import dev.pinfold.policy.Explanation.Certainty;
import dev.pinfold.policy.Explanation.Step;
import dev.pinfold.policy.Explanation.Understood;
import dev.pinfold.policy.Match;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An explanation for a person to read: the answer, then the tree of the commands. */
final class ExplainReport {
  /** Longer words are scripts or data; their beginning tells which. --json has more of them. */
  private static final int MAX_WORD = 160;

  private final String text;
  private final Explanation explanation;
  private final StringBuilder report = new StringBuilder();
  private String saidCwd = "";

  ExplainReport(String text, Explanation explanation) {
    this.text = text;
    this.explanation = explanation;
  }

  String text() {
    report.append(CheckReport.of(text, explanation.evaluation())).append('\n');
    if (explanation.steps().isEmpty()) {
      report.append("no command was looked at\n");
    }
    for (Step step : explanation.steps()) {
      step(step, "", "", "", Optional.empty());
    }
    if (!explanation.complete()) {
      report.append("… more commands, judged but not shown\n");
    }
    if (!explanation.steps().isEmpty()) {
      report
          .append("\neach command was shown to the rules on: ")
          .append(String.join(", ", explanation.families()))
          .append('\n');
    }
    return report.toString();
  }

  /**
   * One line a step, then what is known of it, then what is in it.
   *
   * @param before what stands before its first line
   * @param branch how that line is tied to the step around
   * @param below what stands before its other lines
   * @param input what the step around reads, which is not said again
   */
  private void step(Step step, String before, String branch, String below, Optional<String> input) {
    report.append(before).append(branch).append(head(step)).append('\n');
    String bar = below + (step.inside().isEmpty() ? "   " : "│  ");
    for (String detail : details(step, input)) {
      report.append(bar).append(detail).append('\n');
    }
    Optional<String> read = step.call().flatMap(Call::input);
    for (int i = 0; i < step.inside().size(); i++) {
      boolean last = i + 1 == step.inside().size();
      step(step.inside().get(i), below, last ? "└─ " : "├─ ", below + (last ? "   " : "│  "), read);
    }
  }

  private String head(Step step) {
    String how = step.how().isEmpty() ? "" : Printable.line(step.how()) + " → ";
    String what =
        step.call().map(ExplainReport::words).orElseGet(() -> Printable.line(step.construct()));
    return how + what + "   " + LineColumn.of(text, step.span().start()) + verdict(step);
  }

  private static String verdict(Step step) {
    return step.matches().stream()
        .map(Match::decision)
        .max(java.util.Comparator.naturalOrder())
        .map(decision -> "   " + CheckJson.label(decision).toUpperCase(java.util.Locale.ROOT))
        .orElse("");
  }

  private static String words(Call call) {
    List<String> shown = new ArrayList<>();
    call.environment().forEach((name, value) -> shown.add(name + "=" + ShellQuote.word(value)));
    call.words().forEach(word -> shown.add(word(word)));
    call.redirects().forEach(redirect -> shown.add(Printable.line(redirect)));
    return String.join(" ", shown);
  }

  private static String word(Understood word) {
    return word.certainty() == Certainty.CONSTANT
        ? ShellQuote.word(cut(word.text()))
        : Printable.line(cut(word.text()));
  }

  private static String cut(String word) {
    return word.length() <= MAX_WORD ? word : word.substring(0, MAX_WORD) + "…";
  }

  private List<String> details(Step step, Optional<String> input) {
    List<String> details = new ArrayList<>();
    step.call().ifPresent(call -> details(call, input, details));
    Set<String> said = new LinkedHashSet<>();
    for (Match match : step.matches()) {
      said.add(match.rule() + ": " + Printable.line(match.reason()));
    }
    details.addAll(said);
    return details;
  }

  private void details(Call call, Optional<String> around, List<String> details) {
    String program = call.words().isEmpty() ? "" : call.words().getFirst().text();
    if (call.kind().equals("other program")) {
      details.add(
          "a program without a grammar of its own here: what holds for every program is judged");
    } else if (!call.name().isEmpty() && !call.name().equals(program)) {
      details.add("judged as the " + call.kind() + " " + Printable.line(call.name()));
    } else if (call.kind().equals("function") || call.kind().equals("alias")) {
      details.add("the text defines this " + call.kind());
    }
    // Where it is not known from the start, it is not followed: Windows, profiles without a shell.
    String cwd = call.cwd().orElse(saidCwd.isEmpty() ? "" : "a directory that only the run knows");
    if (!call.words().isEmpty() && !cwd.equals(saidCwd)) {
      details.add("in " + Printable.line(cwd));
      saidCwd = cwd;
    }
    call.input()
        .filter(input -> !around.equals(Optional.of(input)))
        .ifPresent(input -> details.add("reads " + Printable.line(input)));
    for (Understood word : call.words()) {
      if (word.certainty() != Certainty.CONSTANT) {
        details.add(Printable.line(cut(word.text())) + ": " + Printable.line(word.why()));
      }
    }
  }
}
