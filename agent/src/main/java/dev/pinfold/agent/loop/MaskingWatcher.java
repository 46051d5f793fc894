package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.process.Live;
import dev.pinfold.tools.ToolReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lets a watcher see everything but known secrets. */
final class MaskingWatcher implements Watcher {
  private final Watcher watcher;
  private final Mask mask;
  private final MaskedStream said;
  private Output output;

  MaskingWatcher(Watcher watcher, Mask mask) {
    this.watcher = watcher;
    this.mask = mask;
    said = new MaskedStream(mask);
    output = new Output(Live.NOWHERE);
  }

  @Override
  public void state(RunState state, String reason) {
    flush();
    watcher.state(state, mask.of(reason));
  }

  @Override
  public void note(String text) {
    watcher.note(mask.of(text));
  }

  @Override
  public void said(String piece) {
    show(said.take(piece));
  }

  private void show(String text) {
    if (!text.isEmpty()) {
      watcher.said(text);
    }
  }

  @Override
  public void called(ToolCall call) {
    flush();
    watcher.called(masked(call));
  }

  @Override
  public void answered(ToolCall call, ToolReply reply) {
    flush();
    watcher.answered(
        masked(call),
        new ToolReply(
            mask.of(reply.text()),
            reply.failed(),
            reply.refusal().map(this::masked),
            Optional.empty()));
  }

  private ToolReply.Refusal masked(ToolReply.Refusal refusal) {
    return new ToolReply.Refusal(refusal.rule(), mask.of(refusal.reason()));
  }

  @Override
  public void refused(AgentReport.Refused refused) {
    watcher.refused(refused.masked(mask));
  }

  @Override
  public void checking(String command) {
    flush();
    watcher.checking(mask.of(command));
  }

  @Override
  public void checked(String command, boolean passed) {
    flush();
    watcher.checked(mask.of(command), passed);
  }

  @Override
  public Live output() {
    output = new Output(watcher.output());
    return output;
  }

  private ToolCall masked(ToolCall call) {
    return new ToolCall(call.id(), mask.of(call.name()), mask.of(call.arguments()));
  }

  private void flush() {
    show(said.rest());
    output.flush();
  }

  /** A command's output; characters of one byte each, so that no byte is lost. */
  private final class Output implements Live {
    private final Live live;
    private final MaskedStream stream = new MaskedStream(mask);
    private Stream last = Stream.OUT;

    Output(Live live) {
      this.live = live;
    }

    @Override
    public void write(Stream to, byte[] bytes, int length) throws IOException {
      if (to != last) {
        put(stream.rest());
        last = to;
      }
      put(stream.take(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)));
    }

    private void put(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      if (bytes.length > 0) {
        live.write(last, bytes, bytes.length);
      }
    }

    void flush() {
      try {
        put(stream.rest());
      } catch (IOException gone) {
        // Nobody reads it any more: the command that wrote it has ended, and the next one learns
        // it.
        stream.rest();
      }
    }
  }
}
