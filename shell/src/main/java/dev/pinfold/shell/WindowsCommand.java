package dev.pinfold.shell;

import java.util.List;

/**
 * One command of a {@code cmd.exe} or PowerShell line.
 *
 * @param span where it was read from
 * @param words the name and the arguments without their quoting; flags that are glued together
 *     ({@code rd/s/q}) or carry a value ({@code -Recurse:$true}) stay as they are; empty for
 *     redirections alone
 * @param outputs the files that it is redirected to
 * @param inputs the files that it is redirected from
 * @param piped whether it reads the output of the command before it
 * @param expression whether it is a PowerShell value, such as a string, and no command
 * @param nested the commands of script blocks and subexpressions in its words
 */
public record WindowsCommand(
    Span span,
    List<Field> words,
    List<Field> outputs,
    List<Field> inputs,
    boolean piped,
    boolean expression,
    List<WindowsCommand> nested) {
  /** Copies the lists. */
  public WindowsCommand {
    words = List.copyOf(words);
    outputs = List.copyOf(outputs);
    inputs = List.copyOf(inputs);
    nested = List.copyOf(nested);
  }
}
