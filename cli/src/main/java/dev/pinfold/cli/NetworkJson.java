package dev.pinfold.cli;

import dev.pinfold.egress.Verdict;
import dev.pinfold.run.NetworkReport;
import dev.pinfold.run.NetworkUse;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** What a run tried to reach, as JSON. */
final class NetworkJson {
  private NetworkJson() {}

  static void write(JsonGenerator json, NetworkReport report) {
    json.writeArrayPropertyStart("network");
    report.uses().forEach(use -> use(json, use));
    json.writeEndArray();
    json.writeNumberProperty("networkNotListed", report.notListed());
    json.writeArrayPropertyStart("networkUnseen");
    report.unseen().forEach(json::writeString);
    json.writeEndArray();
  }

  private static void use(JsonGenerator json, NetworkUse use) {
    json.writeStartObject();
    json.writeStringProperty("target", use.attempt().target());
    json.writeStringProperty("protocol", use.attempt().protocol().name().toLowerCase(Locale.ROOT));
    use.attempt()
        .request()
        .ifPresent(
            request -> {
              json.writeStringProperty("method", request.method());
              json.writeStringProperty("path", request.path());
            });
    json.writeStringProperty("rule", use.verdict().rule());
    switch (use.verdict()) {
      case Verdict.Allowed(_, String purpose) -> {
        json.writeStringProperty("verdict", "allowed");
        json.writeStringProperty("purpose", purpose);
      }
      case Verdict.Refused(_, String reason, Optional<String> grant) -> {
        json.writeStringProperty("verdict", "refused");
        json.writeStringProperty("reason", reason);
        json.writeStringProperty("grant", grant.map(word -> "--allow-host " + word).orElse(""));
      }
    }
    json.writeNumberProperty("count", use.count());
    json.writeNumberProperty("bytesOut", use.bytesOut());
    json.writeNumberProperty("bytesIn", use.bytesIn());
    json.writeEndObject();
  }
}
