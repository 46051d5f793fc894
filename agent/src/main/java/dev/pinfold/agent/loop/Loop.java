package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Answer;
import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.Model;
import dev.pinfold.agent.model.ModelException;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.journal.Fields;
import dev.pinfold.tools.ToolReply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the model, does what it calls for, tells it what came of that, until there is an end. */
final class Loop {
  /** How often in a row a model may say something and call nothing. */
  private static final int MOST_IDLE = 3;

  /** How often a conversation is made smaller for one answer. */
  private static final int MOST_SHRINKING = 3;

  private static final String NUDGE =
      "You called no tool. Go on with the tools, or call done with a summary if the task is done or"
          + " can't be.";

  private static final String CUT =
      "Your answer was cut because it was too long. Go on in smaller steps: write long files in"
          + " parts, with write_file and mode append.";

  private final Session session;
  private final AgentTools tools;
  private final Checks checks;
  private final Dialogue dialogue;
  private final Refusals refusals = new Refusals();
  private int idle;
  private int toolCalls;
  private String summary;

  /**
   * @param earlier what the run did before its JVM was killed; nothing for a new one
   */
  Loop(Session session, AgentTools tools, Checks checks, Dialogue dialogue, Earlier earlier) {
    this.session = session;
    this.tools = tools;
    this.checks = checks;
    this.dialogue = dialogue;
    toolCalls = earlier.toolCalls();
    summary = earlier.summary();
    earlier.refused().forEach(refusals::take);
  }

  /** Runs until there is an end, which may be a person's or the clock's. */
  Ending run() throws IOException {
    while (true) {
      Optional<Ending> end = turn();
      if (end.isPresent()) {
        return end.get();
      }
    }
  }

  List<AgentReport.Refused> refused() {
    return refusals.listed();
  }

  int toolCalls() {
    return toolCalls;
  }

  /** What the model said with {@code done}; otherwise empty. */
  String summary() {
    return summary;
  }

  private Optional<Ending> turn() throws IOException {
    Optional<Ending> stopped = session.stopped();
    if (stopped.isPresent()) {
      return stopped;
    }
    Conversation next = dialogue.next();
    Answer answer;
    try {
      Optional<Ending> over = session.ledger().reserve(next);
      if (over.isPresent()) {
        return over;
      }
      answer = ask(next);
    } catch (ModelException failed) {
      return Optional.of(
          session
              .stopped()
              .orElse(new Ending(Ending.Cause.MODEL, String.valueOf(failed.getMessage()))));
    } catch (InterruptedException cancelled) {
      return Optional.of(
          session.stopped().orElse(new Ending(Ending.Cause.CANCELLED, "it was interrupted")));
    }
    dialogue.add(new Message.Said(answer.text(), answer.calls()));
    return answer.calls().isEmpty() ? idle(answer) : answer(answer.calls());
  }

  private Answer ask(Conversation first) throws ModelException, InterruptedException, IOException {
    Conversation asked = first;
    for (int shrunk = 0; ; shrunk++) {
      session
          .record()
          .append(
              "model.call",
              Fields.none()
                  .with("turn", session.ledger().turns())
                  .with("messages", asked.messages().size())
                  .with("reservedMicroDollars", session.ledger().reserved()));
      try {
        Answer answer = session.model().next(asked, new Heard(session), session.cancellation());
        session.ledger().settle(answer.usage());
        session.record().add("model.answer", told(answer));
        return answer;
      } catch (ModelException failed) {
        if (failed.kind() != ModelException.Kind.TOO_LONG || shrunk == MOST_SHRINKING) {
          session.ledger().settle(failed.lost());
          throw failed;
        }
        asked = dialogue.context().smaller();
      } catch (InterruptedException cancelled) {
        session.ledger().settleAsReserved();
        throw cancelled;
      }
    }
  }

  private Fields told(Answer answer) {
    Usage usage = answer.usage();
    return Fields.none()
        .with("text", session.record().mask(answer.text()))
        .with("sha256", Digest.of(answer.text()))
        .with("calls", answer.calls().size())
        .with("stop", answer.stop().name())
        .with("inputTokens", usage.input())
        .with("cacheReadTokens", usage.cacheRead())
        .with("cacheWriteTokens", usage.cacheWrite())
        .with("outputTokens", usage.output())
        .with("spentMicroDollars", session.ledger().spent())
        .with("elapsedMillis", session.deadline().elapsed().toMillis());
  }

