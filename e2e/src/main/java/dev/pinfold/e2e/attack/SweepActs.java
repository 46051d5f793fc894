package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.O_NONBLOCK;
import static dev.pinfold.e2e.attack.FileActs.O_RDONLY;
import static dev.pinfold.e2e.attack.FileActs.open;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tries every thread of every other process: a pen is made of threads that nobody lists, and one of
 * them that answers is enough. Signal 0 is sent, which asks for permission only.
 */
final class SweepActs {
  private static final int F_SETOWN = 8;
  private static final int F_SETOWN_EX = 15;
  private static final int FIOSETOWN = 0x8901;
  private static final int SIOCSPGRP = 0x8902;
  private static final int F_OWNER_TID = 0;
  private static final int PIDFD_THREAD = 0x80;

  /** The kernel takes the low half of the register as the process id. */
  private static final long UPPER_HALF = 1L << 32;

  static final Map<String, Act> ACTS =
      Map.of(
          "signal-sweep", _ -> sweep(SweepActs::signal),
          "memory-sweep", _ -> sweep(SweepActs::memory),
          "limit-sweep", _ -> sweep(SweepActs::limits),
          "sigio-owner", _ -> everyOwner(fd -> tid -> call(FCNTL, fd, F_SETOWN, tid)),
          "sigio-owner-upper-half",
              _ -> everyOwner(fd -> tid -> call(FCNTL, fd, F_SETOWN, tid | UPPER_HALF)),
          "sigio-owner-ex", _ -> everyOwner(fd -> tid -> call(FCNTL, fd, F_SETOWN_EX, owner(tid))),
          "sigio-owner-ioctl",
              _ -> everyOwner(fd -> tid -> call(IOCTL, fd, FIOSETOWN, integer(tid))),
          "sigio-owner-socket",
              _ -> everyOwner(fd -> tid -> call(IOCTL, fd, SIOCSPGRP, integer(tid))));

  private SweepActs() {}

  private record Target(long process, long thread) {}

  private interface Probe {
    Answer on(Target target);
  }

  private interface OwnerCall {
    Answer on(long thread);
  }

  private interface Owned {
    OwnerCall by(long fd);
  }

  /** Ok with the first thread that answers; else what most said is as good as any. */
  private static Answer sweep(Probe probe) {
    Answer last = Answer.failed(Errno.ESRCH);
    for (Target target : others()) {
      Answer answer = probe.on(target);
      if (answer.isOk()) {
        return Answer.ok(
            "process " + target.process() + " thread " + target.thread() + " " + answer.detail());
      }
      if (!answer.verdict().equals("ESRCH") && !answer.verdict().equals("ENOENT")) {
        last = answer;
      }
    }
    return last;
  }

  private static Answer signal(Target target) {
    long tid = target.thread();
    return first(
        Answer.failed(Errno.EPERM),
        "kill",
        call(KILL, tid, 0),
        "kill upper half",
        call(KILL, tid | UPPER_HALF, 0),
        "tkill",
        call(TKILL, tid, 0),
        "tkill upper half",
        call(TKILL, tid | UPPER_HALF, 0),
        "tgkill",
        call(TGKILL, target.process(), tid, 0),
        "tgkill upper half",
        call(TGKILL, target.process() | UPPER_HALF, tid, 0),
        "pidfd",
        call(PIDFD_OPEN, tid, 0).then(fd -> call(PIDFD_SEND_SIGNAL, fd, 0, 0, 0)),
        "pidfd of thread",
        call(PIDFD_OPEN, tid, PIDFD_THREAD).then(fd -> call(PIDFD_SEND_SIGNAL, fd, 0, 0, 0)),
        "proc folder",
        open("/proc/" + tid, O_RDONLY).then(fd -> call(PIDFD_SEND_SIGNAL, fd, 0, 0, 0)));
  }

  private static Answer memory(Target target) {
    String proc = "/proc/" + target.process() + "/task/" + target.thread() + "/";
    return first(
        Answer.failed(13),
        "mem",
        open(proc + "mem", O_RDONLY),
        "environ",
        open(proc + "environ", O_RDONLY),
        "fd 0",
        open(proc + "fd/0", O_RDONLY | O_NONBLOCK),
        "root",
        open(proc + "root/etc/shells", O_RDONLY),
        "vm",
        call(KCMP, call(GETPID).value(), target.thread(), 1, 0, 0));
  }

  /** Sets what is set already. */
  private static Answer limits(Target target) {
    MemorySegment limit = Kernel.longs(512, 4096);
    call(PRLIMIT64, target.thread(), 7, 0, limit);
    return first(
        Answer.failed(Errno.EPERM),
        "prlimit",
        call(PRLIMIT64, target.thread(), 7, limit, 0),
        "prlimit upper half",
        call(PRLIMIT64, target.thread() | UPPER_HALF, 7, limit, 0),
        "ioprio",
        call(IOPRIO_SET, 1, target.thread() | UPPER_HALF, 0));
  }

  /** Name and answer in turn. */
  private static Answer first(Answer otherwise, Object... namedAnswers) {
    for (int i = 0; i < namedAnswers.length; i += 2) {
      if (((Answer) namedAnswers[i + 1]).isOk()) {
        return Answer.ok((String) namedAnswers[i]);
      }
    }
    return otherwise;
  }

  /**
   * Makes each thread of the launcher in turn the receiver of a descriptor's signals, which the
   * kernel would send in our name. It lets anybody be named; so refused it is if any is.
   */
  private static Answer everyOwner(Owned call) {
    MemorySegment fds = block(8);
    Answer pair = call(SOCKETPAIR, 1, 1, 0, fds);
    if (!pair.isOk()) {
      return pair;
    }
    OwnerCall owner = call.by(fds.get(JAVA_INT, 0));
    for (Target target : threads(Long.toString(call(GETPPID).value()))) {
      Answer answer = owner.on(target.thread());
      if (answer.verdict().equals("EPERM")) {
        return answer;
      }
    }
    return Answer.ok(0);
  }

  /** struct f_owner_ex: type, pid. */
  private static MemorySegment owner(long thread) {
    MemorySegment owner = block(8);
    owner.set(JAVA_INT, 0, F_OWNER_TID);
    owner.set(JAVA_INT, 4, (int) thread);
    return owner;
  }

  private static MemorySegment integer(long value) {
    MemorySegment integer = block(4);
    integer.set(JAVA_INT, 0, (int) value);
    return integer;
  }

  private static List<Target> others() {
    String self = Long.toString(call(GETPID).value());
    return names(Path.of("/proc")).stream()
        .filter(name -> name.matches("[0-9]+") && !name.equals(self))
        .flatMap(process -> threads(process).stream())
        .toList();
  }

  private static List<Target> threads(String process) {
    return names(Path.of("/proc", process, "task")).stream()
        .map(thread -> new Target(Long.parseLong(process), Long.parseLong(thread)))
        .toList();
  }

  /** Empty for a process that has ended meanwhile. */
  private static List<String> names(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return new ArrayList<>(entries.map(entry -> entry.getFileName().toString()).toList());
    } catch (IOException | java.io.UncheckedIOException e) {
      return List.of();
    }
  }
}
