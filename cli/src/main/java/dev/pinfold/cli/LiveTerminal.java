package dev.pinfold.cli;

import dev.pinfold.process.Live;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.DenialListener;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * What is seen of a run while it goes on: the command's output, and a line for each different thing
 * that it was refused, the first {@value #MOST_LINES} of them.
 *
 * <p>Thread contract: output comes from one thread, denials from another.
 */
final class LiveTerminal implements Live, DenialListener {
  /** Who has not understood after so many lines reads the report. */
  static final int MOST_LINES = 20;

  private final Terminal terminal;
  private final boolean json;
  private final boolean quiet;
  private final Set<Denial> told = new HashSet<>();
  private boolean inLine;
  private boolean gone;

  /**
   * @param json whether standard output belongs to the report
   * @param quiet whether only the command is heard
   */
  LiveTerminal(Terminal terminal, boolean json, boolean quiet) {
    this.terminal = terminal;
    this.json = json;
    this.quiet = quiet;
  }

  @Override
  public synchronized void write(Stream stream, byte[] bytes, int length) throws IOException {
    Output output = stream == Stream.OUT && !json ? terminal.out() : terminal.err();
    output.write(bytes, length).flush();
    inLine = length > 0 ? bytes[length - 1] != '\n' : inLine;
  }

  @Override
  public synchronized void denied(CountedDenial first) {
    if (quiet || gone || told.size() >= MOST_LINES || isToldOtherwise(first.denial())) {
      return;
    }
    try {
      if (inLine) {
        terminal.err().println("");
        inLine = false;
      }
      DenialText.say(terminal, first);
      told.add(first.denial());
    } catch (IOException e) {
      // The report goes to the same stream afterwards, and meets the same error.
      gone = true;
    }
  }

  /** What was told while it went on. */
  synchronized Set<Denial> told() {
    return Set.copyOf(told);
  }

  /** The policy's words before a run and those about protected files after it say more. */
  private static boolean isToldOtherwise(Denial denial) {
    return switch (denial.layer()) {
      case POLICY, PROTECTED -> true;
      case EXEC_GUARD, FILES, METADATA, SYSTEM_CALLS -> false;
      case NETWORK -> DenialText.isLookUp(denial);
    };
  }
}
