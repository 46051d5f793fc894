package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Knows secrets again in what leaves: as they are, in base64 at any place of a longer text, in hex,
 * with percent signs or JSON's escapes, broken into lines, in other case. A guard against
 * accidents: who encrypts or compresses first is not seen. Safe for many threads.
 */
final class SecretScan {

  /** The beginning of a longer secret, a private key for example, tells it from all else. */
  private static final int LONGEST_FORM = 64;

  private final List<KnownSecret> secrets;
  private final PatternAutomaton automaton;

  /**
   * @param secrets no more than {@link EgressPlan#MOST_SECRETS}
   */
  SecretScan(List<KnownSecret> secrets) {
    this.secrets = List.copyOf(secrets);
    List<PatternAutomaton.Pattern> patterns = new ArrayList<>();
    for (int owner = 0; owner < secrets.size(); owner++) {
      byte[] value = secrets.get(owner).value().bytes();
      for (String form : forms(Arrays.copyOf(value, Math.min(value.length, LONGEST_FORM)))) {
        patterns.add(new PatternAutomaton.Pattern(form, owner));
      }
    }
    automaton = new PatternAutomaton(patterns);
  }

  boolean isEmpty() {
    return secrets.isEmpty();
  }

  /** Without blanks and in lower case, as the views read. */
  private static List<String> forms(byte[] secret) {
    List<String> forms = new ArrayList<>();
    forms.add(new String(secret, ISO_8859_1));
    forms.add(HexFormat.of().formatHex(secret));
    for (int shift = 0; shift < 3; shift++) {
      byte[] shifted = new byte[shift + secret.length];
      System.arraycopy(secret, 0, shifted, shift, secret.length);
      for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
        String text = encoder.withoutPadding().encodeToString(shifted);
        // Characters that hold bits of what stands before and behind are not the secret's.
        int start = (shift * 8 + 5) / 6;
        int end = shifted.length * 8 / 6;
        forms.add(text.substring(start, end));
      }
    }
    return forms.stream()
        .map(form -> form.replaceAll("[ \t]", "").toLowerCase(Locale.ROOT))
        .filter(form -> form.chars().allMatch(c -> c <= 0xFF))
        .distinct()
        .toList();
  }

  /** The name of a secret in {@code bytes} that must not go to {@code target}. */
  Optional<String> find(HostPort target, byte[] bytes) {
    if (isEmpty()) {
      return Optional.empty();
    }
    try {
      var passing = new Passing(target);
      passing.feed(bytes, bytes.length, (_, _, _) -> {});
      return Optional.empty();
    } catch (SecretFoundException e) {
      return Optional.of(e.getMessage());
    } catch (IOException e) {
      throw new IllegalStateException("nothing was written", e);
    }
  }

  /** Takes what may go on. */
  interface Sink {
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  /** One body on its way to {@code target}: what may be the beginning of a secret waits. */
  final class Passing {
    /** A secret with so many blanks or escapes in it that its beginning goes out before its end. */
    private static final int MOST_HELD = 64 * 1024;

    private final HostPort target;
    private final View[] views = {
      new View(new Escapes.None()), new View(new Escapes.Percent()), new View(new Escapes.Json())
    };
    private byte[] held = new byte[1024];
    private int holding;
    private long seen;

    Passing(HostPort target) {
      this.target = target;
    }

    void feed(byte[] bytes, int length, Sink sink) throws IOException {
      for (int i = 0; i < length; i++) {
        for (View view : views) {
          view.read(bytes[i] & 0xFF, seen + i);
        }
      }
      if (holding + length > held.length) {
        held = Arrays.copyOf(held, Math.max(2 * held.length, holding + length));
      }
      System.arraycopy(bytes, 0, held, holding, length);
      holding += length;
      seen += length;
      long keep = 0;
      for (View view : views) {
        keep = Math.max(keep, seen - view.begun(seen));
      }
      release((int) (holding - Math.min(keep, MOST_HELD)), sink);
    }

    void end(Sink sink) throws IOException {
      release(holding, sink);
    }

    private void release(int count, Sink sink) throws IOException {
      if (count > 0) {
        sink.write(held, 0, count);
        System.arraycopy(held, count, held, 0, holding - count);
        holding -= count;
      }
    }

    /** One way of reading the bytes. */
    private final class View {
      private final Escapes escapes;
      private final long[] starts = new long[automaton.longest() + 1];
      private int state = PatternAutomaton.START;
      private long count;

      View(Escapes escapes) {
        this.escapes = escapes;
      }

      void read(int raw, long offset) throws SecretFoundException {
        int value = escapes.read(raw, offset);
        if (value < 0 || value == ' ' || value == '\t' || value == '\r' || value == '\n') {
          return;
        }
        starts[(int) (count++ % starts.length)] = escapes.start();
        state = automaton.step(state, value >= 'A' && value <= 'Z' ? value + 32 : value);
        long owners = automaton.owners(state);
        for (; owners != 0; owners &= owners - 1) {
          KnownSecret secret = secrets.get(Long.numberOfTrailingZeros(owners));
          if (!secret.mayGoTo(target)) {
            throw new SecretFoundException(
                secret.name() + " or its stand-in on the way to " + target);
          }
        }
      }

      /** Where what may become a secret begins; {@code seen} if nothing does. */
      long begun(long seen) {
        int depth = automaton.depth(state);
        return depth == 0 ? seen : starts[(int) ((count - depth) % starts.length)];
      }
    }
  }
}
