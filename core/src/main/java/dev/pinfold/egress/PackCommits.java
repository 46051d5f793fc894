package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The commits at the beginning of a pack (gitformat-pack(5)), which git writes before all trees and
 * files. What they say of their parents can't be forged: their names are computed here.
 */
final class PackCommits {
  private static final int COMMIT = 1;
  private static final int TAG = 4;
  private static final int OFFSET_DELTA = 6;
  private static final int REFERENCE_DELTA = 7;
  private static final int LARGEST = 1 << 20;
  private static final int HEADER = 12;

  private final PushBytes in;
  private final int idBytes;
  private final Map<String, List<String>> parents = new HashMap<>();

  /**
   * @param idBytes 20 or 32, as the repository's object names
   */
  PackCommits(PushBytes in, int idBytes) {
    this.in = in;
    this.idBytes = idBytes;
  }

  /** Reads up to the first tree or file, or the pack's end. */
  void read() throws IOException, MalformedException {
    byte[] header = in.take(HEADER);
    if (!new String(header, 0, 4, ISO_8859_1).equals("PACK")) {
      throw new MalformedException("a push without a pack");
    }
    long objects = Integer.toUnsignedLong(java.nio.ByteBuffer.wrap(header).getInt(8));
    for (long i = 0; i < objects; i++) {
      if (!object()) {
        return;
      }
    }
  }

  /** Whether more commits may follow. */
  private boolean object() throws IOException, MalformedException {
    int first = in.take();
    int type = first >> 4 & 7;
    for (int more = first; (more & 0x80) != 0; ) {
      more = in.take();
    }
    switch (type) {
      case COMMIT -> commit(inflate());
      case TAG -> inflate();
      case OFFSET_DELTA -> {
        while ((in.take() & 0x80) != 0) {
          // The distance, which nobody needs.
        }
        inflate();
      }
      case REFERENCE_DELTA -> {
        in.take(idBytes);
        inflate();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private byte[] inflate() throws IOException, MalformedException {
    var inflater = new Inflater();
    try {
      var out = new ByteArrayOutputStream();
      byte[] piece = new byte[4096];
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          in.give(inflater);
        }
        out.write(piece, 0, inflater.inflate(piece));
        if (out.size() > LARGEST || inflater.needsDictionary()) {
          throw new MalformedException("a commit of more than " + LARGEST + " bytes");
        }
      }
      in.giveBack(inflater.getRemaining());
      return out.toByteArray();
    } catch (DataFormatException _) {
      throw new MalformedException("a pack that can't be read");
    } finally {
      inflater.end();
    }
  }

  private void commit(byte[] content) {
    try {
      MessageDigest digest = MessageDigest.getInstance(idBytes == 20 ? "SHA-1" : "SHA-256");
      digest.update(("commit " + content.length + "\0").getBytes(ISO_8859_1));
      String id = HexFormat.of().formatHex(digest.digest(content));
      String text = new String(content, ISO_8859_1);
      int end = text.indexOf("\n\n");
      parents.put(
          id,
          (end < 0 ? text : text.substring(0, end))
              .lines()
              .filter(line -> line.startsWith("parent "))
              .map(line -> line.substring("parent ".length()))
              .toList());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java lacks an algorithm of every Java", e);
    }
  }

  /** Whether {@code from} has {@code ancestor} among its ancestors, as far as the pack shows. */
  boolean leadBack(String from, String ancestor) {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      String id = open.remove();
      if (id.equals(ancestor)) {
        return true;
      }
      if (seen.add(id)) {
        open.addAll(parents.getOrDefault(id, List.of()));
      }
    }
    return false;
  }
}
