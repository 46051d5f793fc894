package dev.pinfold.prove;

import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code guarantees.txt}, read; the file explains itself.
 *
 * @param guarantees in the order of the file
 * @param differences of the tiers
 */
record GuaranteeFile(List<Guarantee> guarantees, List<TierDifference> differences) {
  private static final Set<String> KEYS = Set.of("id", "sentence", "by", "limits", "tiers");
  private static final Set<String> DIFFERENCE_KEYS = Set.of("difference", "landlock", "full");

  /** Copies the lists. */
  GuaranteeFile {
    guarantees = List.copyOf(guarantees);
    differences = List.copyOf(differences);
  }

  /** The file that Pinfold carries. */
  static GuaranteeFile builtIn() {
    try (InputStream in = GuaranteeFile.class.getResourceAsStream("guarantees.txt")) {
      if (in == null) {
        throw new IllegalStateException("guarantees.txt is missing beside its class");
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException when it can't be read; the message names the line
   */
  static GuaranteeFile parse(String text) {
    List<Guarantee> guarantees = new ArrayList<>();
    List<TierDifference> differences = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    String section = "";
    for (String part : text.split("\n\n+", -1)) {
      String block =
          part.lines()
              .filter(line -> !line.startsWith("#"))
              .reduce("", (a, b) -> a + "\n" + b)
              .strip();
      if (block.startsWith("[")) {
        section = block.substring(1, block.length() - 1);
      } else if (block.startsWith("difference:")) {
        Map<String, String> values = values(block, DIFFERENCE_KEYS);
        differences.add(
            new TierDifference(
                need(values, "difference"), need(values, "landlock"), need(values, "full")));
      } else if (!block.isEmpty()) {
        Guarantee guarantee = guarantee(section, values(block, KEYS));
        guarantees.add(guarantee);
        for (String id : guarantee.ids()) {
          if (!ids.add(id)) {
            throw new IllegalArgumentException(id + " is there twice");
          }
        }
      }
    }
    return new GuaranteeFile(guarantees, differences);
  }

  private static Guarantee guarantee(String section, Map<String, String> values) {
    List<String> names = List.of(need(values, "id").split(" ", -1));
    return new Guarantee(
        section,
        names.stream().map(GuaranteeFile::withoutStar).toList(),
        Set.copyOf(
            names.stream()
                .filter(name -> name.endsWith("*"))
                .map(GuaranteeFile::withoutStar)
                .toList()),
        need(values, "sentence"),
        need(values, "by"),
        values.getOrDefault("limits", ""),
        tiers(values.getOrDefault("tiers", "landlock full")));
  }

  private static String withoutStar(String name) {
    return name.endsWith("*") ? name.substring(0, name.length() - 1) : name;
  }

  private static Set<Tier> tiers(String names) {
    Set<Tier> tiers = EnumSet.noneOf(Tier.class);
    for (String name : names.split(" ", -1)) {
      tiers.add(
          Arrays.stream(Tier.values())
              .filter(tier -> tier.id().equals(name))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("no tier: " + name)));
    }
    return tiers;
  }

  private static Map<String, String> values(String block, Set<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    String last = "";
    for (String line : block.lines().toList()) {
      if (line.startsWith(" ")) {
        values.merge(last, line.strip(), (a, b) -> a + " " + b);
        continue;
      }
      int colon = line.indexOf(": ");
      last = colon < 0 ? line : line.substring(0, colon);
      if (!known.contains(last) || values.put(last, line.substring(colon + 2)) != null) {
        throw new IllegalArgumentException("unknown or twice in one block: '" + line + "'");
      }
    }
    return values;
  }

  private static String need(Map<String, String> values, String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("a block without '" + key + ":': " + values);
    }
    return value;
  }
}
