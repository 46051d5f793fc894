package dev.pinfold.prove;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code probes.tsv}, read; the file explains itself. */
final class ProbeFile {
  private static final int COLUMNS = 8;

  private ProbeFile() {}

  /** The probes that Pinfold carries, in the order of the file. */
  static List<Probe> builtIn() {
    try (InputStream in = ProbeFile.class.getResourceAsStream("probes.tsv")) {
      if (in == null) {
        throw new IllegalStateException("probes.tsv is missing beside its class");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(ProbeFile::probe)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A row.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Probe probe(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != COLUMNS) {
      throw new IllegalArgumentException(
          COLUMNS + " columns are needed, not " + fields.length + ": " + line);
    }
    Set<String> control = words(fields[6]);
    if (!fields[6].equals("ok") && fields[7].isEmpty()) {
      throw new IllegalArgumentException("a control that is not ok needs its reason: " + line);
    }
    return new Probe(
        fields[0],
        fields[1].isEmpty() ? List.of() : List.of(fields[1].split(",", -1)),
        fields[2],
        how(fields[3]),
        words(fields[4]),
        words(fields[5]),
        control,
        fields[7]);
  }

  private static Probe.How how(String text) {
    int blank = text.indexOf(' ');
    String kind = blank < 0 ? text : text.substring(0, blank);
    String rest = text.substring(blank + 1);
    return switch (kind) {
      case "run" ->
          new Probe.How.Run(Trial.valueOf(rest.toUpperCase(Locale.ROOT).replace('-', '_')));
      case "test" -> new Probe.How.Test(rest);
      default -> new Probe.How.Calls(text);
    };
  }

  private static Set<String> words(String field) {
    return field.equals("-") ? Set.of() : Set.of(field.split(",", -1));
  }
}
