package dev.pinfold.e2e.attack;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;

/**
 * A forked process that makes one system call and exits with its errno: for calls that would change
 * the attacker itself, that only a single-threaded process may make (a new user namespace), or that
 * replace the program.
 *
 * <p>No Java runs in the child, since a fork of a JVM has one thread and no garbage collector.
 * Fork, call and exit are the machine code below, in a page of its own; x86-64 only.
 */
final class Child {
  /** Register use: System V AMD64 ABI, §3.2.3 for the function, §A.2.1 for system calls. */
  private static final String FORK_CALL_EXIT =
      """
      57          push rdi            number
      56          push rsi            its five arguments
      52          push rdx
      51          push rcx
      4150        push r8
      4151        push r9
      b839000000  mov eax, 57         fork
      0f05        syscall
      85c0        test eax, eax
      751c        jnz parent
      4158        pop r8              child: fifth argument
      415a        pop r10             fourth
      5a          pop rdx
      5e          pop rsi
      5f          pop rdi
      58          pop rax
      0f05        syscall
      31ff        xor edi, edi
      4885c0      test rax, rax
      7904        jns exit
      89c7        mov edi, eax
      f7df        neg edi             the errno
      b8e7000000  exit: mov eax, 231  exit_group
      0f05        syscall
      4883c430    parent: add rsp, 48
      c3          ret
      """;

  /**
   * The call itself, in this process, but with fork-like results: who returns 0 is the child, and
   * exits.
   */
  private static final String CALL_EXIT_IF_ZERO =
      """
      4889f8      mov rax, rdi
      4889f7      mov rdi, rsi
      4889d6      mov rsi, rdx
      4889ca      mov rdx, rcx
      4d89c2      mov r10, r8
      4d89c8      mov r8, r9
      0f05        syscall
      4885c0      test rax, rax
      7509        jnz parent
      31ff        xor edi, edi
      b8e7000000  mov eax, 231        exit_group
      0f05        syscall
      c3          parent: ret
      """;

  private static final long PAGE = 4096;
  private static final int SIGNAL_MASK = 0x7f;
  private static final int MAX_ERRNO = 4095;

  /** What shells and ld.so exit with, and no errno that an act could meet. */
  private static final int LOADER_FAILED = 126;

  private Child() {}

  /**
   * Forks; the child makes the call. Ok when the call succeeded (for {@code execve}: and the
   * program exited with 0).
   */
  static Answer call(Call call, Object... args) {
    if (!Call.X86_64 || call.number() < 0) {
      return Answer.failed(Errno.ENOSYS);
    }
    return fork(call.number(), args);
  }

  /** As {@link #call} with a bare number, such as one of another ABI. */
  static Answer fork(long number, Object... args) {
    long child = run(FORK_CALL_EXIT, number, args);
    return child < 0 ? Answer.failed((int) -child) : end(child, 0);
  }

  /**
   * A call that itself makes a child, which exits at once. The parent waits for it with {@code
   * waitFlags}.
   */
  static Answer spawn(int waitFlags, Call call, Object... args) {
    if (!Call.X86_64) {
      return Answer.failed(Errno.ENOSYS);
    }
    long child = run(CALL_EXIT_IF_ZERO, call.number(), args);
    return child < 0 && child >= -MAX_ERRNO ? Answer.failed((int) -child) : end(child, waitFlags);
  }

  private static Answer end(long child, int waitFlags) {
    MemorySegment status = Kernel.block(8);
    Answer waited = Kernel.call(Call.WAIT4, child, status, waitFlags, 0);
    if (!waited.isOk()) {
      // CLONE_PARENT: the child exists, but is another process's to wait for.
      return Answer.ok("child " + child + " is not ours to wait for");
    }
    int word = status.get(JAVA_INT, 0);
    int signal = word & SIGNAL_MASK;
    if (signal != 0) {
      return new Answer(-1, signal == 31 ? "SIGSYS" : "SIG" + signal, "");
    }
    int exit = (word >> 8) & 0xff;
    if (exit >= LOADER_FAILED) {
      return new Answer(-1, "EXIT" + exit, "");
    }
    return exit == 0 ? Answer.ok(0) : Answer.failed(exit);
  }

  @SuppressWarnings("restricted") // Raw machine access is what an attacker is for.
  private static long run(String listing, long number, Object... args) {
    long[] words = Kernel.words(args);
    MethodHandle code =
        Linker.nativeLinker()
            .downcallHandle(
                executable(bytes(listing)),
                FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    try {
      return (long) code.invokeExact(number, words[0], words[1], words[2], words[3], words[4]);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** The first column of a listing. */
  static byte[] bytes(String listing) {
    var hex = new StringBuilder();
    listing.lines().forEach(line -> hex.append(line, 0, Math.max(line.indexOf(' '), 0)));
    return HexFormat.of().parseHex(hex);
  }

  @SuppressWarnings("restricted") // Raw machine access is what an attacker is for.
  private static MemorySegment executable(byte[] code) {
    int readWriteExecute = 7;
    int privateAnonymous = 0x22;
    long address =
        Kernel.call(Call.MMAP, 0, PAGE, readWriteExecute, privateAnonymous, -1, 0).value();
    return MemorySegment.ofAddress(address).reinterpret(PAGE).copyFrom(MemorySegment.ofArray(code));
  }
}
