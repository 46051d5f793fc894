package dev.pinfold.agent.model;

import java.util.Arrays;

/**
 * A key of a model's server. Its text says nothing of it.
 *
 * <p>It is held as characters that {@link #close} wipes. Each request makes a copy that can't be
 * wiped, for a header is a {@code String}: closing shortens how long it is in memory, no more.
 */
public final class ApiKey implements AutoCloseable {
  /** The longest in use, signed tokens, have some 3,000 characters. */
  static final int MOST_CHARS = 8192;

  /** Parts of a key from this length on are masked: shorter ones turn up by chance. */
  private static final int SHORTEST_PART = 8;

  private static final String MASK = "[key]";

  private final char[] characters;

  private ApiKey(char[] characters) {
    this.characters = characters;
  }

  /**
   * Takes a copy of {@code characters}; blanks and line ends around are left out.
   *
   * @param from where it comes from, for the message
   * @throws ModelException if it can't be sent; the message does not show it
   */
  static ApiKey of(char[] characters, String from) throws ModelException {
    int start = 0;
    int end = characters.length;
    while (start < end && characters[start] <= ' ') {
      start++;
    }
    while (end > start && characters[end - 1] <= ' ') {
      end--;
    }
    if (start == end) {
      throw new ModelException(ModelException.Kind.KEY, "the key from " + from + " is empty");
    }
    if (end - start > MOST_CHARS) {
      throw new ModelException(
          ModelException.Kind.KEY,
          "the key from " + from + " has more than " + MOST_CHARS + " characters: it is no key");
    }
    for (int i = start; i < end; i++) {
      if (characters[i] <= ' ' || characters[i] > '~') {
        throw new ModelException(
            ModelException.Kind.KEY,
            "the key from "
                + from
                + " has a blank, a line end or a character that is not ASCII in it: it must be one"
                + " line with the key alone");
      }
    }
    return new ApiKey(Arrays.copyOfRange(characters, start, end));
  }

  /** The key itself: for the header that carries it, and for those who mask it. */
  public String reveal() {
    return new String(characters);
  }

  /** The same text with a mask for the key and for parts of it. */
  String masked(String text) {
    String key = reveal();
    int part = Math.min(SHORTEST_PART, key.length());
    StringBuilder masked = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int length = longestPart(text, at, key, part);
      if (length == 0) {
        masked.append(text.charAt(at++));
      } else {
        masked.append(MASK);
        at += length;
      }
    }
    return masked.toString();
  }

  /** How long the part of the key is that starts there; 0 for none that matters. */
  private static int longestPart(String text, int at, String key, int part) {
    int longest = 0;
    for (int from = 0; from + part <= key.length(); from++) {
      int length = 0;
      while (from + length < key.length()
          && at + length < text.length()
          && text.charAt(at + length) == key.charAt(from + length)) {
        length++;
      }
      longest = length >= part ? Math.max(longest, length) : longest;
    }
    return longest;
  }

  /** Wipes it: it can't be used any more. */
  @Override
  public void close() {
    Arrays.fill(characters, '\0');
  }

  @Override
  public String toString() {
    return "ApiKey[not shown]";
  }
}
