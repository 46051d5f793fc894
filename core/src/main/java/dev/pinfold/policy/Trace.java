package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Word;
import java.util.List;

/**
 * Hears how a text is judged: what opens, is understood, matches, and closes again, in the order of
 * judging. Events pass what is at hand, so that {@link #OFF} costs nothing.
 */
interface Trace {
  /** Hears nothing: what {@link Policy#evaluate} uses. */
  Trace OFF = new Trace() {};

  /** A command of a script begins; its words are not expanded yet. */
  default void open(Command command, Scope scope) {}

  /** A command begins whose words are known already: what a wrapper runs. */
  default void open(Execution execution) {}

  /** A command begins that stands in no script: one of Windows, or a vector. */
  default void open(List<Argument> words, Span span, List<String> via) {}

  /** One round of a loop over values begins. */
  default void open(Command.For loop, String value, Scope scope) {}

  /** Words became arguments. */
  default void expanded(List<Word> words, ShellState state, Scope scope) {}

  /** The command that is open is this one. */
  default void call(Execution execution) {}

  /** What the program of the open command is. */
  default void understood(Kind kind, String name) {}

  /** A rule has something against what is open. */
  default void matched(Rule rule, Span span, String detail) {}

  /** What was opened last ends. */
  default void close() {}

  /** What a command's first word names. */
  enum Kind {
    FUNCTION,
    ALIAS,
    BUILTIN,
    /** A program whose options and operands the table knows. */
    PROGRAM,
    /** Another program: only what holds for every program is judged. */
    OTHER_PROGRAM,
    /** Nobody knows what it names. */
    UNKNOWN
  }
}
