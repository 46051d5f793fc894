package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code prices.tsv} says of a model.
 *
 * @param host whose server: the same name elsewhere has another price
 * @param name without the date that names of fixed versions end with
 * @param contextTokens how much it can read and write together
 * @param price what it costs
 */
record KnownModel(String host, String name, long contextTokens, Price price) {
  private static final String TABLE = "prices.tsv";

  /** The date of a fixed version: {@code -20250929}, {@code -2025-08-07}. */
  private static final String VERSION = "-20[0-9]{6}|-20[0-9]{2}-[0-9]{2}-[0-9]{2}";

  /** What is known of a model; empty if nothing is. */
  static Optional<KnownModel> of(ModelOptions options) throws ModelException {
    ModelName model = ModelName.of(options.word());
    String url = options.baseUrl().orElse(model.protocol().defaultBaseUrl());
    if (url.isEmpty()) {
      return Optional.empty();
    }
    @Nullable String host = Endpoint.of(url, Optional.empty()).baseUrl().getHost();
    return host == null ? Optional.empty() : find(host.toLowerCase(Locale.ROOT), model.name());
  }

  private static Optional<KnownModel> find(String host, String name) {
    String bare = name.replaceFirst("(" + VERSION + ")$", "");
    return table()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> read(line.split("\t", -1)))
        .filter(known -> known.host.equals(host))
        .filter(known -> known.name.equals(name) || known.name.equals(bare))
        .findFirst();
  }

  private static KnownModel read(String[] row) {
    return new KnownModel(
        row[0],
        row[1],
        Long.parseLong(row[2]),
        Price.parse(String.join(",", row[3], row[4], row[5], row[6]), row[7]));
  }

  private static String table() {
    try (InputStream in = KnownModel.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing from the jar");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(TABLE + " can't be read", e);
    }
  }
}
