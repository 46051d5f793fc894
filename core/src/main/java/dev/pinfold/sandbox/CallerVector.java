package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.ProcessMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads another process's argument vector, with bounds. */
final class CallerVector {
  /**
   * More is answered E2BIG, as the kernel answers beyond its own bound (a quarter of the stack's
   * limit, 2 MiB by default). xargs and find make vectors of at most 128 KiB; judging takes time
   * and memory in proportion.
   */
  static final int MOST_BYTES = 1 << 20;

  static final int MOST_WORDS = 1 << 16;

  /** MAX_ARG_STRLEN of linux/binfmts.h: 32 pages. */
  private static final int MOST_WORD_BYTES = 131_072;

  /** Of one read. */
  private static final int MOST_POINTERS = ProcessMemory.MOST_STRINGS;

  /** Most words are shorter; the others take a call of their own. */
  private static final int SHORT_BYTES = ProcessMemory.MOST_BYTES / ProcessMemory.MOST_STRINGS;

  private final int thread;
  private final List<String> words = new ArrayList<>();
  private long bytes;

  private CallerVector(int thread) {
    this.thread = thread;
  }

  /** What came of reading. */
  sealed interface Read {
    /** All of it. */
    record Words(List<String> words) implements Read {}

    /** Not all: E2BIG, EFAULT, or what keeps us from reading that process's memory. */
    record Failed(int errno) implements Read {}
  }

  /**
   * Reads the vector at {@code address}; none at all counts as one empty word, as since Linux 5.18.
   */
  static Read of(int thread, long address) {
    var vector = new CallerVector(thread);
    int errno = address == 0 ? 0 : vector.read(address);
    if (errno != 0) {
      return new Read.Failed(errno);
    }
    return new Read.Words(vector.words.isEmpty() ? List.of("") : vector.words);
  }

  private int read(long address) {
    for (long at = address; ; ) {
      // Pointers need not be aligned, but x86-64 and aarch64 vectors of real programs are.
      int count = (int) Math.max(1, ProcessMemory.upToPage(at, MOST_POINTERS * 8L) / 8);
      long[] pointers = new long[count];
      long copied = ProcessMemory.read(thread, at, pointers);
      if (copied != 8L * count) {
        return copied < 0 ? (int) -copied : Errno.EFAULT;
      }
      int before = beforeNull(pointers);
      if (before > 0) {
        int errno = strings(before == count ? pointers : Arrays.copyOf(pointers, before));
        if (errno != 0) {
          return errno;
        }
      }
      if (before < count) {
        return 0;
      }
      at += 8L * count;
    }
  }

  private static int beforeNull(long[] pointers) {
    int count = 0;
    while (count < pointers.length && pointers[count] != 0) {
      count++;
    }
    return count;
  }

  private int strings(long[] pointers) {
    if (words.size() + pointers.length > MOST_WORDS) {
      return Errno.E2BIG;
    }
    byte[] into = new byte[SHORT_BYTES * pointers.length];
    long copied = ProcessMemory.gather(thread, pointers, SHORT_BYTES, into);
    int at = 0;
    for (long pointer : pointers) {
      int length = (int) ProcessMemory.upToPage(pointer, SHORT_BYTES);
      int end = at + length <= copied ? NativeString.indexOf((byte) 0, into, at, at + length) : -1;
      int errno = end >= 0 ? add(Arrays.copyOfRange(into, at, end)) : longString(pointer);
      if (errno != 0) {
        return errno;
      }
      at += length;
    }
    return 0;
  }

  private int longString(long pointer) {
    byte[] into = new byte[MOST_WORD_BYTES];
    int done = 0;
    while (done < MOST_WORD_BYTES) {
      int most = Math.min(MOST_WORD_BYTES - done, ProcessMemory.MOST_BYTES);
      int chunk = (int) ProcessMemory.upToPage(pointer + done, most);
      long copied = ProcessMemory.read(thread, pointer + done, into, done, chunk);
      if (copied != chunk) {
        return copied < 0 ? (int) -copied : Errno.EFAULT;
      }
      int end = NativeString.indexOf((byte) 0, into, done, done + chunk);
      if (end >= 0) {
        return add(Arrays.copyOf(into, end));
      }
      done += chunk;
    }
    return Errno.E2BIG;
  }

  private int add(byte[] word) {
    bytes += word.length + 1;
    if (bytes > MOST_BYTES) {
      return Errno.E2BIG;
    }
    words.add(NativeString.decode(word));
    return 0;
  }
}
