package dev.pinfold.shell;

import java.util.List;

/**
 * What a tokeniser makes of a command line for {@code cmd.exe} or PowerShell.
 *
 * <p>These are no parsers of whole languages: whatever is not a plain command line is {@link
 * Unknown}, never guessed.
 */
public sealed interface WindowsLine {
  /**
   * The commands, in the order of the text; those inside others are in {@link
   * WindowsCommand#nested}.
   */
  record Commands(List<WindowsCommand> commands) implements WindowsLine {
    /** Copies the list. */
    public Commands {
      commands = List.copyOf(commands);
    }
  }

  /** The line was not understood from here on, so nothing is said about it. */
  record Unknown(Span span, String reason) implements WindowsLine {}
}
