package dev.pinfold.e2e.attack;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** System calls by number, past every wrapper of the C library and of the JDK. */
final class Kernel {
  private static final StructLayout ERRNO = Linker.Option.captureStateLayout();

  /** Lives as long as the attacker, which lives for a second. */
  static final Arena MEMORY = Arena.global();

  private static final MethodHandle SYSCALL = syscall();

  private Kernel() {}

  /**
   * Makes the call. An argument is a number, a memory segment (its address) or a string (copied,
   * NUL-terminated).
   */
  static Answer call(Call call, Object... args) {
    if (call.number() < 0) {
      return Answer.failed(Errno.ENOSYS);
    }
    long[] words = words(args);
    MemorySegment captured = MEMORY.allocate(ERRNO);
    long result;
    try {
      result =
          (long)
              SYSCALL.invokeExact(
                  captured,
                  (long) call.number(),
                  words[0],
                  words[1],
                  words[2],
                  words[3],
                  words[4],
                  words[5]);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    return result == -1 ? Answer.failed(captured.get(JAVA_INT, 0)) : Answer.ok(result);
  }

  /** The six argument registers, unused ones zero. */
  static long[] words(Object... args) {
    long[] words = new long[6];
    for (int i = 0; i < args.length; i++) {
      words[i] =
          switch (args[i]) {
            case Number number -> number.longValue();
            case MemorySegment segment -> segment.address();
            case String text -> MEMORY.allocateFrom(text).address();
            default -> throw new IllegalArgumentException("argument " + args[i]);
          };
    }
    return words;
  }

  /** A block of zeroes. */
  static MemorySegment block(long bytes) {
    return MEMORY.allocate(bytes, 8);
  }

  /** Addresses of NUL-terminated copies. */
  static long[] addresses(String... texts) {
    return Arrays.stream(texts).mapToLong(text -> MEMORY.allocateFrom(text).address()).toArray();
  }

  /** A C array of longs. */
  static MemorySegment longs(long... values) {
    return MEMORY.allocateFrom(JAVA_LONG, values);
  }

  @SuppressWarnings("restricted") // Raw machine access is what an attacker is for.
  private static MethodHandle syscall() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("syscall"),
        FunctionDescriptor.of(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
        Linker.Option.captureCallState("errno"));
  }
}
