package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tiny program that runs a list of system calls given as data, and then the command: between the
 * spawn and the command, in the command's own process, and with no thread of the JVM in the
 * command's Landlock domain (docs/adr/0002).
 *
 * <p>It is an ELF file of one page of code and a data segment, in a memfd. Its descriptor 3 is the
 * report: a call that fails is written there as eight words; the report closes without a byte when
 * the command has started.
 *
 * <p>Thread contract: built and closed by any thread; the memfd is spawned from the pen's.
 */
public final class Starter implements AutoCloseable {
  /** The starter's descriptor for its report. */
  public static final int REPORT_FD = 3;

  /** The first descriptor that {@link Builder#restrictSelf} may name. */
  public static final int RULESET_FD = 4;

  static final long CODE_ADDRESS = 0x40_0000;
  private static final long DATA_ADDRESS = 0x60_0000;

  /** Eight words: number, six arguments, result. */
  private static final int OP_BYTES = 64;

  /** A page: segments must not share one. aarch64 kernels have pages of up to 64 KiB. */
  private static final long ALIGN = Arch.current() == Arch.AARCH64 ? 0x1_0000 : 0x1000;

  /**
   * Above every number that a spawn assigns, so that none overwrites the program before it is
   * executed.
   */
  private static final int FIRST_HIGH = 64;

  private static final int MFD_CLOEXEC = 1;

  /** Linux 6.3; older kernels answer EINVAL and need no flag. */
  private static final int MFD_EXEC = 0x10;

  private static final int CLOSE_RANGE_CLOEXEC = 4;
  private static final long LAST_FD = 0xFFFF_FFFFL;

  private final Fd program;

  private Starter(Fd program) {
    this.program = program;
  }

  /** Where posix_spawn finds the program, when it is passed on as descriptor {@code number}. */
  public String path() {
    return "/proc/self/fd/" + program.number();
  }

  @Override
  public void close() {
    program.close();
  }

  /**
   * A call that the starter could not make.
   *
   * @param call its name
   * @param errno why
   */
  public record Failure(String call, int errno) {}

  /** Reads what came through the report: empty when the command was started. */
  public static @Nullable Failure failure(byte[] report) {
    if (report.length < OP_BYTES) {
      return null;
    }
    MemorySegment words = MemorySegment.ofArray(report);
    long number = words.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    long result = words.get(ValueLayout.JAVA_LONG_UNALIGNED, 56);
    for (Sys sys : Sys.values()) {
      if (sys.nr() == number) {
        return new Failure(sys.call(), (int) -result);
      }
    }
    return new Failure("system call " + number, (int) -result);
  }

  /** Collects the calls; they run in the order in which they were added. */
  public static final class Builder {
    /**
     * Marks a word that is an offset into the data, not a value. No argument of ours has this bit.
     */
    private static final long OFFSET_MARK = 1L << 62;

    private final List<long[]> ops = new ArrayList<>();
    private final List<byte[]> vectors = new ArrayList<>();
    private final List<byte[]> data = new ArrayList<>();
    private long dataBytes;

    /**
     * setrlimit(2): soft and hard limit, in the command's own process. Never above the inherited
     * hard limit.
     */
    public Builder limit(Prlimit.Resource resource, long most) throws ErrnoException {
      long value = Prlimit.least(Prlimit.inherited(resource), most);
      byte[] limit = new byte[16];
      MemorySegment words = MemorySegment.ofArray(limit);
      words.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
      words.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, value);
      return op(Sys.PRLIMIT64, 0, resource.number(), store(limit), 0);
    }

    /**
     * Moves the starter, and so the command, into the control group whose open cgroup.procs is
     * descriptor {@code fd}: "0" stands for the writer (Documentation/admin-guide/cgroup-v2.rst).
     * The kernel asks for the rights of whoever opened it.
     */
    public Builder enterControlGroup(int fd) {
      return op(Sys.WRITE, fd, store(string("0")), 1, 0);
    }

    /** landlock_restrict_self(2) with the rule set that is descriptor {@code fd} of the starter. */
    public Builder restrictSelf(int fd) {
      return op(Sys.LANDLOCK_RESTRICT_SELF, fd, 0, 0, 0);
    }

    /** Every descriptor from 3 on closes with the execve, the report among them. */
    public Builder closeOnExec() {
      return op(Sys.CLOSE_RANGE, 3, LAST_FD, CLOSE_RANGE_CLOEXEC, 0);
    }

    /**
     * execve(2), the last call.
     *
     * @return the starter
     * @throws IllegalArgumentException when a string holds a NUL
     */
    public Starter execve(String path, List<String> arguments, List<String> environment)
        throws ErrnoException {
      op(Sys.EXECVE, store(string(path)), vector(arguments), vector(environment), 0);
      return new Starter(write());
    }

    private Builder op(Sys sys, long a, long b, long c, long d) {
      ops.add(new long[] {sys.nr(), a, b, c, d, 0, 0, 0});
      return this;
    }

