package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PosixSpawn;
import dev.pinfold.linux.Starter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** One spawn of a starter from the pen's thread. */
final class Launch {
  private final long pid;
  private final byte[] report;

  private Launch(long pid, byte[] report) {
    this.pid = pid;
    this.report = report;
  }

  /** The starter's process, or the negated errno of the spawn. */
  long pid() {
    return pid;
  }

  /** All that came through its report. */
  byte[] report() {
    return report;
  }

  /**
   * Spawns it and reads its report to the end.
   *
   * @param folder where it starts
   * @param standard its descriptors 0, 1 and 2
   * @param more its descriptors from {@link Starter#RULESET_FD} on
   */
  static Launch of(
      PenThread thread, Starter starter, String folder, List<Fd> standard, List<Fd> more)
      throws IOException {
    Fd[] report = Fd.pipe();
    try (Fd reader = report[0]) {
      long pid;
      try (Fd writer = report[1];
          PosixSpawn spawn =
              new PosixSpawn(
                  starter.path(),
                  List.of("pinfold-starter"),
                  List.of(),
                  folder,
                  descriptors(standard, writer, more))) {
        pid = thread.call(spawn::spawn);
      }
      return new Launch(pid, readAll(reader));
    }
  }

  private static List<Fd> descriptors(List<Fd> standard, Fd report, List<Fd> more) {
    List<Fd> all = new ArrayList<>(standard);
    all.add(report);
    all.addAll(more);
    return all;
  }

  private static byte[] readAll(Fd fd) throws ErrnoException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(4096);
      long n = Errno.check("read", fd.read(buffer));
      while (n > 0) {
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
        n = Errno.check("read", fd.read(buffer));
      }
    }
    return bytes.toByteArray();
  }
}
