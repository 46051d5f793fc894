package dev.pinfold.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** memfd_create(2): a file without a name, in memory. */
public final class MemFd {
  private static final int MFD_CLOEXEC = 1;

  /** Linux 6.3; older kernels answer EINVAL and need no flag. */
  private static final int MFD_NOEXEC_SEAL = 8;

  private static final int MFD_EXEC = 0x10;

  private MemFd() {}

  /** A file that holds {@code bytes}, to be read from its beginning. */
  public static Fd of(String name, byte[] bytes) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(
          bytes, 0, segment, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, bytes.length);
      try (Fd written = create(arena, name, segment.asSlice(0, bytes.length), MFD_NOEXEC_SEAL)) {
        // A descriptor of its own, whose position is the file's beginning.
        return Fd.own(
            Errno.check(
                "open(memfd)",
                Openat2.openat2(
                    Openat2.AT_FDCWD,
                    "/proc/thread-self/fd/" + written.number(),
                    Openat2.O_RDONLY,
                    0)));
      }
    }
  }

  /** A program. */
  static Fd program(Arena arena, String name, MemorySegment bytes) throws ErrnoException {
    return create(arena, name, bytes, MFD_EXEC);
  }

  private static Fd create(Arena arena, String name, MemorySegment bytes, int kind)
      throws ErrnoException {
    long text = NativeString.allocate(arena, name).address();
    long result = Libc.syscall(Sys.MEMFD_CREATE, text, MFD_CLOEXEC | kind);
    if (result == -Errno.EINVAL) {
      result = Libc.syscall(Sys.MEMFD_CREATE, text, MFD_CLOEXEC);
    }
    // No spawn may overwrite it before it is passed on.
    try (Fd low = Fd.own(Errno.check("memfd_create", result))) {
      Fd high = Fd.duplicate(low.number(), PosixSpawn.FIRST_HIGH);
      long written = high.write(bytes);
      if (written != bytes.byteSize()) {
        high.close();
        throw new ErrnoException("write(memfd)", (int) -Math.min(written, -1));
      }
      return high;
    }
  }
}
