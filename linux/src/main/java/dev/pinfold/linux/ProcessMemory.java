package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** process_vm_readv(2): copies another process's memory. */
public final class ProcessMemory {
  /** Reads stop at a page's end, so that a string that ends before an unmapped page can be read. */
  private static final long PAGE = 4096;

  /** Strings of one {@link #gather}. */
  public static final int MOST_STRINGS = 64;

  /** Where copies begin in {@link Scratch}, behind the vectors that say where from and where to. */
  private static final int TEXT_AT = 16 * (MOST_STRINGS + 1);

  /** Bytes of one copy. */
  public static final int MOST_BYTES = 16 * 1024;

  /** Longer than most paths. */
  private static final int FIRST_BYTES = 256;

  private ProcessMemory() {}

  /**
   * Copies exactly {@code length} bytes.
   *
   * @return the copy in {@code arena}, or null when they are not all there or may not be read
   */
  public static @Nullable MemorySegment read(Arena arena, int thread, long address, long length) {
    MemorySegment copy = arena.allocate(length, 8);
    return read(arena, thread, address, copy, 0, length) == length ? copy : null;
  }

  /**
   * Copies a NUL-terminated string, with its NUL.
   *
   * @param most bytes at the most, its NUL included
   * @return the copy in {@code arena}, or null when it is longer or may not be read
   */
  public static @Nullable MemorySegment readString(
      Arena arena, int thread, long address, int most) {
    byte[] string = string(thread, address, most);
    if (string == null) {
      return null;
    }
    MemorySegment copy = arena.allocate(string.length + 1L);
    MemorySegment.copy(string, 0, copy, JAVA_BYTE, 0, string.length);
    return copy;
  }

  /**
   * Copies a NUL-terminated string, without its NUL.
   *
   * @param most bytes at the most, its NUL included; not more than {@value #MOST_BYTES}
   * @return null when it is longer or may not be read
   */
  public static byte @Nullable [] string(int thread, long address, int most) {
    byte[] copy = new byte[Math.min(most, FIRST_BYTES)];
    int done = 0;
    while (true) {
      int chunk = (int) upToPage(address + done, copy.length - done);
      if (read(thread, address + done, copy, done, chunk) != chunk) {
        return null;
      }
      int end = NativeString.indexOf((byte) 0, copy, done, done + chunk);
      if (end >= 0) {
        return Arrays.copyOf(copy, end);
      }
      done += chunk;
      if (done == most) {
        return null;
      }
      if (done == copy.length) {
        copy = Arrays.copyOf(copy, most);
      }
    }
  }

  /**
   * Copies {@code length} bytes, {@value #MOST_BYTES} at the most, to {@code at} in {@code into}.
   *
   * @return the number of bytes copied, or a negated errno
   */
  public static long read(int thread, long address, byte[] into, int at, int length) {
    MemorySegment scratch = Scratch.get();
    long copied = read(thread, address, length, scratch);
    if (copied > 0) {
      MemorySegment.copy(scratch, JAVA_BYTE, TEXT_AT, into, at, (int) copied);
    }
    return copied;
  }

  /** The same, for {@code into.length} longs; all of them or an error. */
  public static long read(int thread, long address, long[] into) {
    MemorySegment scratch = Scratch.get();
    long copied = read(thread, address, 8L * into.length, scratch);
    if (copied == 8L * into.length) {
      MemorySegment.copy(scratch, JAVA_LONG, TEXT_AT, into, 0, into.length);
    }
    return copied;
  }

  private static long read(int thread, long address, long length, MemorySegment scratch) {
    // struct iovec: base, length. Two of them: ours, theirs.
    scratch.set(JAVA_LONG, 0, scratch.address() + TEXT_AT);
    scratch.set(JAVA_LONG, 8, length);
    scratch.set(JAVA_LONG, 16, address);
    scratch.set(JAVA_LONG, 24, length);
    return Libc.syscall(
        Sys.PROCESS_VM_READV, thread, scratch.address(), 1, scratch.address() + 16, 1, 0);
  }

  /**
   * Copies the beginnings of several strings in one call, one after the other into {@code into}.
   *
   * @param addresses where each begins; {@value #MOST_STRINGS} at the most
   * @param most bytes of each; it ends at the page's end at the latest, see {@link #upToPage}
   * @param into large enough for all of them, {@value #MOST_BYTES} at the most
   * @return the number of bytes copied, fewer when one can't be read; or a negated errno
   */
  public static long gather(int thread, long[] addresses, int most, byte[] into) {
    MemorySegment scratch = Scratch.get();
    long[] vectors = new long[2 * (addresses.length + 1)];
    long total = 0;
    for (int i = 0; i < addresses.length; i++) {
      long length = upToPage(addresses[i], most);
      vectors[2 * i + 2] = addresses[i];
      vectors[2 * i + 3] = length;
      total += length;
    }
    vectors[0] = scratch.address() + TEXT_AT;
    vectors[1] = total;
    MemorySegment.copy(vectors, 0, scratch, JAVA_LONG, 0, vectors.length);
    long copied =
        Libc.syscall(
            Sys.PROCESS_VM_READV,
            thread,
            scratch.address(),
            1,
            scratch.address() + 16,
            addresses.length,
            0);
    if (copied > 0) {
      MemorySegment.copy(scratch, JAVA_BYTE, TEXT_AT, into, 0, (int) copied);
    }
    return copied;
  }

  /** Bytes from {@code address} to the end of its page, {@code most} at the most. */
  public static long upToPage(long address, long most) {
    return Math.min(most, PAGE - (address & (PAGE - 1)));
  }

  private static long read(
      Arena arena, int thread, long address, MemorySegment into, long at, long length) {
    // struct iovec: base, length. Two of them: ours, theirs.
    MemorySegment vectors = arena.allocate(32, 8);
    vectors.set(JAVA_LONG, 0, into.address() + at);
    vectors.set(JAVA_LONG, 8, length);
    vectors.set(JAVA_LONG, 16, address);
    vectors.set(JAVA_LONG, 24, length);
    return Libc.syscall(
        Sys.PROCESS_VM_READV, thread, vectors.address(), 1, vectors.address() + 16, 1, 0);
  }
}
