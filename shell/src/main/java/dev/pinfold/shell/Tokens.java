package dev.pinfold.shell;

import java.util.Set;

/** Blanks, comments, newlines, reserved words: what stands between words. */
final class Tokens {
  /** POSIX 2.4, without the ones that only follow another ({@code in}). */
  private static final Set<String> RESERVED_SH =
      Set.of(
          "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "then",
          "until", "while");

  private static final Set<String> RESERVED_BASH =
      Set.of("[[", "coproc", "function", "select", "time");

  /** Reserved words that can't begin a command. */
  private static final Set<String> CLOSING =
      Set.of("}", "do", "done", "elif", "else", "esac", "fi", "in", "then");

  /** Longest reserved word. */
  private static final int LONGEST = "function".length();

  private final Grammar grammar;

  Tokens(Grammar grammar) {
    this.grammar = grammar;
  }

  /**
   * Whether bash sees a reserved word, other than {@code time}, in a place where a command may
   * begin.
   */
  static boolean reserved(String word) {
    return !word.equals("time")
        && (RESERVED_SH.contains(word)
            || RESERVED_BASH.contains(word)
            || CLOSING.contains(word)
            || word.equals("]]"));
  }

  /** Whether an unquoted character ends a word (POSIX 2.3, rules 6 and 7, and the newline). */
  static boolean delimits(int c) {
    return switch (c) {
      case Cursor.END, ' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')' -> true;
      default -> false;
    };
  }

  static boolean startsName(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  static boolean continuesName(int c) {
    return startsName(c) || digit(c);
  }

  static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Skips blanks and a comment. */
  void skipBlanks() {
    Cursor cursor = grammar.cursor;
    while (cursor.at(' ') || cursor.at('\t')) {
      cursor.next();
    }
    if (cursor.at('#')) {
      int end = cursor.text().indexOf('\n', cursor.pos());
      cursor.jump(end < 0 ? cursor.text().length() : end);
    }
  }

  /** Skips blanks, comments and newlines; here-documents that a newline begins are read. */
  void skipNewlines() {
    skipBlanks();
    while (takeNewline()) {
      skipBlanks();
    }
  }

  boolean takeNewline() {
    Cursor cursor = grammar.cursor;
    if (!cursor.at('\n')) {
      return false;
    }
    grammar.simpleCommands.suspend(false);
    if (grammar.hereDocuments.pending()) {
      grammar.hereDocuments.read(cursor.pos() + 1);
    } else {
      cursor.next();
    }
    return true;
  }

  /** The reserved word at the cursor, or the empty string. */
  String keyword() {
    String word = plainWord();
    boolean reserved =
        RESERVED_SH.contains(word) || (grammar.bash() && RESERVED_BASH.contains(word));
    return reserved ? word : "";
  }

  /** Whether the word at the cursor is this one, unquoted. */
  boolean atWord(String word) {
    return grammar.cursor.at(word.charAt(0)) && plainWord().equals(word);
  }

  /** Whether a whole word at the cursor is this option. */
  boolean atOption(String option) {
    Cursor cursor = grammar.cursor;
    int end = cursor.after(option);
    return end >= 0 && (end >= cursor.text().length() || delimits(cursor.text().charAt(end)));
  }

  void takeWord(String word) {
    skipNewlines();
    if (!atWord(word)) {
      throw grammar.unexpected("\"" + word + "\"");
    }
    grammar.cursor.take(word);
  }

  boolean atClosingWord() {
    String word = plainWord();
    return CLOSING.contains(word) || (grammar.bash() && word.equals("]]"));
  }

  /**
   * The word at the cursor if it is unquoted and short enough to be reserved, else the empty
   * string.
   */
  private String plainWord() {
    Cursor cursor = grammar.cursor;
    String text = cursor.text();
    int i = cursor.pos();
    if (i >= text.length() || !mayStartReserved(text.charAt(i))) {
      return "";
    }
    var word = new StringBuilder(LONGEST);
    while (i < text.length() && !delimits(text.charAt(i))) {
      if (word.length() == LONGEST) {
        return "";
      }
      word.append(text.charAt(i));
      i = cursor.skipContinuations(i + 1);
    }
    // A process substitution goes on with the word: {<(a) is one word to bash.
    boolean longer =
        grammar.bash()
            && i < text.length()
            && (text.charAt(i) == '<' || text.charAt(i) == '>')
            && text.startsWith("(", cursor.skipContinuations(i + 1));
    return longer ? "" : word.toString();
  }

  private static boolean mayStartReserved(char c) {
    return (c >= 'a' && c <= 'z') || c == '{' || c == '}' || c == '!' || c == '[' || c == ']';
  }

  /** What stands at the cursor, for messages. */
  String describe() {
    int c = grammar.cursor.peek();
    return switch (c) {
      case Cursor.END -> "the text ends here";
      case '\n' -> "unexpected end of line";
      default -> "unexpected \"" + shown(c) + "\"";
    };
  }

  private String shown(int c) {
    String word = plainWord();
    if (!word.isEmpty()) {
      return word;
    }
    return c < ' ' ? "\\x%02x".formatted(c) : Character.toString(c);
  }
}
