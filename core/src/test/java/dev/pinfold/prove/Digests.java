package dev.pinfold.prove;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * What somebody has read together: a guarantee and how it is tried, a sentence and what it names.
 */
final class Digests {
  private Digests() {}

  /** Of a guarantee's sentence, where it ends, its tiers, and its rows in {@code probes.tsv}. */
  static String of(String id, Guarantee guarantee) {
    StringBuilder text = new StringBuilder(guarantee.sentence()).append('\n');
    text.append(guarantee.limits()).append('\n').append(new TreeSet<>(guarantee.tiers()));
    for (Probe probe : ProbeFile.builtIn()) {
      if (probe.guarantee().equals(id)) {
        text.append('\n').append(probe.what()).append('\t').append(probe.how());
        text.append('\t').append(new TreeSet<>(probe.landlock()));
        text.append('\t').append(new TreeSet<>(probe.full()));
        text.append('\t').append(new TreeSet<>(probe.control()));
      }
    }
    return of(text.toString());
  }

  /** Of a sentence of a document with the digests of the guarantees that it names. */
  static String of(String sentence, Set<String> ids) {
    StringBuilder text = new StringBuilder(sentence);
    for (Guarantee guarantee : GuaranteeFile.builtIn().guarantees()) {
      for (String id : guarantee.ids()) {
        if (ids.contains(id)) {
          text.append('\n').append(id).append(' ').append(of(id, guarantee));
        }
      }
    }
    return of(text.toString());
  }

  private static String of(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has it", impossible);
    }
  }
}
