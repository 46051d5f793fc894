package dev.pinfold.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.Starter;
import dev.pinfold.linux.Sys;
import dev.pinfold.sandbox.SelfProof.Attempt;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Attempts made where commands live, in tier full: by a starter that has joined the namespaces and
 * taken on all that a command takes on, and then tries calls instead of executing one.
 */
final class InsideProof {
  /** 192.0.2.0/24 belongs to nobody: RFC 5737. Port 9 is discard. */
  private static final byte[] NOWHERE = {0, 0, 0, 9, (byte) 192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0};

  /** O_EXCL of fcntl.h. */
  private static final int O_EXCL = 0x80;

  /** The lowest descriptor that is free once the starter has closed its rule set. */
  private static final int FREE_FD = Starter.RULESET_FD;

  private static final int ENTRY_BYTES = 64;

  /** Something to try: its place among the starter's calls, and what must come of it. */
  private record Try(int call, String guarantee, String what, int expected) {}

  private final Starter.Builder starter;
  private final List<Try> tries = new ArrayList<>();

  private InsideProof(Starter.Builder starter) {
    this.starter = starter;
  }

  /**
   * Makes the attempts.
   *
   * @param canary a file of this user's outside the view
   * @param outsider a process outside that lives, with a number that is none inside: inside is
   *     hardly anybody yet
   */
  static List<Attempt> attempts(PenThread thread, LockedIn lockedIn, String canary, int outsider)
      throws IOException {
    InsideProof proof = new InsideProof(new Starter.Builder());
    lockedIn.prepare(proof.starter, "/");
    proof.starter.close(FREE_FD);
    proof.files(canary);
    proof.processes(outsider);
    proof.network();
    proof.attempt("fs.namespaces", "join a namespace", Errno.EPERM, Sys.SETNS, FREE_FD + 1, 0);
    proof.attempt("fs.namespaces", "mount something", Errno.EPERM, Sys.MOUNT, 0, 0, 0);
    return proof.make(thread, lockedIn);
  }

  private void files(String canary) {
    long path = starter.text(canary);
    attempt(
        "fs.hidden.outside",
        "find a file outside",
        Errno.ENOENT,
        Sys.OPENAT,
        Openat2.AT_FDCWD,
        path,
        Openat2.O_PATH);
    attempt(
        "fs.write.outside",
        "make a file among the system's",
        Errno.EROFS,
        Sys.OPENAT,
        Openat2.AT_FDCWD,
        starter.text("/usr/pinfold-proof"),
        Openat2.O_CREAT | O_EXCL | Openat2.O_WRONLY,
        0600);
  }

  private void processes(int outsider) {
    attempt(
        "proc.hidden",
        "find a process outside",
        Errno.ENOENT,
        Sys.OPENAT,
        Openat2.AT_FDCWD,
        starter.text("/proc/" + outsider),
        Openat2.O_PATH);
    attempt(
        "proc.signal",
        "signal a process outside by its number",
        Errno.ESRCH,
        Sys.KILL,
        outsider,
        Signals.NONE);
  }

  private void network() {
    byte[] address = NOWHERE.clone();
    MemorySegment.ofArray(address).set(JAVA_SHORT_UNALIGNED, 0, (short) Sockets.AF_INET);
    starter.attempt(Sys.SOCKET, Sockets.AF_INET, Sockets.SOCK_DGRAM, 0, 0, 0, 0);
    attempt(
        "net.route",
        "send to an address outside",
        Errno.ENETUNREACH,
        Sys.SENDTO,
        FREE_FD,
        starter.bytes(new byte[8]),
        1,
        0,
        starter.bytes(address),
        16);
  }

  private void attempt(String guarantee, String what, int expected, Sys sys, long... given) {
    tries.add(new Try(starter.calls(), guarantee, what, expected));
    long[] a = Arrays.copyOf(given, 6);
    starter.attempt(sys, a[0], a[1], a[2], a[3], a[4], a[5]);
  }

  private List<Attempt> make(PenThread thread, LockedIn lockedIn) throws IOException {
    int calls = starter.calls() + 2;
    byte[] report;
    try (Starter told = starter.tell();
        Fd nothing =
            Fd.own(
                Errno.check(
                    "open(/dev/null)",
                    Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_RDONLY, 0)))) {
      Launch launch =
          Launch.of(thread, told, "/", List.of(nothing, nothing, nothing), lockedIn.descriptors());
      reap((int) Errno.check("posix_spawn", launch.pid()));
      report = launch.report();
    }
    if (report.length != (calls + 1) * ENTRY_BYTES) {
      throw new IOException("the proof inside the pen could not be made: " + failure(report));
    }
    reap(Starter.Report.of(tail(report)).child());
    long[] answers = Starter.answers(report);
    return tries.stream()
        .map(t -> new Attempt(t.guarantee(), t.what(), t.expected(), answers[t.call()]))
        .toList();
  }

  private static String failure(byte[] report) {
    Starter.Failure failure = Starter.Report.of(report).failure();
    return failure == null ? "it ended early" : failure.call() + ": " + Errno.name(failure.errno());
  }

  /** The entry of the clone, which the parent half wrote last. */
  private static byte[] tail(byte[] report) {
    return Arrays.copyOfRange(report, report.length - ENTRY_BYTES, report.length);
  }

  private static void reap(int pid) throws ErrnoException {
    try (Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)))) {
      PidFd.reap(pidfd);
    }
  }
}
