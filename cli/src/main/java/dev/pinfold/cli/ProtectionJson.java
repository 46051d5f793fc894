package dev.pinfold.cli;

import dev.pinfold.protect.Finding;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.protect.WillRun;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Protected files, and what else runs later, in a run's report. */
final class ProtectionJson {
  private ProtectionJson() {}

  static void write(JsonGenerator json, ProtectionReport report) {
    json.writeObjectPropertyStart("protectedFiles");
    json.writeStringProperty("strength", report.strength().label());
    json.writeArrayPropertyStart("readOnly");
    report.kept().forEach(json::writeString);
    json.writeEndArray();
    json.writeArrayPropertyStart("findings");
    report.findings().forEach(finding -> finding(json, finding));
    json.writeEndArray();
    json.writeArrayPropertyStart("notes");
    report.notes().forEach(json::writeString);
    json.writeEndArray();
    json.writeEndObject();
    json.writeArrayPropertyStart("runsLater");
    report.willRun().forEach(file -> willRun(json, file));
    json.writeEndArray();
    json.writeNumberProperty("runsLaterNotListed", report.willRunNotListed());
  }

  private static void finding(JsonGenerator json, Finding finding) {
    json.writeStartObject();
    json.writeStringProperty("workspace", finding.workspace());
    json.writeStringProperty("path", finding.path());
    json.writeStringProperty("change", word(finding.change()));
    json.writeStringProperty("reason", finding.reason());
    json.writeStringProperty("detail", finding.detail());
    json.writeStringProperty("outcome", word(finding.outcome()));
    json.writeStringProperty("kept", finding.kept());
    json.writeEndObject();
  }

  private static void willRun(JsonGenerator json, WillRun file) {
    json.writeStartObject();
    json.writeStringProperty("workspace", file.workspace());
    json.writeStringProperty("path", file.path());
    json.writeStringProperty("reason", file.reason());
    json.writeBooleanProperty("new", file.isNew());
    if (file.bytesBefore() >= 0) {
      json.writeNumberProperty("bytesBefore", file.bytesBefore());
    }
    json.writeNumberProperty("bytes", file.bytesAfter());
    json.writeEndObject();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
