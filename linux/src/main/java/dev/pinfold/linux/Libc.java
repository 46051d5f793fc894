package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Calls into the C library, all through one shape: an address, a place for errno, seven longs.
 *
 * <p>One shape because linking each costs 4 to 5 ms of a JVM's start (docs/performance.md).
 * Pointers travel as longs; whoever passes one keeps its arena open until the call returns.
 */
@SuppressWarnings("restricted") // the one place with downcalls: --enable-native-access names it
final class Libc {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = LINKER.defaultLookup();
  private static final MethodHandle CALL =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              JAVA_LONG),
          Linker.Option.captureCallState("errno"));
  private static final MemorySegment SYSCALL = symbol("syscall").orElseThrow();

  /**
   * errno is the only member of the captured state on Linux, at offset 0
   * (Linker.Option#captureStateLayout).
   */
  private static final ThreadLocal<MemorySegment> ERRNO =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

  private Libc() {}

  /** The address of a function of the C library, or empty when this C library lacks it. */
  static Optional<MemorySegment> symbol(String name) {
    return SYMBOLS.find(name);
  }

  /** syscall(2): the result, or the negated errno. */
  static long syscall(Sys sys, long a, long b, long c, long d, long e, long f) {
    MemorySegment errno = ERRNO.get();
    long result = invoke(SYSCALL, errno, sys.nr(), a, b, c, d, e, f);
    return result == -1 ? -errno.get(JAVA_INT, 0) : result;
  }

  static long syscall(Sys sys, long a, long b, long c, long d) {
    return syscall(sys, a, b, c, d, 0, 0);
  }

  static long syscall(Sys sys, long a, long b) {
    return syscall(sys, a, b, 0, 0, 0, 0);
  }

  /**
   * A function that reports errors by its return value, as all of posix_spawn's do: what it
   * returned.
   */
  static long function(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    return (int) invoke(function, ERRNO.get(), a, b, c, d, e, f, 0);
  }

  private static long invoke(
      MemorySegment function,
      MemorySegment errno,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g) {
    try {
      return (long) CALL.invokeExact(function, errno, a, b, c, d, e, f, g);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new AssertionError("a downcall throws nothing checked", impossible);
    }
  }
}
