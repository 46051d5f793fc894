package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import java.util.List;

/** What is known of a variable. */
public sealed interface Value {
  /** Its value is known. */
  record Text(String text) implements Value {}

  /**
   * It is an array, or the positional parameters: its elements are known, indexed from 0 without
   * gaps.
   */
  record Array(List<String> elements) implements Value {
    /** Copies the list. */
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /** It is surely not set. */
  record Unset() implements Value {}

  /**
   * It may have any value, also none.
   *
   * @param pieces what is known of its value, as in {@link Field.Unknown}
   */
  record Unknown(List<Piece> pieces) implements Value {
    /** Copies the list. */
    public Unknown {
      pieces = List.copyOf(pieces);
    }
  }
}
