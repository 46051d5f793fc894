package dev.pinfold.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The text of a table that ships beside this package's classes. */
final class ResourceText {
  private ResourceText() {}

  static String read(String name) {
    try (InputStream in = ResourceText.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the policy table " + name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the policy table " + name + " can't be read", e);
    }
  }
}
