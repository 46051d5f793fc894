package dev.pinfold.cli;

import dev.pinfold.sandbox.Caller;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Denials in a JSON report. */
final class DenialJson {
  private DenialJson() {}

  /** A property {@code denials} with all of them. */
  static void write(JsonGenerator json, List<CountedDenial> denials) {
    json.writeArrayPropertyStart("denials");
    denials.forEach(counted -> write(json, counted));
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, CountedDenial counted) {
    Denial denial = counted.denial();
    json.writeStartObject();
    json.writeStringProperty("layer", denial.layer().label());
    json.writeStringProperty("operation", denial.operation());
    target(json, denial.target());
    json.writeStringProperty("rule", denial.rule());
    json.writeStringProperty("reason", denial.reason());
    json.writeStringProperty("grant", denial.grant());
    json.writeStringProperty("evidence", denial.evidence().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("count", counted.count());
    json.writeArrayPropertyStart("by");
    counted.by().forEach(ancestor -> ancestor(json, ancestor));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void target(JsonGenerator json, Denial.Target target) {
    json.writeStringProperty("target", target.text());
    switch (target) {
      case Denial.Target.Path(String path) -> json.writeStringProperty("path", path);
      case Denial.Target.Host(String host, int port) -> {
        json.writeStringProperty("host", host);
        json.writeNumberProperty("port", port);
      }
      case Denial.Target.Command(String words) -> json.writeStringProperty("command", words);
      case Denial.Target.Call(String what) -> json.writeStringProperty("call", what);
    }
  }

  private static void ancestor(JsonGenerator json, Caller.Ancestor ancestor) {
    json.writeStartObject();
    json.writeNumberProperty("pid", ancestor.pid());
    json.writeStringProperty("name", ancestor.name());
    json.writeEndObject();
  }
}
