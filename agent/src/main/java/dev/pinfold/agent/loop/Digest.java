package dev.pinfold.agent.loop;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a journal has of a text that is too long, or too private, for it. */
final class Digest {
  private Digest() {}

  /** SHA-256 of the text in UTF-8, 64 lower-case hexadecimal digits. */
  static String of(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
