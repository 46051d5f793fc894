package dev.pinfold.cli;

import dev.pinfold.agent.loop.AgentReport;
import dev.pinfold.agent.loop.RunState;
import dev.pinfold.agent.loop.Watcher;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.tools.ToolReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What a person sees of an agent while it works, on standard error: what it says, what it calls,
 * what that gave. When nobody reads it any more, the run is ended.
 */
final class AgentTerminal implements Watcher {
  /** Of a call's arguments, of an answer, of a command's output: the journal has more. */
  private static final int MOST_CHARS = 160;

  private static final int MOST_LINES = 20;

  private final Terminal terminal;
  private final boolean quiet;
  private final Cancellation cancellation;
  private boolean inText;
  private boolean gone;
  private Lines output = new Lines();

  /**
   * @param quiet whether nothing is shown
   * @param cancellation ends the run
   */
  AgentTerminal(Terminal terminal, boolean quiet, Cancellation cancellation) {
    this.terminal = terminal;
    this.quiet = quiet;
    this.cancellation = cancellation;
  }

  @Override
  public synchronized void state(RunState state, String reason) {
    line(state.label() + (reason.isEmpty() ? "" : ": " + reason));
  }

  @Override
  public synchronized void note(String text) {
    line("  " + text);
  }

  @Override
  public synchronized void said(String piece) {
    show(inText ? piece : "\n" + piece);
    inText |= !piece.isEmpty();
  }

  @Override
  public synchronized void called(ToolCall call) {
    line("> " + call.name() + " " + shortened(call.arguments()));
  }

  @Override
  public synchronized void answered(ToolCall call, ToolReply reply) {
    output.end();
    if (reply.refusal().isPresent()) {
      line("  refused: " + reply.refusal().get().rule() + ": " + reply.refusal().get().reason());
    } else {
      String first = reply.text().lines().findFirst().orElse("");
      line("  " + (reply.failed() ? "failed: " : "") + shortened(first));
    }
  }

  @Override
  public synchronized void refused(AgentReport.Refused refused) {
    line("  refused: " + refused.what() + ": " + refused.rule() + ": " + refused.reason());
  }

  @Override
  public synchronized void checking(String command) {
    line("check: " + command);
  }

  @Override
  public synchronized void checked(String command, boolean passed) {
    output.end();
    line("check " + (passed ? "passed: " : "FAILED: ") + command);
  }

  @Override
  public synchronized Live output() {
    output = new Lines();
    return output;
  }

  private static String shortened(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…";
  }

  private void line(String text) {
    show((inText ? "\n" : "") + text.replace('\n', ' ') + "\n");
    inText = false;
  }

  private void show(String text) {
    if (quiet || gone) {
      return;
    }
    try {
      terminal.err().print(Printable.lines(text)).flush();
    } catch (IOException e) {
      // The report goes to the terminal afterwards, and meets the same error.
      gone = true;
      cancellation.cancel();
    }
  }

  /** A command's output, by lines. */
  private final class Lines implements Live {
    private final StringBuilder open = new StringBuilder();
    private int shown;

    @Override
    public void write(Stream stream, byte[] bytes, int length) {
      open.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
      int end = open.indexOf("\n");
      while (end >= 0) {
        show(open.substring(0, end));
        open.delete(0, end + 1);
        end = open.indexOf("\n");
      }
      if (open.length() > MOST_CHARS) {
        show(open.toString());
        open.setLength(0);
      }
    }

    void end() {
      if (!open.isEmpty()) {
        show(open.toString());
        open.setLength(0);
      }
    }

    private void show(String text) {
      synchronized (AgentTerminal.this) {
        if (shown < MOST_LINES) {
          line("  | " + shortened(text));
        } else if (shown == MOST_LINES) {
          line("  | …");
        }
        shown++;
      }
    }
  }
}
