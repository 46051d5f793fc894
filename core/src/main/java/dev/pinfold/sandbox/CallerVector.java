package dev.pinfold.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.ProcessMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

  /** Words of one vectored read; IOV_MAX is 1,024. */
  private static final int BATCH = 64;

  /** Most words are shorter; the others take a call of their own. */
  private static final int SHORT_BYTES = 256;

  private final Arena arena;
  private final int thread;
  private final List<String> words = new ArrayList<>();
  private long bytes;

  private CallerVector(Arena arena, int thread) {
    this.arena = arena;
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
    try (Arena arena = Arena.ofConfined()) {
      var vector = new CallerVector(arena, thread);
      int errno = address == 0 ? 0 : vector.read(address);
      if (errno != 0) {
        return new Read.Failed(errno);
      }
      return new Read.Words(vector.words.isEmpty() ? List.of("") : vector.words);
    }
  }

  private int read(long address) {
    MemorySegment page = arena.allocate(4096, 8);
    for (long at = address; ; ) {
      // Pointers need not be aligned, but x86-64 and aarch64 vectors of real programs are.
      long length = ProcessMemory.upToPage(at, page.byteSize()) & -8;
      length = length == 0 ? 8 : length;
      long copied = ProcessMemory.read(arena, thread, at, page, 0, length);
      if (copied != length) {
        return copied < 0 ? (int) -copied : Errno.EFAULT;
      }
      long[] pointers = pointers(page, (int) (length / 8));
      int errno = strings(pointers);
      if (errno != 0 || pointers.length < length / 8) {
        return errno;
      }
      at += length;
    }
  }

  /** The pointers before the first null. */
  private static long[] pointers(MemorySegment page, int most) {
    int count = 0;
    while (count < most && page.getAtIndex(JAVA_LONG, count) != 0) {
      count++;
    }
    return page.asSlice(0, 8L * count).toArray(JAVA_LONG);
  }

  private int strings(long[] pointers) {
    for (int from = 0; from < pointers.length; from += BATCH) {
      int errno =
          batch(Arrays.copyOfRange(pointers, from, Math.min(pointers.length, from + BATCH)));
      if (errno != 0) {
        return errno;
      }
    }
    return 0;
  }

  private int batch(long[] pointers) {
    if (words.size() + pointers.length > MOST_WORDS) {
      return Errno.E2BIG;
    }
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment into = scratch.allocate((long) SHORT_BYTES * pointers.length);
      long copied = ProcessMemory.gather(scratch, thread, pointers, SHORT_BYTES, into);
      long at = 0;
      for (long pointer : pointers) {
        long length = ProcessMemory.upToPage(pointer, SHORT_BYTES);
        long end = at + length <= copied ? terminator(into, at, length) : -1;
        int errno = end >= 0 ? add(into.asSlice(at, end - at)) : longString(scratch, pointer);
        if (errno != 0) {
          return errno;
        }
        at += length;
      }
      return 0;
    }
  }

  private int longString(Arena scratch, long pointer) {
    MemorySegment into = scratch.allocate(MOST_WORD_BYTES);
    long done = 0;
    while (done < MOST_WORD_BYTES) {
      long chunk = ProcessMemory.upToPage(pointer + done, MOST_WORD_BYTES - done);
      long copied = ProcessMemory.read(scratch, thread, pointer + done, into, done, chunk);
      if (copied != chunk) {
        return copied < 0 ? (int) -copied : Errno.EFAULT;
      }
      long end = terminator(into, done, chunk);
      if (end >= 0) {
        return add(into.asSlice(0, end));
      }
      done += chunk;
    }
    return Errno.E2BIG;
  }

  private int add(MemorySegment word) {
    bytes += word.byteSize() + 1;
    if (bytes > MOST_BYTES) {
      return Errno.E2BIG;
    }
    words.add(NativeString.decode(word.toArray(JAVA_BYTE)));
    return 0;
  }

  /** Where the first NUL is, or -1. */
  private static long terminator(MemorySegment text, long from, long length) {
    for (long i = from; i < from + length; i++) {
      if (text.get(JAVA_BYTE, i) == 0) {
        return i;
      }
    }
    return -1;
  }
}
