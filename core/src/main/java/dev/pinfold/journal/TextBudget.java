package dev.pinfold.journal;

/**
 * How much text one entry may still hold. An argument vector may have 2 MiB (execve(2), ARG_MAX), a
 * journal shall not grow by that with each entry: long text is cut, with a mark that says how much
 * is missing.
 */
final class TextBudget {
  /** Enough for every command that a person writes and reads. */
  static final int MAX_TEXT_CHARS = 8 << 10;

  /**
   * Some long texts together; with 6 bytes a character at most 0.5 MiB, see {@link
   * EntryLine#MAX_BYTES}.
   */
  static final int MAX_ENTRY_CHARS = 64 << 10;

  /**
   * What a list's element counts beside its text, so that a list of a million empty texts ends as
   * well.
   */
  private static final int ELEMENT_CHARS = 16;

  private int left = MAX_ENTRY_CHARS;

  void spend(int chars) {
    left = Math.max(0, left - chars);
  }

  String cut(String text) {
    int room = Math.min(MAX_TEXT_CHARS, left);
    if (text.length() <= room) {
      left -= text.length();
      return text;
    }
    left -= room;
    int end = room > 0 && Character.isHighSurrogate(text.charAt(room - 1)) ? room - 1 : room;
    return text.substring(0, end) + "…[+" + (text.length() - end) + " characters]";
  }

  boolean takesElement() {
    if (left < ELEMENT_CHARS) {
      return false;
    }
    left -= ELEMENT_CHARS;
    return true;
  }
}
