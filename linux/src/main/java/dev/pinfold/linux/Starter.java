package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

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
 * report: a call that fails is written there as eight words, and so is a clone that parted it in
 * two. The report closes when the command has started.
 *
 * <p>Thread contract: built and closed by any thread; the memfd is spawned from the pen's.
 */
public final class Starter implements AutoCloseable {
  /** The starter's descriptor for its report. */
  public static final int REPORT_FD = 3;

  /** The first descriptor that {@link Builder#restrictSelf} may name. */
  public static final int RULESET_FD = 4;

  static final long CODE_ADDRESS = 0x40_0000;
  static final long DATA_ADDRESS = 0x60_0000;

  /** Eight words: number, six arguments, result. */
  private static final int OP_BYTES = 64;

  private static final int CLOSE_RANGE_CLOEXEC = 4;

  /* linux/sched.h. */
  private static final long CLONE_VM = 0x100;
  private static final long CLONE_VFORK = 0x4000;
  private static final long CLONE_PARENT = 0x8000;
  private static final long SIGCHLD = 17;

  /** linux/capability.h: two words for each set. */
  private static final int CAPABILITY_VERSION_3 = 0x20080522;

  /** What an entry's last word says of its answer; the assembly source names them. */
  private static final long GO_ON = 0;

  private static final long PARENT_REPORTS = 1;
  private static final long KEEP = 2;

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

  /**
   * What came through the report.
   *
   * @param failure the call that failed; null when the command was started
   * @param child the number of the process that {@link Builder#cloneBeside} made, 0 without one
   */
  public record Report(@Nullable Failure failure, int child) {
    /** Reads it: whole entries, the last a parent half's. */
    public static Report of(byte[] report) {
      MemorySegment words = MemorySegment.ofArray(report);
      Failure failure = null;
      int child = 0;
      for (long at = 0; at + OP_BYTES <= report.length; at += OP_BYTES) {
        long number = words.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        long result = words.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 56);
        if (result > 0) {
          child = (int) result;
        } else if (failure == null) {
          failure = new Failure(name(number), (int) -result);
        }
      }
      return new Report(failure, child);
    }

