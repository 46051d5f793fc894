package dev.pinfold.cli;

import dev.pinfold.prove.Attempt;
import dev.pinfold.prove.Finding;
import dev.pinfold.prove.Proof;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** What {@code prove} found, as a JSON object. */
final class ProofJson {
  private ProofJson() {}

  static byte[] of(Proof proof) {
    return Json.line(
        json -> {
          json.writeBooleanProperty("holds", proof.holds());
          json.writeNumberProperty("tookMillis", proof.took().toMillis());
          json.writeArrayPropertyStart("tiers");
          proof.tiers().forEach(state -> tier(json, state));
          json.writeEndArray();
          json.writeArrayPropertyStart("guarantees");
          proof.findings().forEach(finding -> finding(json, finding));
          json.writeEndArray();
        });
  }

  private static void tier(JsonGenerator json, Proof.TierState state) {
    json.writeStartObject();
    json.writeStringProperty("tier", state.tier().id());
    json.writeBooleanProperty("works", state.works());
    if (!state.works()) {
      json.writeStringProperty("obstacle", state.obstacle());
    }
    json.writeNumberProperty("selfProofMicros", state.selfProofTook().toNanos() / 1000);
    json.writeArrayPropertyStart("selfProof");
    state.selfProof().attempts().forEach(attempt -> Diagnosis.write(json, attempt));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void finding(JsonGenerator json, Finding finding) {
    json.writeStartObject();
    json.writeStringProperty("guarantee", finding.id());
    json.writeStringProperty("sentence", finding.sentence());
    json.writeStringProperty("tier", finding.tier().id());
    json.writeStringProperty("verdict", word(finding.verdict()));
    json.writeArrayPropertyStart("attempts");
    finding.attempts().forEach(attempt -> attempt(json, attempt));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void attempt(JsonGenerator json, Attempt attempt) {
    json.writeStartObject();
    json.writeStringProperty("what", attempt.what());
    json.writeStringProperty("verdict", word(attempt.verdict()));
    json.writeStringProperty("answer", attempt.answer());
    json.writeStringProperty("outside", attempt.control());
    if (!attempt.why().isEmpty()) {
      json.writeStringProperty("why", attempt.why());
    }
    json.writeEndObject();
  }

  private static String word(Enum<?> verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
