package dev.pinfold.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StarterTest {
  private record Result(String output, Starter.@Nullable Failure failure, ExitStatus status) {}

  @Test
  void runsTheCallsAndThenTheCommand() throws Exception {
    Result result =
        run(
            new Starter.Builder().limit(Prlimit.Resource.NOFILE, 77).closeOnExec(),
            "/bin/sh",
            "-c",
            "ulimit -n; pwd; echo \"$A\"; ls -A /proc/self/fd; exit 7");
    assertThat(result.failure()).isNull();
    // ls itself opens the folder as descriptor 3: nothing else was inherited.
    assertThat(result.output()).isEqualTo("77\n/tmp\nb c\n0\n1\n2\n3\n");
    assertThat(result.status()).isEqualTo(new ExitStatus.Exited(7));
  }

  @Test
  void reportsTheCallThatFailed() throws Exception {
    Result result = run(new Starter.Builder().closeOnExec(), "/nowhere/at/all");
    assertThat(result.failure()).isEqualTo(new Starter.Failure("execve", Errno.ENOENT));
    assertThat(result.status()).isEqualTo(new ExitStatus.Exited(127));

    Result other = run(new Starter.Builder().restrictSelf(Starter.REPORT_FD), "/bin/true");
    assertThat(other.failure())
        .isNotNull()
        .extracting(Starter.Failure::call)
        .isEqualTo("landlock_restrict_self");
  }

  /** Its fields 1, 5 and 6 of proc_pid_stat(5): number, group, session; no terminal (7) with it. */
  @Test
  void leadsASessionOfItsOwn() throws Exception {
    Result result = run(new Starter.Builder().closeOnExec(), "/bin/cat", "/proc/self/stat");
    String[] fields = result.output().split(" ", -1);
    assertThat(List.of(fields[4], fields[5], fields[6])).containsExactly(fields[0], fields[0], "0");
  }

  @Test
  void passesBytesThatAreNoUtf8() throws Exception {
    String raw = NativeString.decode(new byte[] {(byte) 0xFF, 'a', (byte) 0xC3});
    Result result = run(new Starter.Builder().closeOnExec(), "/usr/bin/printf", "%s", raw);
    assertThat(result.output()).isEqualTo(raw);
  }

  private static Result run(Starter.Builder builder, String... command) throws Exception {
    Fd[] out = Fd.pipe();
    Fd[] report = Fd.pipe();
    long pid;
    try (Starter starter =
            builder.execve(command[0], List.of(command), List.of("PATH=/usr/bin:/bin", "A=b c"));
        PosixSpawn spawn =
            new PosixSpawn(
                starter.path(),
                List.of("starter"),
                List.of(),
                "/tmp",
                List.of(out[0], out[1], out[1], report[1]))) {
      pid = Errno.check("posix_spawn", spawn.spawn());
    }
    out[1].close();
    report[1].close();
    byte[] failure = readAll(report[0]);
    byte[] output = readAll(out[0]);
    try (Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open((int) pid)))) {
      return new Result(
          NativeString.decode(output), Starter.Report.of(failure).failure(), PidFd.reap(pidfd));
    }
  }

  static byte[] readAll(Fd fd) throws ErrnoException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined();
        fd) {
      MemorySegment buffer = arena.allocate(4096);
      for (long n = Errno.check("read", fd.read(buffer));
          n > 0;
          n = Errno.check("read", fd.read(buffer))) {
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
      }
      return bytes.toByteArray();
    }
  }

  @Test
  void decodesWhatIsUtf8() {
    assertThat(NativeString.encode("ä€😀")).isEqualTo("ä€😀".getBytes(UTF_8));
    assertThat(NativeString.decode("ä€😀".getBytes(UTF_8))).isEqualTo("ä€😀");
  }
}
