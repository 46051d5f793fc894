package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open file descriptor that this object owns; closing twice is harmless. Every descriptor here
 * is close-on-exec.
 *
 * <p>Thread contract: reading and writing from several threads is the kernel's business; nobody may
 * use the descriptor once {@link #close} was called.
 */
public final class Fd implements AutoCloseable {
  private static final int O_CLOEXEC = 0x80000;
  private static final int F_GETFD = 1;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int F_DUPFD_CLOEXEC = 1030;

  /** The same on x86-64 and aarch64 (asm-generic/fcntl.h). */
  public static final int O_NONBLOCK = 0x800;

  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  private final int number;
  private final AtomicBoolean open = new AtomicBoolean(true);

  private Fd(int number) {
    this.number = number;
  }

  /** Takes a descriptor over, which the caller must not close any more. */
  public static Fd own(long number) {
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("no descriptor: " + number);
    }
    return new Fd((int) number);
  }

  /** pipe2(O_CLOEXEC): the reading end first. */
  public static Fd[] pipe() throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      Errno.check("pipe2", Libc.syscall(Sys.PIPE2, ends.address(), O_CLOEXEC));
      return new Fd[] {own(ends.getAtIndex(JAVA_INT, 0)), own(ends.getAtIndex(JAVA_INT, 1))};
    }
  }

  /**
   * A copy of any descriptor of this process, at {@code lowest} or above (fcntl F_DUPFD_CLOEXEC).
   */
  public static Fd duplicate(int number, int lowest) throws ErrnoException {
    return own(
        Errno.check(
            "fcntl(F_DUPFD_CLOEXEC)", Libc.syscall(Sys.FCNTL, number, F_DUPFD_CLOEXEC, lowest, 0)));
  }

  /** Whether {@code number} is an open descriptor of this process. */
  public static boolean isOpen(int number) {
    return Libc.syscall(Sys.FCNTL, number, F_GETFD) >= 0;
  }

  /** The number, valid until {@link #close}. */
  public int number() {
    return number;
  }

  /** The flags of this opening (fcntl F_GETFL), or a negated errno. */
  public long statusFlags() {
    return Libc.syscall(Sys.FCNTL, number, F_GETFL);
  }

  /** Changes the flags of this opening, for all who share it. */
  public long setStatusFlags(long flags) {
    return Libc.syscall(Sys.FCNTL, number, F_SETFL, flags, 0);
  }

  /** Makes reads and writes answer EAGAIN instead of waiting. */
  public void makeNonBlocking() throws ErrnoException {
    Errno.check("fcntl(O_NONBLOCK)", Libc.syscall(Sys.FCNTL, number, F_SETFL, O_NONBLOCK, 0));
  }

  /**
   * read(2).
   *
   * @return the number of bytes, 0 at the end of the file, or a negated errno
   */
  public long read(MemorySegment buffer) {
    return Libc.syscall(Sys.READ, number, buffer.address(), buffer.byteSize(), 0);
  }

  /**
   * write(2) of all of {@code bytes}, repeated until done.
   *
   * @return the number of bytes, or a negated errno (what was written before it stays written)
   */
  public long write(byte[] bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, buffer, JAVA_BYTE, 0, bytes.length);
      return write(buffer.asSlice(0, bytes.length));
    }
  }

  /** The same from native memory. */
  public long write(MemorySegment bytes) {
    long done = 0;
    while (done < bytes.byteSize()) {
      long result =
          Libc.syscall(Sys.WRITE, number, bytes.address() + done, bytes.byteSize() - done, 0);
      if (result < 0 && result != -Errno.EINTR) {
        return result;
      }
      done += Math.max(0, result);
    }
    return done;
  }

  /** fchmod(2). */
  public long chmod(int mode) {
    return Libc.syscall(Sys.FCHMOD, number, mode);
  }

  /** fchown(2); -1 leaves an id as it is. */
  public long chown(int user, int group) {
    return Libc.syscall(Sys.FCHOWN, number, user, group, 0);
  }

  /**
   * flock(2), exclusive: it belongs to this opening of the file, and ends with it or with the
   * process.
   *
   * @param wait until whoever holds it lets go; otherwise the answer is -EAGAIN then
   * @return 0, or a negated errno
   */
  public long lock(boolean wait) {
    return Libc.syscall(Sys.FLOCK, number, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
  }

  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      // close(2): the descriptor is gone whatever it answers; EIO can only come from files that we
      // do not write to.
      Libc.syscall(Sys.CLOSE, number, 0);
    }
  }

  @Override
  public String toString() {
    return "fd " + number;
  }
}
