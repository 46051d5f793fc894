package dev.pinfold.agent.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;

/**
 * What a model costs, in US dollars for a million tokens.
 *
 * @param input read
 * @param cacheRead read from a cache
 * @param cacheWrite put into a cache
 * @param output written
 * @param asOf the day on which it was looked up, {@code 2026-05-01}, or who said so
 */
public record Price(
    BigDecimal input, BigDecimal cacheRead, BigDecimal cacheWrite, BigDecimal output, String asOf) {
  private static final int MILLION_DIGITS = 6;

  /** Dearer than any model: somebody mistook the unit. */
  private static final BigDecimal MOST = new BigDecimal(10_000);

  /**
   * Reads {@code INPUT,CACHE_READ,CACHE_WRITE,OUTPUT}, or {@code INPUT,OUTPUT} for a server without
   * a cache.
   *
   * @param asOf as above
   * @throws IllegalArgumentException if it is none; its message says why
   */
  public static Price parse(String text, String asOf) {
    String[] parts = text.split(",", -1);
    return switch (parts.length) {
      case 2 -> {
        BigDecimal input = dollars(parts[0]);
        yield new Price(input, input, input, dollars(parts[1]), asOf);
      }
      case 4 ->
          new Price(
              dollars(parts[0]), dollars(parts[1]), dollars(parts[2]), dollars(parts[3]), asOf);
      default ->
          throw new IllegalArgumentException(
              "a price is INPUT,OUTPUT or INPUT,CACHE_READ,CACHE_WRITE,OUTPUT in US dollars for a"
                  + " million tokens, as 3,15 or 3,0.30,3.75,15");
    };
  }

  private static BigDecimal dollars(String text) {
    if (text.strip().matches("[0-9]{1,7}(\\.[0-9]{1,9})?")) {
      BigDecimal dollars = new BigDecimal(text.strip());
      if (dollars.compareTo(MOST) <= 0) {
        return dollars;
      }
    }
    throw new IllegalArgumentException(
        "a price is a number of US dollars for a million tokens, up to "
            + MOST
            + ", as 0.25, which one part of it is not");
  }

  /** What {@code usage} cost, in US dollars, exactly. */
  public BigDecimal of(Usage usage) {
    return product(input, usage.input())
        .add(product(cacheRead, usage.cacheRead()))
        .add(product(cacheWrite, usage.cacheWrite()))
        .add(product(output, usage.output()));
  }

  /** The same in millionths of a dollar, rounded up. */
  public long microDollars(Usage usage) {
    return of(usage)
        .movePointRight(MILLION_DIGITS)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  private static BigDecimal product(BigDecimal price, long tokens) {
    return price.multiply(BigDecimal.valueOf(tokens)).movePointLeft(MILLION_DIGITS);
  }

  /** What asking {@code conversation} once can cost at most: what to reserve before. */
  public BigDecimal most(Conversation conversation) {
    Usage most = conversation.most();
    BigDecimal dearest = input.max(cacheRead).max(cacheWrite);
    return product(dearest, most.input() + most.cacheRead() + most.cacheWrite())
        .add(product(output, most.output()));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "$%s read, $%s from a cache, $%s into a cache, $%s written, per million tokens (%s)",
        input.toPlainString(),
        cacheRead.toPlainString(),
        cacheWrite.toPlainString(),
        output.toPlainString(),
        asOf);
  }

  /** What is known of the model that {@code options} name; empty if its price is not known. */
  public static Optional<Price> of(ModelOptions options) throws ModelException {
    return options.price().isPresent()
        ? options.price()
        : KnownModel.of(options).map(KnownModel::price);
  }
}
