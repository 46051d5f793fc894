package dev.pinfold.cli;

import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Match;
import dev.pinfold.policy.Profile;
import dev.pinfold.shell.Span;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** An evaluation as the JSON object that {@code check} prints. */
final class CheckJson {
  private CheckJson() {}

  static byte[] line(String text, Profile profile, Evaluation evaluation) {
    return Json.line(
        json -> {
          json.writeStringProperty("command", text);
          evaluation(json, text, evaluation);
          json.writeStringProperty("profile", profile.label());
        });
  }

  /** The members {@code decision} and {@code matches}; spans count in {@code text}. */
  static void evaluation(JsonGenerator json, String text, Evaluation evaluation) {
    json.writeStringProperty("decision", label(evaluation.decision()));
    json.writeArrayPropertyStart("matches");
    evaluation.matches().forEach(match -> write(json, text, match));
    json.writeEndArray();
  }

  static void write(JsonGenerator json, String text, Match match) {
    json.writeStartObject();
    json.writeStringProperty("rule", match.rule());
    json.writeStringProperty("decision", label(match.decision()));
    json.writeStringProperty("reason", match.reason());
    span(json, match.span());
    json.writeStringProperty("text", text.substring(match.span().start(), match.span().end()));
    json.writeName("suggestion");
    match.suggestion().ifPresentOrElse(json::writeString, json::writeNull);
    json.writeEndObject();
  }

  static void span(JsonGenerator json, Span span) {
    json.writeObjectPropertyStart("span");
    json.writeNumberProperty("start", span.start());
    json.writeNumberProperty("end", span.end());
    json.writeEndObject();
  }

  static String label(Decision decision) {
    return decision.name().toLowerCase(Locale.ROOT);
  }
}
