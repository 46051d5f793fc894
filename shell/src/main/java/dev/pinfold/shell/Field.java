package dev.pinfold.shell;

import java.util.List;
import java.util.Optional;

/** One argument that a word expands to, as far as the text alone tells. */
public sealed interface Field {
  /** Where in the source the word stands that this field came from. */
  Span span();

  /**
   * An argument that is known.
   *
   * @param text the argument; where it is a pattern, the text of the pattern without quoting
   * @param pattern present if active pattern characters are left, which the shell would match
   *     against files: the text with quoted special characters escaped by a backslash
   */
  record Constant(Span span, String text, Optional<String> pattern) implements Field {
    /** Whether the shell would match it against files and pass what it finds. */
    public boolean glob() {
      return pattern.isPresent();
    }
  }

  /**
   * An argument (or any number of them) that depends on more than the text.
   *
   * @param pieces what is known, in order: {@code /etc/$x} is "/etc/" and a hole
   * @param many whether it may become any number of arguments, also none
   */
  record Unknown(Span span, List<Piece> pieces, boolean many) implements Field {
    /** Copies the list. */
    public Unknown {
      pieces = List.copyOf(pieces);
    }

    /** The text that it surely starts with; empty if there is none. */
    public String prefix() {
      return pieces.isEmpty() ? "" : pieces.getFirst().text();
    }

    /** The text that it surely ends with; empty if there is none. */
    public String suffix() {
      return pieces.isEmpty() ? "" : pieces.getLast().text();
    }
  }

  /** A piece of an unknown field. */
  sealed interface Piece {
    /** The text, empty for a hole. */
    String text();

    /** Text that is known. */
    record Known(String text) implements Piece {}

    /**
     * Something that the text does not tell.
     *
     * @param span what it was read from
     * @param reason for people: "the value of $X", "the output of a command"
     */
    record Hole(Span span, String reason) implements Piece {
      @Override
      public String text() {
        return "";
      }
    }
  }
}
