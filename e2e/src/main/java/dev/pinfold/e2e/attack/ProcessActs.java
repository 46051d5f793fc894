package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.O_RDONLY;
import static dev.pinfold.e2e.attack.FileActs.O_RDWR;
import static dev.pinfold.e2e.attack.FileActs.open;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Signals to, and memory and descriptors of, another process; the first argument is its id. */
final class ProcessActs {
  private static final int SIGKILL = 9;
  private static final int SIGCONT = 18;
  private static final int PTRACE_SEIZE = 0x4206;
  private static final int PTRACE_ATTACH = 16;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("kill", a -> call(KILL, a.process(0), a.number(1))),
          Map.entry("tkill", a -> call(TKILL, a.process(0), SIGCONT)),
          Map.entry("tgkill", a -> call(TGKILL, a.process(0), a.process(0), SIGCONT)),
          Map.entry("kill-group", a -> call(KILL, -a.process(0), 0)),
          Map.entry("kill-all", ProcessActs::killAll),
          Map.entry("sigqueue", a -> call(RT_SIGQUEUEINFO, a.process(0), SIGCONT, queued())),
          Map.entry(
              "tgsigqueue",
              a -> call(RT_TGSIGQUEUEINFO, a.process(0), a.process(0), SIGCONT, queued())),
          Map.entry(
              "pidfd-signal", a -> pidfd(a).then(fd -> call(PIDFD_SEND_SIGNAL, fd, SIGCONT, 0, 0))),
          Map.entry("pidfd-getfd", a -> pidfd(a).then(fd -> call(PIDFD_GETFD, fd, a.number(1), 0))),
          Map.entry("ptrace-seize", a -> Child.call(PTRACE, PTRACE_SEIZE, a.process(0), 0, 0)),
          Map.entry("ptrace-attach", a -> Child.call(PTRACE, PTRACE_ATTACH, a.process(0), 0, 0)),
          Map.entry("vm-read", a -> vmRead(a.process(0), address(a.process(0)))),
          Map.entry("vm-write", ProcessActs::vmWrite),
          Map.entry("madvise", ProcessActs::madvise),
          Map.entry("kcmp", a -> call(KCMP, call(GETPID).value(), a.process(0), 1, 0, 0)),
          Map.entry("move-pages", a -> call(MOVE_PAGES, a.process(0), 0, 0, 0, 0, 0)),
          Map.entry("proc-mem", a -> open(proc(a, "mem"), O_RDWR)),
          Map.entry("proc-mem-read", a -> open(proc(a, "mem"), O_RDONLY)),
          Map.entry(
              "proc-environ", a -> open(proc(a, "environ"), O_RDONLY).then(FileActs::excerpt)),
          Map.entry(
              "proc-cmdline", a -> open(proc(a, "cmdline"), O_RDONLY).then(FileActs::excerpt)),
          Map.entry("proc-maps", a -> open(proc(a, "maps"), O_RDONLY).then(FileActs::excerpt)),
          Map.entry(
              "proc-fd", a -> open(proc(a, "fd/" + a.text(1)), O_RDONLY | FileActs.O_NONBLOCK)),
          Map.entry("proc-fd-list", a -> open(proc(a, "fd"), O_RDONLY)),
          Map.entry("proc-root", a -> read(proc(a, "root") + a.text(1))),
          Map.entry("proc-cwd", a -> read(proc(a, "cwd/" + a.text(1)))),
          Map.entry("proc-write", a -> open(proc(a, a.text(1)), FileActs.O_WRONLY)),
          Map.entry("visible-processes", ProcessActs::visibleProcesses));

  private ProcessActs() {}

  private static String proc(Args args, String name) {
    return "/proc/" + args.process(0) + "/" + name;
  }

  private static Answer read(String path) {
    return open(path, O_RDONLY).then(FileActs::excerpt);
  }

  private static Answer pidfd(Args args) {
    return call(PIDFD_OPEN, args.process(0), 0);
  }

  /** siginfo_t with si_code SI_QUEUE (-1), at byte 8: what a process may send to another. */
  private static MemorySegment queued() {
    MemorySegment info = block(128);
    info.set(JAVA_INT, 0, SIGCONT);
    info.set(JAVA_INT, 8, -1);
    return info;
  }

  /**
   * Ends every process that it may signal. Acts only where a signal to the given process of the
   * same user, outside, and one to process 1 are forbidden, or there is no parent to see: a pen
   * that doesn't hold must not cost the user's session.
   */
  private static Answer killAll(Args args) {
    boolean namespace = call(GETPPID).value() == 0;
    boolean penned =
        (namespace || isForbidden(call(KILL, args.process(0), 0))) && isForbidden(call(KILL, 1, 0));
    return penned ? call(KILL, -1, SIGKILL) : new Answer(-1, "UNSAFE", "not penned: not tried");
  }

  private static boolean isForbidden(Answer answer) {
    return answer.verdict().equals("EPERM");
  }

  /**
   * A writable address of the process where its map can be read; else where programs are linked to.
   */
  private static long address(long process) {
    try (Stream<String> maps = Files.lines(Path.of("/proc/" + process + "/maps"))) {
      return maps.filter(line -> line.contains(" rw-p "))
          .findFirst()
          .map(line -> Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16))
          .orElse(0x400000L);
    } catch (IOException e) {
      return 0x400000L;
    }
  }

  /** struct iovec: base, length. */
  private static Answer vmRead(long process, long address) {
    return call(PROCESS_VM_READV, process, iovec(block(8).address()), 1, longs(address, 8), 1, 0);
  }

  /** Writes back what was read, or zeroes where nothing could be read. */
  private static Answer vmWrite(Args args) {
    long process = args.process(0);
    long address = address(process);
    MemorySegment word = block(8);
    MemorySegment local = iovec(word.address());
    call(PROCESS_VM_READV, process, local, 1, longs(address, 8), 1, 0);
    return call(PROCESS_VM_WRITEV, process, local, 1, longs(address, 8), 1, 0);
  }

  private static MemorySegment iovec(long address) {
    return longs(address, 8);
  }

  /** MADV_COLD (20) on a page of the other process. */
  private static Answer madvise(Args args) {
    MemorySegment page = longs(address(args.process(0)), 4096);
    return pidfd(args).then(fd -> call(PROCESS_MADVISE, fd, page, 1, 20, 0));
  }

  /** Ok when process 1's command line can be read and more than twenty processes are there. */
  private static Answer visibleProcesses(Args args) {
    try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
      long count =
          entries.filter(entry -> entry.getFileName().toString().matches("[0-9]+")).count();
      return Answer.when(count > args.number(0));
    } catch (IOException e) {
      return new Answer(-1, "EACCES", "");
    }
  }
}
