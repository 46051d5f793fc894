package dev.pinfold.cli;

import dev.pinfold.agent.loop.AgentReport;
import tools.jackson.core.JsonGenerator;

/** An agent's report for programs. */
final class AgentJson {
  private final AgentReport report;

  private AgentJson(AgentReport report) {
    this.report = report;
  }

  /** One object on one line. */
  static byte[] of(AgentReport report) {
    return Json.line(new AgentJson(report)::write);
  }

  private void write(JsonGenerator json) {
    json.writeStringProperty("run", report.run());
    json.writeStringProperty("task", report.task());
    json.writeStringProperty("model", report.model());
    json.writeStringProperty("started", report.started().toString());
    json.writeNumberProperty("tookMillis", report.took().toMillis());
    json.writeStringProperty("state", report.ending().state().label());
    json.writeStringProperty("cause", report.ending().cause().label());
    json.writeStringProperty("reason", report.ending().reason());
    json.writeStringProperty("summary", report.summary());
    refused(json);
    checks(json);
    report.work().ifPresent(work -> work(json, work));
    use(json, report.use());
    json.writeObjectPropertyStart("pen");
    json.writeBooleanProperty("sandboxed", report.pen().sandboxed());
    json.writeStringProperty("tier", report.pen().tier());
    json.writeStringProperty("notFull", report.pen().notFull());
    json.writeBooleanProperty("proven", report.pen().proven());
    json.writeEndObject();
    json.writeArrayPropertyStart("notes");
    report.notes().forEach(json::writeString);
    json.writeEndArray();
    json.writeStringProperty("journal", report.journal().toString());
    json.writeStringProperty("head", report.head());
  }

  private void refused(JsonGenerator json) {
    json.writeArrayPropertyStart("refused");
    for (AgentReport.Refused one : report.refused()) {
      json.writeStartObject();
      json.writeStringProperty("layer", one.layer());
      json.writeStringProperty("what", one.what());
      json.writeStringProperty("rule", one.rule());
      json.writeStringProperty("reason", one.reason());
      json.writeNumberProperty("times", one.times());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void checks(JsonGenerator json) {
    json.writeArrayPropertyStart("checks");
    for (AgentReport.Check check : report.checks()) {
      json.writeStartObject();
      json.writeStringProperty("command", check.command());
      json.writeBooleanProperty("passed", check.passed());
      json.writeNumberProperty("tries", check.tries());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void work(JsonGenerator json, AgentReport.Work work) {
    json.writeObjectPropertyStart("work");
    json.writeStringProperty("source", work.taken().from().source().toString());
    json.writeStringProperty("tree", work.taken().from().tree().toString());
    json.writeStringProperty("branch", work.taken().from().branch());
    json.writeStringProperty("base", work.taken().from().base().hex());
    json.writeStringProperty("tip", work.taken().tip().hex());
    json.writeBooleanProperty("leftovers", work.taken().leftovers());
    json.writeArrayPropertyStart("commits");
    work.commits().forEach(json::writeString);
    json.writeEndArray();
    CloneText.write(json, work.changes());
    json.writeArrayPropertyStart("runsLater");
    work.runsLater().forEach(json::writeString);
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void use(JsonGenerator json, AgentReport.Use use) {
    json.writeObjectPropertyStart("use");
    json.writeNumberProperty("turns", use.turns());
    json.writeNumberProperty("toolCalls", use.toolCalls());
    json.writeNumberProperty("inputTokens", use.tokens().input());
    json.writeNumberProperty("cacheReadTokens", use.tokens().cacheRead());
    json.writeNumberProperty("cacheWriteTokens", use.tokens().cacheWrite());
    json.writeNumberProperty("outputTokens", use.tokens().output());
    json.writeBooleanProperty("metered", use.microDollars().isPresent());
    json.writeNumberProperty("microDollars", use.microDollars().orElse(0));
    json.writeNumberProperty("budgetMicroDollars", use.budget().microDollars());
    json.writeNumberProperty("budgetTurns", use.budget().turns());
    json.writeNumberProperty("budgetMillis", use.budget().time().toMillis());
    json.writeEndObject();
  }
}