    /** Keeps {@code bytes} and returns an offset, which {@link #write} turns into an address. */
    private long store(byte[] bytes) {
      long at = OFFSET_MARK | dataBytes;
      data.add(bytes);
      dataBytes += bytes.length;
      byte[] padding = new byte[(int) (-dataBytes & 7)];
      data.add(padding);
      dataBytes += padding.length;
      return at;
    }

    private long vector(List<String> strings) {
      byte[] pointers = new byte[8 * (strings.size() + 1)];
      MemorySegment words = MemorySegment.ofArray(pointers);
      for (int i = 0; i < strings.size(); i++) {
        words.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, store(string(strings.get(i))));
      }
      vectors.add(pointers);
      return store(pointers);
    }

    private long address(long word) {
      return (word & OFFSET_MARK) == 0
          ? word
          : DATA_ADDRESS + (long) ops.size() * OP_BYTES + (word & ~OFFSET_MARK);
    }

    private static byte[] string(String text) {
      byte[] bytes = NativeString.encode(text);
      byte[] terminated = new byte[bytes.length + 1];
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == 0) {
          throw new IllegalArgumentException("a NUL inside a path or argument");
        }
        terminated[i] = bytes[i];
      }
      return terminated;
    }

    private Fd write() throws ErrnoException {
      for (byte[] pointers : vectors) {
        MemorySegment words = MemorySegment.ofArray(pointers);
        for (long i = 0; i < pointers.length; i += 8) {
          words.set(
              ValueLayout.JAVA_LONG_UNALIGNED,
              i,
              address(words.get(ValueLayout.JAVA_LONG_UNALIGNED, i)));
        }
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment elf = elf(arena);
        Fd memfd = memfd(arena);
        long written = memfd.write(elf);
        if (written != elf.byteSize()) {
          memfd.close();
          throw new ErrnoException("write(memfd)", (int) -Math.min(written, -1));
        }
        return memfd;
      }
    }

    private static Fd memfd(Arena arena) throws ErrnoException {
      long name = NativeString.allocate(arena, "pinfold-starter").address();
      long result = Libc.syscall(Sys.MEMFD_CREATE, name, MFD_CLOEXEC | MFD_EXEC);
      if (result == -Errno.EINVAL) {
        result = Libc.syscall(Sys.MEMFD_CREATE, name, MFD_CLOEXEC);
      }
      try (Fd low = Fd.own(Errno.check("memfd_create", result))) {
        return Fd.duplicate(low.number(), FIRST_HIGH);
      }
    }

    /** elf(5): a header, two PT_LOAD headers, a page of code, the data. */
    private MemorySegment elf(Arena arena) {
      byte[] code = StarterCode.of(Arch.current());
      long segment = (long) ops.size() * OP_BYTES + dataBytes;
      MemorySegment elf = arena.allocate(ALIGN * 2 + segment, 8);
      elfHeader(elf);
      programHeader(elf, 64, 5, ALIGN, CODE_ADDRESS, code.length);
      programHeader(elf, 120, 6, ALIGN * 2, DATA_ADDRESS, segment);
      MemorySegment.copy(code, 0, elf, ValueLayout.JAVA_BYTE, ALIGN, code.length);
      long at = ALIGN * 2;
      for (long[] op : ops) {
        for (long word : op) {
          elf.set(JAVA_LONG, at, address(word));
          at += 8;
        }
      }
      for (byte[] bytes : data) {
        MemorySegment.copy(bytes, 0, elf, ValueLayout.JAVA_BYTE, at, bytes.length);
        at += bytes.length;
      }
      return elf;
    }

    private static void elfHeader(MemorySegment elf) {
      elf.set(JAVA_INT, 0, 0x464C457F); // 0x7F "ELF"
      elf.set(JAVA_INT, 4, 0x0001_0102); // 64 bit, little endian, version 1, System V
      elf.set(JAVA_SHORT, 16, (short) 2); // ET_EXEC
      elf.set(JAVA_SHORT, 18, (short) (Arch.current() == Arch.X86_64 ? 62 : 183)); // e_machine
      elf.set(JAVA_INT, 20, 1); // e_version
      elf.set(JAVA_LONG, 24, CODE_ADDRESS); // e_entry
      elf.set(JAVA_LONG, 32, 64L); // e_phoff
      elf.set(JAVA_SHORT, 52, (short) 64); // e_ehsize
      elf.set(JAVA_SHORT, 54, (short) 56); // e_phentsize
      elf.set(JAVA_SHORT, 56, (short) 2); // e_phnum
    }

    private static void programHeader(
        MemorySegment elf, long at, int flags, long offset, long address, long bytes) {
      elf.set(JAVA_INT, at, 1); // PT_LOAD
      elf.set(JAVA_INT, at + 4, flags); // PF_R | PF_X or PF_R | PF_W
      elf.set(JAVA_LONG, at + 8, offset);
      elf.set(JAVA_LONG, at + 16, address);
      elf.set(JAVA_LONG, at + 24, address);
      elf.set(JAVA_LONG, at + 32, bytes);
      elf.set(JAVA_LONG, at + 40, bytes);
      elf.set(JAVA_LONG, at + 48, ALIGN);
    }
  }
}
