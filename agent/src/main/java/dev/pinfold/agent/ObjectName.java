package dev.pinfold.agent;

import java.util.regex.Pattern;

/**
 * The name of a git object: SHA-1 or SHA-256, in full (gitformat-pack(5)).
 *
 * @param hex 40 or 64 of {@code 0-9 a-f}
 */
public record ObjectName(String hex) {
  private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{40}([0-9a-f]{24})?");

  /** Checks the shape: it comes from a git that a run may have led astray. */
  public ObjectName {
    if (!isValid(hex)) {
      throw new IllegalArgumentException("not an object's name: " + hex);
    }
  }

  static boolean isValid(String text) {
    return SHAPE.matcher(text).matches();
  }

  /** As people read it. */
  public String abbreviated() {
    return hex.substring(0, 10);
  }

  @Override
  public String toString() {
    return hex;
  }
}
