package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.NativeString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that a repository's index holds, of those that matter here: git changes such files when
 * it goes from one commit to another, and fails where it can't.
 *
 * <p>Format: gitformat-index(5), versions 2 to 4, with hashes of either length. What is not
 * understood, a split index for one, counts as holding everything.
 */
final class TrackedFiles {
  /** "DIRC". */
  private static final int SIGNATURE = 0x44495243;

  private static final int HEADER_BYTES = 12;

  /** What comes before the hash of an entry: times, device, inode, mode, owner, group, size. */
  private static final int STAT_BYTES = 40;

  private static final int[] HASH_BYTES = {20, 32};
  private static final int FLAG_EXTENDED = 0x4000;
  private static final int FLAGS_LENGTH = 0xFFF;

  /** A name is at most this long; a suffix of version 4 can cut off no more. */
  private static final int MOST_NAME_BYTES = 4096;

  /** An index of a million files has some 100 MB. */
  private static final long MOST_BYTES = 128 << 20;

  private TrackedFiles() {}

  /**
   * Reads the index of the repository whose git directory is {@code git}, up to the last name that
   * can be one of {@code wanted} or lie below it: an index is sorted.
   *
   * @return those of {@code wanted} that are tracked, or hold something that is
   */
  static Set<String> of(Directory git, Set<String> wanted) throws ErrnoException {
    if (git.list().stream().anyMatch(entry -> entry.name().startsWith("sharedindex."))) {
      return wanted;
    }
    if (git.status("index") == null) {
      return Set.of();
    }
    byte @Nullable [] bytes = FileContent.read(git, "index", MOST_BYTES);
    for (int hash : HASH_BYTES) {
      Set<String> names = bytes == null ? null : read(ByteBuffer.wrap(bytes), hash, wanted);
      if (names != null) {
        return names;
      }
    }
    return wanted;
  }

  /** Names are sorted by their bytes: as ISO 8859-1 they compare so. */
  private static String bytewise(String path) {
    return new String(NativeString.encode(path), StandardCharsets.ISO_8859_1);
  }

  /** Which of {@code wanted} are tracked; null when this is no such index. */
  private static @Nullable Set<String> read(ByteBuffer index, int hashBytes, Set<String> wanted) {
    if (index.remaining() < HEADER_BYTES || index.getInt() != SIGNATURE) {
      return null;
    }
    int version = index.getInt();
    if (version < 2 || version > 4) {
      return null;
    }
    NavigableMap<String, String> bytewise = new TreeMap<>();
    wanted.forEach(path -> bytewise.put(bytewise(path), path));
    String last = bytewise.isEmpty() ? "" : bytewise.lastEntry().getKey() + "/\uffff";
    Set<String> found = new HashSet<>();
    byte[] name = {};
    for (long left = Integer.toUnsignedLong(index.getInt()); left > 0; left--) {
      byte @Nullable [] next = next(index, hashBytes, version, name);
      if (next == null) {
        return null;
      }
      name = next;
      String text = new String(name, StandardCharsets.ISO_8859_1);
      if (text.compareTo(last) > 0) {
        break;
      }
      bytewise.forEach(
          (one, path) -> {
            if (text.equals(one) || text.startsWith(one + "/")) {
              found.add(path);
            }
          });
    }
    return found;
  }

  private static byte @Nullable [] next(
      ByteBuffer index, int hashBytes, int version, byte[] before) {
    int start = index.position();
    if (index.remaining() < STAT_BYTES + hashBytes + 2) {
      return null;
    }
    index.position(start + STAT_BYTES + hashBytes);
    int flags = Short.toUnsignedInt(index.getShort());
    if ((flags & FLAG_EXTENDED) != 0 && (version == 2 || index.remaining() < 2)) {
      return null;
    }
    if ((flags & FLAG_EXTENDED) != 0) {
      index.getShort();
    }
    int kept = version == 4 ? before.length - offset(index) : 0;
    int end = index.position();
    while (end < index.limit() && index.get(end) != 0) {
      end++;
    }
    int length = kept + end - index.position();
    if (kept < 0
        || kept > before.length
        || end == index.limit()
        || length > MOST_NAME_BYTES
        || Math.min(length, FLAGS_LENGTH) != (flags & FLAGS_LENGTH)) {
      return null;
    }
    byte[] name = Arrays.copyOf(before, length);
    index.get(name, kept, length - kept);
    // Entries of versions 2 and 3 are padded to eight bytes, by one NUL at least.
    int next = version == 4 ? end + 1 : start + (end - start) / 8 * 8 + 8;
    if (next > index.limit()) {
      return null;
    }
    index.position(next);
    return name;
  }

  /** decode_varint of git's varint.c; more than any name has when it is broken. */
  private static int offset(ByteBuffer index) {
    int value = 0;
    int next = 0x80;
    for (boolean first = true; (next & 0x80) != 0; first = false) {
      if (!index.hasRemaining() || value > MOST_NAME_BYTES) {
        return Integer.MAX_VALUE;
      }
      next = index.get();
      value = (first ? 0 : value + 1) << 7 | (next & 0x7F);
    }
    return value;
  }
}
