package dev.pinfold.policy;

import dev.pinfold.shell.Span;

/**
 * One word of a command after expansion, as far as the text tells.
 *
 * <p>Parts that are not constant stand in the value as single {@linkplain Marks marks}: a hole for
 * text that only the run will know, and one mark for each active character of a pathname pattern.
 * So a value is constant exactly when it holds no mark, and everything else (prefix, suffix, path
 * parts) is ordinary string work.
 *
 * @param value the text with marks
 * @param span where the word stands in the text that was judged
 */
public record Argument(String value, Span span) {
  /** Whether the whole value is known. */
  public boolean isConstant() {
    return !Marks.any(value);
  }

  /** Whether some part is unknown; an unexpanded pattern is not unknown. */
  public boolean isUnknown() {
    return Marks.unknown(value);
  }

  /** Whether an unquoted pathname pattern is in it. */
  public boolean isPattern() {
    return Marks.pattern(value);
  }

  /** The value as a person would read it. */
  public String display() {
    return Marks.display(value);
  }

  Argument with(String other) {
    return new Argument(other, span);
  }

  /** The same word without its first {@code length} characters: the value of a glued option. */
  Argument from(int length) {
    return new Argument(value.substring(length), span);
  }
}