  private Optional<Ending> idle(Answer answer) throws IOException {
    if (answer.stop() == Answer.Stop.REFUSED) {
      return Optional.of(
          new Ending(Ending.Cause.MODEL, "the model or its server refused to go on"));
    }
    if (++idle >= MOST_IDLE) {
      return Optional.of(
          new Ending(
              Ending.Cause.UNFINISHED,
              "the model called no tool " + MOST_IDLE + " times, and did not say that it is done"));
    }
    dialogue.add(new Message.Asked(answer.stop() == Answer.Stop.LENGTH ? CUT : NUDGE));
    return Optional.empty();
  }

  /** Every call gets its answer, in order, as long as there is no end. */
  Optional<Ending> answer(List<ToolCall> calls) throws IOException {
    idle = 0;
    for (ToolCall call : calls) {
      Optional<Ending> end = answer(call);
      if (end.isPresent()) {
        return end;
      }
    }
    return Optional.empty();
  }

  private Optional<Ending> answer(ToolCall call) throws IOException {
    toolCalls++;
    session.watcher().called(call);
    session
        .record()
        .append(
            "tool.call",
            Fields.none()
                .with("id", call.id())
                .with("tool", session.record().mask(call.name()))
                .with("arguments", session.record().mask(call.arguments())));
    boolean done = call.name().equals(AgentTools.DONE);
    ToolReply reply = done ? done(call) : noted(call, called(call));
    session
        .record()
        .add(
            "tool.result",
            Fields.none()
                .with("id", call.id())
                .with("failed", reply.failed())
                .with("refused", reply.refusal().map(ToolReply.Refusal::rule).orElse(""))
                .with("run", reply.run().map(run -> run.run()).orElse(""))
                .with("characters", reply.text().length())
                .with("sha256", Digest.of(reply.text())));
    dialogue.add(new Message.Result(call.id(), reply.text(), reply.failed()));
    tell(call, reply);
    return done ? end(reply) : stuck(reply);
  }

  private ToolReply noted(ToolCall call, ToolReply reply) throws IOException {
    List<AgentReport.Refused> refused = Refusals.of(shown(call), reply);
    for (AgentReport.Refused one : refused) {
      session.record().add("agent.refused", one.masked(session.record().mask()).fields());
    }
    return refusals.take(refused, reply);
  }

  private void tell(ToolCall call, ToolReply reply) {
    session.watcher().answered(call, reply);
    if (reply.refusal().isEmpty()) {
      reply.run().map(Refusals::of).orElse(List.of()).forEach(session.watcher()::refused);
    }
  }

  private ToolReply called(ToolCall call) throws IOException {
    return tools.call(call, session.watcher().output(), session.cancellation());
  }

  private ToolReply done(ToolCall call) throws IOException {
    Optional<Map<String, Object>> said = call.argumentsByName();
    if (said.isEmpty()) {
      return AgentTools.malformed(call);
    }
    String failed = session.task().plan() ? "" : checks.run();
    if (failed.isEmpty()) {
      summary =
          session.record().mask(String.valueOf(said.get().getOrDefault(AgentTools.SUMMARY, "")));
      return new ToolReply("done", false);
    }
    return new ToolReply(
        failed
            + (checks.isExhausted()
                ? "\nThat was the last try."
                : "\nMake it pass, and call done again."),
        true);
  }

  private Optional<Ending> end(ToolReply reply) {
    if (!reply.failed()) {
      return Optional.of(new Ending(Ending.Cause.DONE, "the model says that it is done"));
    }
    Optional<Ending> stopped = session.stopped();
    if (stopped.isPresent() || !checks.isExhausted()) {
      return stopped;
    }
    return Optional.of(
        new Ending(
            Ending.Cause.CHECKS,
            "a check did not pass in " + Checks.MOST_TRIES + " tries: " + checks.lastCommand()));
  }

  private Optional<Ending> stuck(ToolReply reply) {
    return refusals
        .tooOften(reply)
        .map(
            refusal ->
                new Ending(
                    Ending.Cause.REFUSALS,
                    "the model asked "
                        + Refusals.STOP_AT
                        + " times for what is refused: "
                        + session.record().mask(refusal)));
  }

  private String shown(ToolCall call) {
    return session.record().mask(call.name() + " " + call.arguments());
  }

  /** Passes on what the model says, and asks the budget before a second try. */
  private record Heard(Session session) implements Model.Progress {
    @Override
    public void text(String piece) {
      session.watcher().said(piece);
    }

    @Override
    public boolean mayTryAgain(Usage lost) {
      return session.ledger().canLose(lost);
    }
  }
}
