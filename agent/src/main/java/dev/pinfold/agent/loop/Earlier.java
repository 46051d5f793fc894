package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Usage;
import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a journal tells of a run whose JVM was killed. */
final class Earlier {
  private RunState state = RunState.QUEUED;
  private Instant started = Instant.EPOCH;
  private int turns;
  private int toolCalls;
  private long spent;
  private long reserved;
  private long elapsedMillis;
  private Usage usage = Usage.NONE;
  private Optional<Ending> ending = Optional.empty();
  private String summary = "";
  private final List<AgentReport.Refused> refused = new ArrayList<>();

  void take(Entry entry) {
    Fields fields = entry.fields();
    switch (entry.kind()) {
      case "agent.asked" -> started = entry.at();
      case "agent.state" ->
          state = RunState.valueOf(fields.text("state").orElse("").toUpperCase(Locale.ROOT));
      case "agent.ending" -> {
        ending =
            Optional.of(
                new Ending(
                    Ending.Cause.valueOf(fields.text("cause").orElse("").toUpperCase(Locale.ROOT)),
                    fields.text("reason").orElse("")));
        summary = fields.text("summary").orElse("");
      }
      case "model.call" -> {
        spent += reserved; // of a call before it that was not answered
        reserved = fields.number("reservedMicroDollars").orElse(0L);
        turns = Math.toIntExact(fields.number("turn").orElse(0L));
      }
      case "model.answer" -> {
        reserved = 0;
        spent = fields.number("spentMicroDollars").orElse(0L);
        elapsedMillis = fields.number("elapsedMillis").orElse(0L);
        usage = usage.plus(used(fields));
      }
      case "tool.call" -> toolCalls++;
      case "agent.refused" -> refused.add(AgentReport.Refused.of(fields));
      default -> {}
    }
  }

  private static Usage used(Fields fields) {
    return new Usage(
        fields.number("inputTokens").orElse(0L),
        fields.number("cacheReadTokens").orElse(0L),
        fields.number("cacheWriteTokens").orElse(0L),
        fields.number("outputTokens").orElse(0L));
  }

  RunState state() {
    return state;
  }

  Instant started() {
    return started;
  }

  int toolCalls() {
    return toolCalls;
  }

  Duration elapsed() {
    return Duration.ofMillis(elapsedMillis);
  }

  /** Why it was about to end, when it was. */
  Optional<Ending> ending() {
    return ending;
  }

  String summary() {
    return summary;
  }

  /** What it was not let do, as far as the journal came. */
  List<AgentReport.Refused> refused() {
    return List.copyOf(refused);
  }

  void carryTo(Ledger ledger) {
    ledger.carry(turns, spent + reserved, usage);
  }
}
