package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.O_NOCTTY;
import static dev.pinfold.e2e.attack.FileActs.O_RDWR;
import static dev.pinfold.e2e.attack.FileActs.open;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Doors into the kernel, and privilege. Each call is chosen to be harmless where it is allowed: a
 * bad magic number, a name that isn't there, the value that is set already.
 */
final class PrivilegeActs {
  private static final int PROCESS_KEYRING = -2;
  private static final String NOWHERE = "/nonexistent/pinfold-attack";
  private static final int PR_SET_DUMPABLE = 4;
  private static final int PR_SET_SECUREBITS = 28;
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int PR_SET_PTRACER = 0x59616d61;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("bpf", _ -> call(BPF, 0, arrayMap(), 72)),
          Map.entry("keyctl", _ -> call(KEYCTL, 0, PROCESS_KEYRING, 1)),
          Map.entry("add-key", _ -> call(ADD_KEY, "user", "pinfold", "x", 1, PROCESS_KEYRING)),
          Map.entry("request-key", _ -> call(REQUEST_KEY, "user", "pinfold-no-such-key", 0, 0)),
          Map.entry("userfaultfd", _ -> call(USERFAULTFD, 1)),
          Map.entry("perf-event-open", _ -> call(PERF_EVENT_OPEN, taskClock(), 0, -1, -1, 0)),
          Map.entry("io-uring-setup", _ -> call(IO_URING_SETUP, 1, block(120))),
          Map.entry("init-module", _ -> call(INIT_MODULE, 0, 0, "")),
          Map.entry("finit-module", _ -> call(FINIT_MODULE, -1, "", 0)),
          Map.entry("delete-module", _ -> call(DELETE_MODULE, "pinfold_no_such_module", 0)),
          Map.entry("kexec-load", _ -> call(KEXEC_LOAD, 0, 0, 0, 0)),
          Map.entry("kexec-file-load", _ -> call(KEXEC_FILE_LOAD, -1, -1, 0, 0, 0)),
          // All magic numbers are zero: the kernel can't act on it.
          Map.entry("reboot", _ -> call(REBOOT, 0, 0, 0, 0)),
          Map.entry("swapon", _ -> call(SWAPON, NOWHERE, 0)),
          Map.entry("swapoff", _ -> call(SWAPOFF, NOWHERE)),
          // Q_SYNC for user quotas of every file system.
          Map.entry("quotactl", _ -> call(QUOTACTL, 0x80000100L, 0, 0, 0)),
          Map.entry("quotactl-fd", _ -> call(QUOTACTL_FD, -1, 0x80000100L, 0, 0)),
          Map.entry("acct", _ -> call(ACCT, NOWHERE)),
          Map.entry("sethostname", _ -> rename(SETHOSTNAME, "hostname")),
          Map.entry("setdomainname", _ -> rename(SETDOMAINNAME, "domainname")),
          Map.entry("settimeofday", _ -> call(SETTIMEOFDAY, 0, 0)),
          Map.entry("iopl", _ -> Child.call(IOPL, 3)),
          Map.entry("ioperm", _ -> Child.call(IOPERM, 0x80, 1, 1)),
          Map.entry("setresuid", a -> Child.call(SETRESUID, a.number(0), a.number(0), a.number(0))),
          Map.entry("seccomp-listener", _ -> unprivileged(() -> filter(8))),
          Map.entry("seccomp-filter", _ -> unprivileged(() -> filter(0))),
          Map.entry("landlock-layer", _ -> unprivileged(PrivilegeActs::landlockLayer)),
          Map.entry("set-dumpable", _ -> Child.call(PRCTL, PR_SET_DUMPABLE, 1)),
          Map.entry("set-ptracer", _ -> Child.call(PRCTL, PR_SET_PTRACER, -1)),
          Map.entry("securebits", _ -> Child.call(PRCTL, PR_SET_SECUREBITS, 0)),
          Map.entry("tiocsti", _ -> terminal(0x5412)),
          Map.entry("tioclinux", _ -> terminal(0x541c)),
          Map.entry("tiocsti-high-bits", _ -> terminal(0x1_0000_5412L)),
          Map.entry("capabilities", _ -> Answer.when(!status("CapEff").matches("0*"))),
          Map.entry("permitted-capabilities", _ -> Answer.when(!status("CapPrm").matches("0*"))),
          Map.entry("new-privileges", _ -> Answer.when(status("NoNewPrivs").equals("0"))),
          Map.entry("unfiltered", _ -> Answer.when(status("Seccomp").equals("0"))));

  private PrivilegeActs() {}

  /** union bpf_attr of BPF_MAP_CREATE: map_type (array, 2), key_size, value_size, max_entries. */
  private static MemorySegment arrayMap() {
    MemorySegment attributes = block(72);
    for (int i = 0; i < 4; i++) {
      attributes.setAtIndex(JAVA_INT, i, new int[] {2, 4, 8, 1}[i]);
    }
    return attributes;
  }

  /** struct perf_event_attr: software event 1 of this task, disabled, no kernel, no hypervisor. */
  private static MemorySegment taskClock() {
    MemorySegment attributes = block(112);
    attributes.set(JAVA_INT, 0, 1);
    attributes.set(JAVA_INT, 4, 112);
    attributes.set(JAVA_LONG, 8, 1);
    attributes.set(JAVA_LONG, 40, 0x61);
    return attributes;
  }

  /** To the name that it has. */
  private static Answer rename(Call call, String name) {
    try {
      String now = Files.readString(Path.of("/proc/sys/kernel/" + name)).strip();
      return call(call, now, now.length());
    } catch (IOException e) {
      return call(call, "pinfold", 7);
    }
  }

  /** On a thread of its own, because no_new_privs stays with a thread for ever. */
  private static Answer unprivileged(Supplier<Answer> act) {
    var answer = new AtomicReference<>(Answer.ok(0));
    Thread thread =
        Thread.ofPlatform()
            .start(
                () ->
                    answer.set(call(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0).then(_ -> act.get())));
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return answer.get();
  }

  /** SECCOMP_SET_MODE_FILTER with one instruction, "allow"; flag 8 is NEW_LISTENER. */
  private static Answer filter(int flags) {
    MemorySegment allow = block(8);
    allow.set(JAVA_SHORT, 0, (short) 6);
    allow.set(JAVA_INT, 4, 0x7fff0000);
    MemorySegment program = longs(1, allow.address());
    return Child.call(SECCOMP, 1, flags, program);
  }

  /**
   * A layer that handles "make block device" and grants nothing: a program that narrows itself
   * down.
   */
  private static Answer landlockLayer() {
    return call(LANDLOCK_CREATE_RULESET, longs(1 << 11), 8, 0)
        .then(ruleset -> Child.call(LANDLOCK_RESTRICT_SELF, ruleset, 0));
  }

  /** The request with a newline, on the terminal; where none can be opened, on standard input. */
  private static Answer terminal(long request) {
    MemorySegment character = Kernel.MEMORY.allocateFrom("\n");
    return call(IOCTL, Terminal.FD, request, character);
  }

  /**
   * A pseudo-terminal that is our controlling one. It stays open, because closing its master would
   * send us SIGHUP.
   */
  private static final class Terminal {
    private static final long TIOCSPTLCK = 0x40045431L;
    private static final long TIOCGPTN = 0x80045430L;

    static final long FD = slave();

    private static long slave() {
      call(SETSID);
      MemorySegment number = block(4);
      Answer slave =
          open("/dev/ptmx", O_RDWR | O_NOCTTY)
              .then(
                  master ->
                      call(IOCTL, master, TIOCSPTLCK, block(4))
                          .then(_ -> call(IOCTL, master, TIOCGPTN, number))
                          .then(_ -> open("/dev/pts/" + number.get(JAVA_INT, 0), O_RDWR)));
      return slave.isOk() ? slave.value() : 0;
    }
  }

  /** A field of /proc/thread-self/status. */
  private static String status(String field) {
    try {
      return Files.readString(Path.of("/proc/thread-self/status"))
          .lines()
          .filter(line -> line.startsWith(field + ":"))
          .map(line -> line.substring(field.length() + 1).strip())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
