package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The purposes that have a name, of {@code presets.tsv}. */
final class Presets {
  private static final String TABLE = "presets.tsv";

  private record Place(String host, String ports) {}

  private Presets() {}

  /** All names, as {@code registry:npm}. */
  static List<String> names() {
    return rows().stream().map(row -> row[0]).distinct().toList();
  }

  /** The rules of the preset that {@code word} names; empty if there is none of that name. */
  static List<EgressRule> rules(String word) throws EgressSyntaxException {
    Map<Place, List<RequestShape>> places = new LinkedHashMap<>();
    for (String[] row : rows()) {
      if (row[0].equals(word)) {
        places
            .computeIfAbsent(new Place(row[1], row[2]), _ -> new ArrayList<>())
            .add(new RequestShape(Set.of(row[3].split(",")), row[4], Optional.empty()));
      }
    }
    List<EgressRule> rules = new ArrayList<>();
    for (var place : places.entrySet()) {
      rules.add(
          new EgressRule(
              word,
              HostPattern.parse(place.getKey().host()),
              ports(place.getKey().ports()),
              new Purpose(word, false, place.getValue(), Optional.empty())));
    }
    return rules;
  }

  private static Ports ports(String text) {
    return new Ports(
        Arrays.stream(text.split(","))
            .map(Integer::valueOf)
            .collect(Collectors.toUnmodifiableSet()));
  }

  private static List<String[]> rows() {
    try (InputStream in = Presets.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing from the jar");
      }
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(TABLE + " can't be read", e);
    }
  }
}
