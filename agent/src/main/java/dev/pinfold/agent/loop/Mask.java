package dev.pinfold.agent.loop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

/**
 * Takes known secrets out of what is shown or recorded: as they are, and in Base64 (RFC 4648). What
 * a model or a file gets never goes through here: a text that is read masked would be written back
 * masked.
 */
public final class Mask {
  /** Stands in the place of a secret. */
  public static final String SHOWN = "[secret]";

  /** Shorter ones turn up by chance, and masking them would change what is no secret. */
  private static final int SHORTEST = 8;

  private static final Mask NOTHING = new Mask(List.of());

  private final List<String> hidden;

  private Mask(List<String> hidden) {
    this.hidden = hidden;
  }

  /** Of no secrets. */
  public static Mask nothing() {
    return NOTHING;
  }

  /**
   * Of these.
   *
   * @param secrets those under 8 characters are left out
   */
  public static Mask of(List<String> secrets) {
    return of(List.of(), secrets);
  }

  private static Mask of(List<String> ready, List<String> secrets) {
    List<String> all = new ArrayList<>(ready);
    for (String secret : secrets) {
      if (secret.length() >= SHORTEST) {
        all.add(secret);
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        all.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
      }
    }
    // A secret that holds another one goes first.
    all.sort(Comparator.comparingInt(String::length).reversed());
    return new Mask(List.copyOf(all));
  }

  /** Of these too. */
  Mask with(List<String> secrets) {
    return of(hidden, secrets);
  }

  /** The text without them. */
  public String of(String text) {
    String masked = text;
    for (String secret : hidden) {
      masked = masked.replace(secret, SHOWN);
    }
    return masked;
  }

  /** How many characters at the end of a text may be the beginning of a secret. */
  int openEnd(String text) {
    int longest = 0;
    for (String secret : hidden) {
      for (int length = Math.min(secret.length() - 1, text.length()); length > longest; length--) {
        if (text.regionMatches(text.length() - length, secret, 0, length)) {
          longest = length;
        }
      }
    }
    return longest;
  }
}
