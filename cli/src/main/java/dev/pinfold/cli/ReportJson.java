package dev.pinfold.cli;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.NativeString;
import dev.pinfold.policy.PolicyFile;
import dev.pinfold.process.HeadTail;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.Usage;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** A run's report as a JSON object. */
final class ReportJson {
  private final RunReport report;

  ReportJson(RunReport report) {
    this.report = report;
  }

  /**
   * The report, and what there is to claim.
   *
   * @param work of a run on a private clone
   */
  byte[] line(Optional<CloneText> work) {
    return Json.line(
        json -> {
          json.writeStringProperty("run", report.run());
          json.writeStringProperty("started", report.started().toString());
          json.writeStringProperty("journal", report.journal().toString());
          command(json);
          json.writeStringProperty("workspace", report.workspace());
          json.writeStringProperty("profile", report.request().profile().label());
          policies(json);
          CheckJson.evaluation(json, text(), report.evaluation());
          json.writeNumberProperty("exitStatus", report.exitStatus());
          switch (report.end()) {
            case RunReport.End.Refused() -> outcome(json, "refused");
            case RunReport.End.Finished finished -> finished(json, finished);
          }
          DenialJson.write(json, report.denials());
          if (work.isPresent()) {
            json.writeObjectPropertyStart("clone");
            work.get().write(json);
            json.writeEndObject();
          }
        });
  }

  private void policies(JsonGenerator json) {
    json.writeArrayPropertyStart("policies");
    for (PolicyFile file : report.policy().files()) {
      json.writeStartObject();
      json.writeStringProperty("layer", file.layer().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("file", file.name());
      json.writeStringProperty("sha256", file.sha256());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("policyWarnings");
    report.policy().warnings().forEach(warning -> json.writeString(warning.message()));
    json.writeEndArray();
  }

  private void command(JsonGenerator json) {
    switch (report.request().command()) {
      case CommandLine.Text(String text) -> json.writeStringProperty("command", text);
      case CommandLine.Words words -> {
        json.writeStringProperty("command", text());
        json.writeArrayPropertyStart("argv");
        words.words().forEach(json::writeString);
        json.writeEndArray();
      }
    }
  }

  /** The text that the spans of the evaluation count in. */
  private String text() {
    return switch (report.request().command()) {
      case CommandLine.Text(String text) -> text;
      case CommandLine.Words words -> String.join(" ", words.words());
    };
  }

  private static void outcome(JsonGenerator json, String kind) {
    json.writeObjectPropertyStart("outcome");
    json.writeStringProperty("kind", kind);
    json.writeEndObject();
  }

  private static void finished(JsonGenerator json, RunReport.End.Finished finished) {
    json.writeObjectPropertyStart("outcome");
    outcome(json, finished.outcome());
    json.writeEndObject();
    json.writeNumberProperty("tookMillis", finished.took().toMillis());
    finished.usage().ifPresent(usage -> usage(json, usage));
    output(json, "stdout", finished.out());
    output(json, "stderr", finished.err());
    pen(json, finished.pen());
    json.writeObjectPropertyStart("denialsNotListed");
    new TreeMap<>(finished.denialsNotListed()).forEach(json::writeNumberProperty);
    json.writeEndObject();
    NetworkJson.write(json, finished.network());
    ProtectionJson.write(json, finished.protection());
  }

  private static void outcome(JsonGenerator json, Outcome outcome) {
    switch (outcome) {
      case Outcome.Exited(int code) -> {
        json.writeStringProperty("kind", "exited");
        json.writeNumberProperty("code", code);
      }
      case Outcome.Signalled(int signal) -> {
        json.writeStringProperty("kind", "signalled");
        json.writeNumberProperty("signal", signal);
      }
      case Outcome.TimedOut(var limit) -> {
        json.writeStringProperty("kind", "timed-out");
        json.writeNumberProperty("limitMillis", limit.toMillis());
      }
      case Outcome.OutOfMemory(var limit) -> {
        json.writeStringProperty("kind", "out-of-memory");
        number(json, "limitBytes", limit);
      }
      case Outcome.DiskFull(var low) -> {
        json.writeStringProperty("kind", "disk-full");
        json.writeStringProperty("path", low.path());
        json.writeNumberProperty("freeBytes", low.freeBytes());
        json.writeNumberProperty("floorBytes", low.floorBytes());
      }
      case Outcome.Interrupted() -> json.writeStringProperty("kind", "interrupted");
      case Outcome.OutputClosed() -> json.writeStringProperty("kind", "output-closed");
      case Outcome.NotStarted(String call, int errno) -> {
        json.writeStringProperty("kind", "not-started");
        json.writeStringProperty("call", call);
        json.writeStringProperty("errno", Errno.name(errno));
      }
    }
  }

  private static void usage(JsonGenerator json, Usage usage) {
    json.writeObjectPropertyStart("usage");
    json.writeNumberProperty("cpuMillis", usage.processorTime().toMillis());
    json.writeStringProperty("cpuOf", usage.ofWholeRun() ? "run" : "command");
    number(json, "largestProcessBytes", usage.largestProcessBytes());
    number(json, "peakMemoryBytes", usage.peakMemoryBytes());
    number(json, "memoryLimitBytes", usage.memoryLimitBytes());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, OptionalLong value) {
    if (value.isPresent()) {
      json.writeNumberProperty(name, value.getAsLong());
    }
  }

  private static void output(JsonGenerator json, String name, HeadTail output) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("bytes", output.total());
    json.writeNumberProperty("droppedBytes", output.dropped());
    json.writeStringProperty("head", NativeString.decode(output.head()));
    json.writeStringProperty("tail", NativeString.decode(output.tail()));
    json.writeEndObject();
  }

  private static void pen(JsonGenerator json, RunReport.PenState pen) {
    json.writeBooleanProperty("sandboxed", pen.sandboxed());
    json.writeStringProperty("tier", pen.tier());
    if (!pen.notFull().isEmpty()) {
      json.writeStringProperty("notFull", pen.notFull());
    }
    json.writeNumberProperty("openedMicros", pen.opened().toNanos() / 1000);
    json.writeBooleanProperty("allProcessesGone", pen.gone());
    json.writeArrayPropertyStart("protections");
    pen.protections().forEach((protection, status) -> Diagnosis.write(json, protection, status));
    json.writeEndArray();
    json.writeNumberProperty("proofMicros", pen.proofTook().toNanos() / 1000);
    json.writeArrayPropertyStart("proof");
    pen.proof().attempts().forEach(attempt -> Diagnosis.write(json, attempt));
    json.writeEndArray();
    json.writeArrayPropertyStart("warnings");
    pen.warnings().forEach(json::writeString);
    json.writeEndArray();
  }
}
