package dev.pinfold.prove;

import dev.pinfold.linux.CallScript;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.Signals;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Start;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs hostile programs as commands of a pen, or of none. */
final class Attacker {
  /** A call that waits for ever is an answer, too; nothing that is tried takes a tenth of this. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Far more than a process has between its making and its execve. */
  private static final int TIMES_BUSY = 1000;

  private final Scene scene;
  private final Pen pen;

  Attacker(Scene scene, Pen pen) {
    this.scene = scene;
    this.pen = pen;
  }

  /**
   * Has the calls made by a program of their own.
   *
   * @param calls as {@link CallLine} reads them
   * @return the first that failed, else the last; or how the program ended
   */
  Answer attempt(String calls, Map<String, String> places) throws IOException {
    byte[] program = CallLine.program(calls, places);
    for (int i = 0; i < TIMES_BUSY; i++) {
      Answer answer = once(program, calls);
      if (!isBusy(answer)) {
        return answer;
      }
      Thread.onSpinWait();
    }
    throw new IOException("a program stays open for writing");
  }

  /**
   * Whether a program could not be executed because somebody has it open for writing: a process
   * that another thread of this JVM was just starting when the file was written, and that has not
   * reached its execve, which closes it. Says nothing of the pen.
   */
  private static boolean isBusy(Answer answer) {
    return answer.word().endsWith(Errno.name(Errno.ETXTBSY));
  }

  private Answer once(byte[] content, String calls) throws IOException {
    Path program = scene.program(content);
    Fd[] out = Fd.pipe();
    try (Fd reader = out[0];
        Fd nothing = nothing()) {
      Start start;
      try (Fd writer = out[1]) {
        start = start(program, nothing, writer);
      }
      return switch (start) {
        case Start.Failed(String call, int errno) ->
            Answer.of("not started: " + call + " " + Errno.name(errno));
        case Start.Started(_, Fd pidfd) -> {
          byte[] told = told(reader, pidfd);
          try (pidfd) {
            yield answer(CallScript.answers(told), PidFd.reap(pidfd), calls);
          }
        }
      };
    } finally {
      Files.deleteIfExists(program);
    }
  }

  /**
   * Starts the sleeper, which lives until {@code input} ends.
   *
   * @throws IOException when it can't be started
   */
  Start.Started sleeper(Fd input) throws IOException {
    try (Fd nothing = nothing()) {
      Program program =
          new Program(
              scene.program(Files.readAllBytes(scene.path("sleeper"))).toString(),
              List.of("sleeper"),
              List.of("TOKEN=" + Scene.SECRET),
              scene.workspace().toString());
      return switch (pen.start(program, input, nothing, nothing)) {
        case Start.Started started -> started;
        case Start.Failed(String call, int errno) -> throw new ErrnoException(call, errno);
      };
    }
  }

  private Start start(Path program, Fd in, Fd out) throws IOException {
    return pen.start(
        new Program(
            program.toString(),
            List.of(program.toString()),
            List.of(),
            scene.workspace().toString()),
        in,
        out,
        out);
  }

  private static Fd nothing() throws ErrnoException {
    return Fd.own(
        Errno.check(
            "open(/dev/null)",
            Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_RDONLY, 0)));
  }

  private static byte[] told(Fd reader, Fd pidfd) throws ErrnoException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(4096);
      while (true) {
        if (Poll.readable(PATIENCE, reader) < 0) {
          PidFd.signal(pidfd, Signals.SIGKILL);
        }
        long n = Errno.check("read", reader.read(buffer));
        if (n == 0) {
          return bytes.toByteArray();
        }
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  private static Answer answer(long[] answers, ExitStatus end, String calls) {
    for (long answer : answers) {
      if (answer < 0) {
        return Answer.of(Errno.name((int) -answer));
      }
    }
    return switch (end) {
      case ExitStatus.Signalled(int signal) -> Answer.of("signal " + signal);
      case ExitStatus.Exited(int code) ->
          code == 0 && (answers.length > 0 || CallLine.becomesAnother(calls))
              ? new Answer(Answer.OK, answers.length == 0 ? 0 : answers[answers.length - 1])
              : Answer.of("exit " + code);
    };
  }
}
