package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A thread's own native memory, for what a system call takes and gives. An arena a call, zeroed and
 * freed, costs more than most calls: 25 µs for a page in code that is not compiled yet.
 *
 * <p>Only for methods that make one call and copy its result before they return: the next such
 * method of the same thread writes over it. It is never zeroed.
 */
final class Scratch {
  /** Two paths of the greatest length, or a batch of argument words ({@link ProcessMemory}). */
  static final int BYTES = 32 * 1024;

  /** Where the second thing of a call begins, when the first is a path. */
  static final int BEHIND_PATH = Paths.PATH_MAX;

  private static final ThreadLocal<MemorySegment> OWN =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BYTES, 8));

  private Scratch() {}

  static MemorySegment get() {
    return OWN.get();
  }

  /**
   * The thread's memory with {@code path}, NUL-terminated, at its beginning.
   *
   * @return null when no path can be so long: the kernel's answer would be ENAMETOOLONG
   * @throws IllegalArgumentException when {@code path} holds a NUL, which no path can
   */
  static @Nullable MemorySegment withPath(String path) {
    byte[] bytes = NativeString.terminated(path);
    if (bytes.length > Paths.PATH_MAX) {
      return null;
    }
    MemorySegment scratch = OWN.get();
    MemorySegment.copy(bytes, 0, scratch, JAVA_BYTE, 0, bytes.length);
    return scratch;
  }
}
