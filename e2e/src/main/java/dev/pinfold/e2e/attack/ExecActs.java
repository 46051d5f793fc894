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
  private static final int MOST_ROUNDS = 20_000;

  static final Map<String, Act> ACTS = Map.of("exec-race", ExecActs::race);

  private ExecActs() {}

  /**
   * {@code rm -rf PATH} again and again, with an argument vector in shared memory in which another
   * thread exchanges a path that does not exist and a precious one. Ok when rm was started with the
   * precious one: it is gone, or rm says that it could not (status 1; a refused start is EACCES).
   */
  private static Answer race(Args args) {
    Path precious = Path.of(args.text(0));
    MemorySegment vector = shared();
    long[] words = Kernel.addresses("rm", "-rf", "not-there", precious.toString());
    for (int i = 0; i < 3; i++) {
      vector.setAtIndex(JAVA_LONG, i, words[i]);
    }
    var done = new AtomicBoolean();
    Thread exchanging =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int i = 0; !done.get(); i++) {
                    vector.setAtIndex(JAVA_LONG, 2, words[2 + (i & 1)]);
                  }
                });
    MemorySegment environment = Kernel.longs(Kernel.addresses("PATH=/usr/bin:/bin")[0], 0);
    Answer answer = Answer.failed(Errno.ESRCH);
    for (int i = 0; i < MOST_ROUNDS && isUndecided(precious, answer); i++) {
      answer = Child.call(Call.EXECVE, "/bin/rm", vector, environment);
    }
    done.set(true);
    join(exchanging);
    if (Files.notExists(precious)) {
      return Answer.ok("done");
    }
    return answer.equals(Answer.failed(Errno.EPERM)) ? Answer.ok("raced") : answer;
  }

  private static boolean isUndecided(Path precious, Answer answer) {
    return Files.exists(precious) && !answer.equals(Answer.failed(Errno.EPERM));
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
    long bytes = 4096;
    long address = Kernel.call(Call.MMAP, 0, bytes, READ_WRITE, SHARED_ANONYMOUS, -1, 0).value();
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
