package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Match;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.PolicyFiles;
import dev.pinfold.policy.Profile;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * A command from a corpus or a journal, with all that is needed to judge it.
 *
 * @param place where it stands: {@code FILE:LINE}, or a run's id
 * @param id its name in a corpus; may be empty
 * @param command the command
 * @param profile the profile, before policy files
 * @param context where it runs
 * @param attended whether a person watched
 * @param was what somebody expects of it, or what was decided then
 */
record PolicyCase(
    String place,
    String id,
    CommandWords command,
    Profile profile,
    PolicyContext context,
    boolean attended,
    Optional<Decision> was) {

  /** The command as one text. */
  String text() {
    return switch (command) {
      case CommandWords.None() -> "";
      case CommandWords.Text(String text) -> text;
      case CommandWords.Argv(List<String> argv) -> ShellQuote.line(argv);
    };
  }

  Evaluation judge(PolicyFiles files, Circumstances now) {
    Policy policy = Policy.builtIn(profile).with(files, now.withAttended(attended));
    return switch (command) {
      case CommandWords.None() -> policy.evaluate("", context);
      case CommandWords.Text(String text) -> policy.evaluate(text, context);
      case CommandWords.Argv(List<String> argv) -> policy.evaluate(argv, context);
    };
  }

  /** {@code FILE:LINE ID: COMMAND}, cut and printable. */
  String shown() {
    String text = Printable.line(text());
    return place
        + (id.isEmpty() ? "" : " " + Printable.line(id))
        + ": "
        + (text.length() > 200 ? text.substring(0, 200) + "…" : text);
  }

  /** The members {@code place}, {@code id} and {@code command}. */
  void write(JsonGenerator json) {
    json.writeStringProperty("place", place);
    json.writeStringProperty("id", id);
    json.writeStringProperty("command", text());
  }

  /** The rules that decided, as people see them: {@code (rule, rule)}, or nothing. */
  static String rules(Evaluation evaluation) {
    List<String> rules =
        evaluation.matches().stream()
            .filter(match -> match.decision() == evaluation.decision())
            .map(Match::rule)
            .distinct()
            .toList();
    return rules.isEmpty() ? "" : " (" + String.join(", ", rules) + ")";
  }

  static void writeRules(JsonGenerator json, String name, Evaluation evaluation) {
    json.writeArrayPropertyStart(name);
    evaluation.matches().stream().map(Match::rule).distinct().forEach(json::writeString);
    json.writeEndArray();
  }
}
