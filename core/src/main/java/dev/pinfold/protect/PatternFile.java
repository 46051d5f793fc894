package dev.pinfold.protect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tables that come with this package: a line each, {@code #} starts a comment. */
final class PatternFile {
  private PatternFile() {}

  static List<String> lines(String name) {
    try (InputStream in = PatternFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks its own table " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each line's pattern with its reason. */
  static PathPatterns patterns(String name) {
    PathPatterns patterns = new PathPatterns();
    addTo(patterns, name);
    return patterns;
  }

  static void addTo(PathPatterns patterns, String name) {
    for (String line : lines(name)) {
      int tab = line.indexOf('\t');
      patterns.add(Glob.of(line.substring(0, tab)), line.substring(tab + 1));
    }
  }
}
