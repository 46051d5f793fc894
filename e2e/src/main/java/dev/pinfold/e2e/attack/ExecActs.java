package dev.pinfold.e2e.attack;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starting programs in ways that a guard may not see through. */
final class ExecActs {
  private static final int READ_WRITE = 3;
  private static final int SHARED_ANONYMOUS = 0x21;
  private static final int MOST_ROUNDS = 3000;
  private static final Path MARK = Path.of("raced");

  static final Map<String, Act> ACTS = Map.of("exec-race", ExecActs::race);

  private ExecActs() {}

  /**
   * {@code sh -c TEXT} again and again, with an argument vector in shared memory in which another
   * thread exchanges a harmless text and a hostile one. Ok when the hostile one ran, which it shows
   * by a file {@code raced}.
   */
  private static Answer race(Args args) {
    MemorySegment vector = shared();
    long[] words = Kernel.addresses("sh", "-c", args.text(0), args.text(1));
    for (int i = 0; i < 3; i++) {
      vector.setAtIndex(JAVA_LONG, i, words[i]);
    }
    AtomicBoolean done = new AtomicBoolean();
    Thread flipping =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int i = 0; !done.get(); i++) {
                    vector.setAtIndex(JAVA_LONG, 2, words[2 + (i & 1)]);
                  }
                });
    MemorySegment environment = Kernel.longs(Kernel.addresses("PATH=/usr/bin:/bin")[0], 0);
    Answer last = Answer.failed(Errno.ESRCH);
    for (int i = 0; i < MOST_ROUNDS && !Files.exists(MARK); i++) {
      last = Child.call(Call.EXECVE, "/bin/sh", vector, environment);
    }
    done.set(true);
    join(flipping);
    return Files.exists(MARK) ? Answer.ok("raced") : last.isOk() ? Answer.when(false) : last;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted") // Raw machine access is what an attacker is for.
  private static MemorySegment shared() {
    long address = Kernel.call(Call.MMAP, 0, 4096, READ_WRITE, SHARED_ANONYMOUS, -1, 0).value();
    return MemorySegment.ofAddress(address).reinterpret(4096);
  }
}
