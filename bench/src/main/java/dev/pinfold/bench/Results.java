package dev.pinfold.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Where samples go: a JSON object a line, {@code {"group", "name", "unit", "samples"}}, or {@code
 * {"group", "name", "missing"}} for what this machine can't do. Several lines may speak of one
 * name. Names are our own: letters, digits, blanks, hyphens.
 */
final class Results {
  private final Path file;

  Results(Path file) {
    this.file = file;
  }

  void nanos(String group, String name, long... samples) throws IOException {
    line(group, name, "\"unit\": \"ns\", \"samples\": " + Arrays.toString(samples));
  }

  void counts(String group, String name, long... samples) throws IOException {
    line(group, name, "\"unit\": \"\", \"samples\": " + Arrays.toString(samples));
  }

  void missing(String group, String name, String why) throws IOException {
    line(group, name, "\"missing\": \"" + why + "\"");
  }

  private void line(String group, String name, String rest) throws IOException {
    Files.writeString(
        file,
        "{\"group\": \"" + group + "\", \"name\": \"" + name + "\", " + rest + "}\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
