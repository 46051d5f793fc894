package dev.pinfold.cli;

import dev.pinfold.policy.Explanation;
import dev.pinfold.policy.Explanation.Call;
import dev.pinfold.policy.Explanation.Step;
import dev.pinfold.policy.Explanation.Understood;
import dev.pinfold.policy.Profile;
import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** An explanation as a JSON object: the members of {@code check}'s, and the tree. */
final class ExplainJson {
  private final JsonGenerator json;
  private final String text;

  private ExplainJson(JsonGenerator json, String text) {
    this.json = json;
    this.text = text;
  }

  static byte[] line(
      String text, Profile profile, Explanation explanation, List<RunDenials.Line> denied) {
    return Json.line(
        json -> {
          json.writeStringProperty("command", text);
          CheckJson.evaluation(json, text, explanation.evaluation());
          json.writeStringProperty("profile", profile.label());
          ExplainJson tree = new ExplainJson(json, text);
          tree.strings("rules", explanation.families());
          tree.steps("steps", explanation.steps());
          json.writeBooleanProperty("complete", explanation.complete());
          if (!denied.isEmpty()) {
            tree.strings("denied", denied.stream().map(RunDenials.Line::text).toList());
          }
        });
  }

  private void steps(String name, List<Step> steps) {
    json.writeArrayPropertyStart(name);
    steps.forEach(this::step);
    json.writeEndArray();
  }

  private void step(Step step) {
    json.writeStartObject();
    json.writeStringProperty("how", step.how());
    json.writeStringProperty("construct", step.construct());
    place(step.span());
    json.writeName("call");
    step.call().ifPresentOrElse(this::call, json::writeNull);
    json.writeArrayPropertyStart("matches");
    step.matches().forEach(match -> CheckJson.write(json, text, match));
    json.writeEndArray();
    steps("inside", step.inside());
    json.writeEndObject();
  }

  private void place(Span span) {
    CheckJson.span(json, span);
    LineColumn start = LineColumn.of(text, span.start());
    json.writeNumberProperty("line", start.line());
    json.writeNumberProperty("column", start.column());
  }

  private void call(Call call) {
    json.writeStartObject();
    json.writeStringProperty("kind", call.kind());
    json.writeStringProperty("name", call.name());
    json.writeArrayPropertyStart("words");
    call.words().forEach(this::word);
    json.writeEndArray();
    json.writeName("cwd");
    call.cwd().ifPresentOrElse(json::writeString, json::writeNull);
    json.writeObjectPropertyStart("environment");
    call.environment().forEach(json::writeStringProperty);
    json.writeEndObject();
    strings("redirects", call.redirects());
    json.writeName("input");
    call.input().ifPresentOrElse(json::writeString, json::writeNull);
    json.writeEndObject();
  }

  private void word(Understood word) {
    json.writeStartObject();
    json.writeStringProperty("text", word.text());
    json.writeStringProperty("certainty", word.certainty().name().toLowerCase(Locale.ROOT));
    json.writeStringProperty("why", word.why());
    CheckJson.span(json, word.span());
    json.writeEndObject();
  }

  private void strings(String name, List<String> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(json::writeString);
    json.writeEndArray();
  }
}
