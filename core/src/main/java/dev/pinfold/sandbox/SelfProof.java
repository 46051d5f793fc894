package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Ptrace;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sockets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Attempts to leave the pen, made on its own thread before the first command. Each must fail, and
 * with the errno that tells which protection answered; one that does not ends the run.
 *
 * @param attempts in the order in which they were made
 */
public record SelfProof(List<Attempt> attempts) {
  /** Copies the attempts. */
  public SelfProof {
    attempts = List.copyOf(attempts);
  }

  /**
   * One attempt.
   *
   * @param guarantee the guarantee that it tests, as in THREAT_MODEL.md
   * @param what what was tried
   * @param expected the errno that must come
   * @param result what came: at least 0, or a negated errno
   */
  public record Attempt(String guarantee, String what, int expected, long result) {
    /** Whether it failed as it must. */
    public boolean holds() {
      return result == -expected;
    }
  }

  /** Whether every attempt failed as it must. */
  public boolean holds() {
    return attempts.stream().allMatch(Attempt::holds);
  }

  /**
   * Whoever can be reached through an abstract socket: made by a free thread, tried before the
   * filter refuses the family.
   */
  static Attempt abstractSocket(PenThread thread) throws IOException {
    String name =
        "pinfold-proof-"
            + Long.toHexString(System.nanoTime())
            + "-"
            + ProcessHandle.current().pid();
    try (Fd server = socket();
        Fd client = socket()) {
      Errno.check("listen(abstract)", Sockets.listenAbstract(server, name));
      long result = thread.call(() -> Sockets.connectAbstract(client, name));
      return new Attempt(
          "unix.connect", "connect to an abstract socket of this JVM", Errno.EPERM, result);
    }
  }

  private static Fd socket() throws ErrnoException {
    return Fd.own(
        Errno.check("socket(AF_UNIX)", Sockets.socket(Sockets.AF_UNIX, Sockets.SOCK_STREAM)));
  }

  /**
   * The attempts that need the finished pen.
   *
   * @param canary a file of this user's outside the view, which a free thread can read and write
   * @param outsider a process that could be signalled before
   */
  static List<Attempt> attempts(PenThread thread, String canary, int outsider) throws IOException {
    return thread.call(
        () -> {
          List<Attempt> made = new ArrayList<>();
          made.add(
              new Attempt(
                  "fs.read.outside",
                  "read a file outside",
                  Errno.EACCES,
                  open(canary, Openat2.O_RDONLY)));
          made.add(
              new Attempt(
                  "fs.write.outside",
                  "write a file outside",
                  Errno.EACCES,
                  open(canary, Openat2.O_WRONLY)));
          made.add(
              new Attempt(
                  "proc.signal",
                  "signal a process outside",
                  Errno.EPERM,
                  Signals.kill(outsider, Signals.NONE)));
          made.add(
              new Attempt(
                  "proc.memory", "trace a process outside", Errno.EPERM, Ptrace.attach(outsider)));
          return made;
        });
  }

  /** The attempts to reach a network, where the run has none of its own. */
  static List<Attempt> network(PenThread thread) throws IOException {
    return thread.call(
        () ->
            List.of(
                new Attempt("net.udp", "open a UDP socket", Errno.EACCES, udp()),
                new Attempt("net.tcp", "connect to a TCP port", Errno.EACCES, tcp())));
  }

  static long open(String path, int flags) {
    return closed(Openat2.openat(Openat2.AT_FDCWD, path, flags));
  }

  private static long udp() {
    return closed(Sockets.socket(Sockets.AF_INET, Sockets.SOCK_DGRAM));
  }

  private static long tcp() {
    long socket = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM);
    if (socket < 0) {
      return socket;
    }
    try (Fd fd = Fd.own(socket)) {
      return Sockets.connectLoopback(fd, 1);
    }
  }

  private static long closed(long result) {
    if (result >= 0) {
      Fd.own(result).close();
    }
    return result;
  }
}
