package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** process_vm_readv(2): copies another process's memory. */
public final class ProcessMemory {
  /** Reads stop at a page's end, so that a string that ends before an unmapped page can be read. */
  private static final long PAGE = 4096;

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
    MemorySegment copy = arena.allocate(most, 8);
    long done = 0;
    while (done < most) {
      long chunk = upToPage(address + done, most - done);
      if (read(arena, thread, address + done, copy, done, chunk) != chunk) {
        return null;
      }
      for (long i = done; i < done + chunk; i++) {
        if (copy.get(JAVA_BYTE, i) == 0) {
          return copy.asSlice(0, i + 1);
        }
      }
      done += chunk;
    }
    return null;
  }

  /**
   * Copies the beginnings of several strings in one call, one after the other into {@code into}.
   *
   * @param addresses where each begins
   * @param most bytes of each; it ends at the page's end at the latest, see {@link #upToPage}
   * @return the number of bytes copied, fewer when one can't be read; or a negated errno
   */
  public static long gather(
      Arena arena, int thread, long[] addresses, long most, MemorySegment into) {
    MemorySegment vectors = arena.allocate(16L * (addresses.length + 1), 8);
    long total = 0;
    for (int i = 0; i < addresses.length; i++) {
      long length = upToPage(addresses[i], most);
      vectors.set(JAVA_LONG, 16L * (i + 1), addresses[i]);
      vectors.set(JAVA_LONG, 16L * (i + 1) + 8, length);
      total += length;
    }
    vectors.set(JAVA_LONG, 0, into.address());
    vectors.set(JAVA_LONG, 8, total);
    return Libc.syscall(
        Sys.PROCESS_VM_READV,
        thread,
        vectors.address(),
        1,
        vectors.address() + 16,
        addresses.length,
        0);
  }

  /** Bytes from {@code address} to the end of its page, {@code most} at the most. */
  public static long upToPage(long address, long most) {
    return Math.min(most, PAGE - (address & (PAGE - 1)));
  }

  /**
   * Copies {@code length} bytes to {@code at} in {@code into}.
   *
   * @return the number of bytes copied, or a negated errno
   */
  public static long read(
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