    private static String name(long number) {
      for (Sys sys : Sys.values()) {
        if (sys.nr() == number) {
          return sys.call();
        }
      }
      return "system call " + number;
    }
  }

  /** The answers that {@link Builder#tell} told: one for each call, in their order. */
  public static long[] answers(byte[] told) {
    MemorySegment words = MemorySegment.ofArray(told);
    long[] answers = new long[told.length / OP_BYTES];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = words.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * OP_BYTES + 56);
    }
    return answers;
  }

  /** Collects the calls; they run in the order in which they were added. */
  public static final class Builder {
    /**
     * Marks a word that is an offset into the data, not a value: its two highest bits are 01. Those
     * of small numbers are 00, of negative ones 11.
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

    /** setns(2) with descriptor {@code fd} of the starter, a namespace. */
    public Builder join(int fd) {
      return op(Sys.SETNS, fd, 0, 0, 0);
    }

    /** chdir(2). */
    public Builder folder(String path) {
      return op(Sys.CHDIR, store(string(path)), 0, 0, 0);
    }

    /**
     * Empties every set of capabilities, the bounding set too.
     *
     * @param last the highest capability of this kernel, /proc/sys/kernel/cap_last_cap
     */
    public Builder dropCapabilities(int last) {
      for (int capability = 0; capability <= last; capability++) {
        op(Sys.PRCTL, Prctl.PR_CAPBSET_DROP, capability, 0, 0);
      }
      byte[] header = new byte[8];
      MemorySegment.ofArray(header).set(ValueLayout.JAVA_INT_UNALIGNED, 0, CAPABILITY_VERSION_3);
      return op(Sys.CAPSET, store(header), store(new byte[24]), 0, 0);
    }

    /**
     * Goes on in a new process, which is in the PID namespace that was joined and a child of the
     * starter's own parent, so that its end is told there; the starter reports its number and ends.
     * The new process runs in the starter's memory, which waits (vfork).
     */
    public Builder cloneBeside() {
      return op(
          PARENT_REPORTS, Sys.CLONE, CLONE_PARENT | CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0);
    }

    /** Installs a filter, for the command and all that it starts. */
    public Builder filter(BpfProgram program) {
      byte[] instructions = program.bytes();
      byte[] fprog = new byte[16];
      MemorySegment words = MemorySegment.ofArray(fprog);
      words.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) program.instructions().size());
      words.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, store(instructions));
      vectors.add(fprog);
      return op(Sys.SECCOMP, Seccomp.SET_MODE_FILTER, 0, store(fprog), 0);
    }

    /** setsid(2): the command leads a session, in the PID namespace that it is in. */
    public Builder session() {
      return op(Sys.SETSID, 0, 0, 0, 0);
    }

    /** close(2). */
    public Builder close(int fd) {
      return op(Sys.CLOSE, fd, 0, 0, 0);
    }

    /** Makes a call; one that fails is reported, and ends the starter. */
    public Builder call(Sys sys, long a, long b, long c) {
      return op(sys, a, b, c, 0);
    }

    /** Makes a call whose answer is kept for {@link #tell}, whatever it is. */
    public Builder attempt(Sys sys, long a, long b, long c, long d, long e, long f) {
      ops.add(new long[] {sys.nr(), a, b, c, d, e, f, KEEP});
      return this;
    }

    /** A NUL-terminated text that a call can be given. */
    public long text(String text) {
      return store(string(text));
    }

    /** Bytes that a call can be given. */
    public long bytes(byte[] bytes) {
      return store(bytes);
    }

    /** How many calls there are so far: the number of the next one among {@link #answers}. */
    public int calls() {
      return ops.size();
    }

    /**
     * Writes all entries with their answers to the report and ends; no command is started.
     *
     * @return the starter
     */
    public Starter tell() throws ErrnoException {
      long all = (ops.size() + 2L) * OP_BYTES;
      op(KEEP, Sys.WRITE, REPORT_FD, DATA_ADDRESS, all, 0);
      op(Sys.EXIT_GROUP, 0, 0, 0, 0);
      return new Starter(write());
    }

    /**
     * Closes the report, so that whoever reads it knows that all went well, and holds what it has
     * until its standard input ends; no command is started.
     *
     * @return the starter
     */
    public Starter hold() throws ErrnoException {
      op(Sys.CLOSE, REPORT_FD, 0, 0, 0);
      op(Sys.READ, 0, store(new byte[8]), 1, 0);
      op(Sys.EXIT_GROUP, 0, 0, 0, 0);
      return new Starter(write());
    }

    /** The ELF file of a program that tells as {@link #tell} does, but on descriptor {@code fd}. */
    byte[] telling(int fd) {
      long all = (ops.size() + 2L) * OP_BYTES;
      op(KEEP, Sys.WRITE, fd, DATA_ADDRESS, all, 0);
      op(Sys.EXIT_GROUP, 0, 0, 0, 0);
      try (Arena arena = Arena.ofConfined()) {
        return file(arena).toArray(ValueLayout.JAVA_BYTE);
      }
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
      return op(GO_ON, sys, a, b, c, d);
    }

    private Builder op(long answer, Sys sys, long a, long b, long c, long d) {
      ops.add(new long[] {sys.nr(), a, b, c, d, 0, 0, answer});
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

    long vector(List<String> strings) {
      byte[] pointers = new byte[8 * (strings.size() + 1)];
      MemorySegment words = MemorySegment.ofArray(pointers);
      for (int i = 0; i < strings.size(); i++) {
        words.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, store(string(strings.get(i))));
      }
      vectors.add(pointers);
      return store(pointers);
    }

    private long address(long word) {
      return word >>> 62 != 1
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
      try (Arena arena = Arena.ofConfined()) {
        return MemFd.program(arena, "pinfold-starter", file(arena));
      }
    }

    private MemorySegment file(Arena arena) {
      for (byte[] pointers : vectors) {
        MemorySegment words = MemorySegment.ofArray(pointers);
        for (long i = 0; i < pointers.length; i += 8) {
          words.set(
              ValueLayout.JAVA_LONG_UNALIGNED,
              i,
              address(words.get(ValueLayout.JAVA_LONG_UNALIGNED, i)));
        }
      }
      return elf(arena);
    }

    private MemorySegment elf(Arena arena) {
      byte[] code = StarterCode.of(Arch.current());
      long segment = (long) ops.size() * OP_BYTES + dataBytes;
      MemorySegment elf = StarterElf.of(arena, code, segment);
      long at = StarterElf.DATA_OFFSET;
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
  }
}
