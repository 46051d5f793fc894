package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.process.Live;
import dev.pinfold.tools.ToolReply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a watcher sees. */
final class Seen implements Watcher {
  private final List<String> lines = new ArrayList<>();
  private String killedAt = "";

  static Watcher nothing() {
    return new Seen();
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  private synchronized void add(String line) {
    lines.add(line);
    if (!killedAt.isEmpty() && line.startsWith(killedAt)) {
      killedAt = "";
      throw new AssertionError("killed");
    }
  }

  /** From here on nothing of the run happens, as if its JVM were killed: once. */
  synchronized void killAt(String start) {
    killedAt = start;
  }

  @Override
  public void state(RunState state, String reason) {
    add(state.label());
  }

  @Override
  public void note(String text) {
    add("note " + text);
  }

  @Override
  public void said(String piece) {
    add("said " + piece);
  }

  @Override
  public void called(ToolCall call) {
    add("called " + call.name() + " " + call.arguments());
  }

  @Override
  public void answered(ToolCall call, ToolReply reply) {
    add("answered " + reply.text() + reply.refusal().map(Object::toString).orElse(""));
  }

  @Override
  public void refused(AgentReport.Refused refused) {
    add("refused " + refused);
  }

  @Override
  public void checking(String command) {
    add("checking " + command);
  }

  @Override
  public void checked(String command, boolean passed) {
    add("checked " + passed);
  }

  @Override
  public Live output() {
    return (_, bytes, length) ->
        add("output " + new String(bytes, 0, length, StandardCharsets.UTF_8));
  }
}
