package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import dev.pinfold.shell.Field.Piece.Hole;
import dev.pinfold.shell.Field.Piece.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the fields of a word: joins texts, splits expansions (POSIX 2.6.5), keeps patterns apart
 * from quotes.
 */
final class FieldBuilder {
  private static final String SPECIAL = "*?[]\\!-^@+()|";

  private final Span word;
  private final List<Field> fields = new ArrayList<>(1);
  private final List<Piece> pieces = new ArrayList<>(1);
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder pattern = new StringBuilder();
  private boolean present;
  private boolean glob;
  private boolean many;
  private boolean absorbs;

  FieldBuilder(Span word) {
    this.word = word;
  }

  /** Unquoted text of the word itself. */
  void literal(String value) {
    text.append(value);
    pattern.append(value);
    present = true;
  }

  void quoted(String value) {
    text.append(value);
    for (int i = 0; i < value.length(); i++) {
      if (SPECIAL.indexOf(value.charAt(i)) >= 0) {
        pattern.append('\\');
      }
      pattern.append(value.charAt(i));
    }
    present = true;
  }

  /** Active pattern characters. */
  void glob(String value) {
    literal(value);
    glob = true;
  }

  /**
   * Something that isn't known.
   *
   * @param anyNumber whether it may become any number of fields
   */
  void hole(Hole hole, boolean anyNumber) {
    flushText();
    pieces.add(hole);
    many |= anyNumber;
    present = true;
  }

  private void flushText() {
    if (!text.isEmpty()) {
      pieces.add(new Known(text.toString()));
      text.setLength(0);
    }
  }

  /** An expansion inside double quotes. */
  void quoted(Expansion expansion) {
    many |= expansion.many();
    boolean first = true;
    for (List<Piece> element : expansion.elements()) {
      if (!first) {
        end();
      }
      first = false;
      for (Piece piece : element) {
        switch (piece) {
          case Known(String value) -> quoted(value);
          case Hole hole -> hole(hole, expansion.many());
        }
      }
      present = true;
    }
  }

  /**
   * An unquoted expansion: split at the characters of {@code ifs}, or into an unknown number if
   * that isn't known.
   */
  void split(Expansion expansion, Optional<String> ifs) {
    many |= expansion.many();
    boolean first = true;
    for (List<Piece> element : expansion.elements()) {
      if (!first) {
        endIfPresent();
      }
      first = false;
      for (Piece piece : element) {
        switch (piece) {
          case Hole hole -> hole(hole, !ifs.equals(Optional.of("")) || expansion.many());
          case Known(String value) -> {
            if (ifs.isPresent()) {
              split(value, ifs.get());
            } else {
              splitAnywhere(value);
            }
          }
        }
      }
    }
  }

  private void split(String value, String ifs) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (ifs.indexOf(c) < 0) {
        unquoted(c);
        absorbs = false;
      } else if (c == ' ' || c == '\t' || c == '\n') {
        absorbs |= endIfPresent();
      } else if (absorbs) {
        absorbs = false;
      } else {
        end();
      }
    }
  }

  private void unquoted(char c) {
    glob |= c == '*' || c == '?' || c == '[';
    text.append(c);
    pattern.append(c);
    present = true;
  }

  private void splitAnywhere(String value) {
    if (!value.isEmpty()) {
      hole(new Hole(word, "the fields of a text that an unknown IFS splits"), true);
    }
  }

  private boolean endIfPresent() {
    if (present) {
      end();
      return true;
    }
    return false;
  }

  private void end() {
    fields.add(field());
    pieces.clear();
    text.setLength(0);
    pattern.setLength(0);
    present = false;
    glob = false;
    many = false;
  }

  private Field field() {
    if (pieces.isEmpty()) {
      Optional<String> active =
          glob && matchable() ? Optional.of(pattern.toString()) : Optional.empty();
      return new Field.Constant(word, text.toString(), active);
    }
    flushText();
    return new Field.Unknown(word, pieces, many);
  }

  /** A lone {@code [} without its partner is no pattern. */
  private boolean matchable() {
    int open = -1;
    for (int i = 0; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i++;
        case '*', '?' -> {
          return true;
        }
        case '(' -> {
          if (i > 0 && "@+!".indexOf(pattern.charAt(i - 1)) >= 0) {
            return true;
          }
        }
        case '[' -> open = open < 0 ? i : open;
        case ']' -> {
          if (open >= 0 && i > open + 1) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  /** The fields; none if the word expanded to nothing. */
  List<Field> fields() {
    endIfPresent();
    return fields;
  }

  /** The whole as exactly one field, which may be empty. */
  Field single() {
    if (fields.isEmpty()) {
      return field();
    }
    end();
    return new Field.Unknown(
        word, List.of(new Hole(word, "several fields where one is expected")), true);
  }
}
