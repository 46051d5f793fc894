package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.PosixSpawn;
import dev.pinfold.linux.Prlimit.Resource;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Starter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An open pen: commands are started in it, signalled together, and end with it.
 *
 * <p>Thread contract: any free thread may start commands, several at once; {@link #close} once.
 */
public final class Pen implements AutoCloseable {
  /**
   * Dying takes milliseconds; a process in an uninterruptible call (a dead network disk) may take
   * for ever.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PenThread thread;
  private final Limits limits;

  /** What holds the pen together; null where the user switched it off. */
  private final @Nullable LockedIn lockedIn;

  private final RunGroup group;
  private boolean ended;
  private boolean gone;
  private final Set<Integer> groups = ConcurrentHashMap.newKeySet();

  private Pen(PenThread thread, Limits limits, @Nullable LockedIn lockedIn, RunGroup group) {
    this.thread = thread;
    this.limits = limits;
    this.lockedIn = lockedIn;
    this.group = group;
  }

  /**
   * Opens a pen and proves it.
   *
   * @throws SandboxUnavailableException when a protection is missing that the plan does not do
   *     without, or when an attempt to leave the pen worked
   * @throws IOException when the system refuses a step
   */
  public static Pen open(PenPlan plan) throws IOException, SandboxUnavailableException {
    PenThread thread = PenThread.start();
    RunGroup group = RunGroup.open(plan.limits());
    try {
      LockedIn lockedIn = LockedIn.lock(thread, plan, KernelFeatures.probe(), group);
      return new Pen(thread, plan.limits(), lockedIn, group);
    } catch (IOException | SandboxUnavailableException failed) {
      thread.close();
      group.close();
      throw failed;
    }
  }

  /** No pen at all: commands run as free as the user. Only ever on the user's explicit word. */
  public static Pen unlocked(Limits limits) {
    return new Pen(PenThread.start(), limits, null, RunGroup.none());
  }

  /** Whether it holds anything back. */
  public boolean isLocked() {
    return lockedIn != null;
  }

  /** How each protection stands. */
  public Map<Protection, ProtectionStatus> protections() {
    return lockedIn == null ? Protections.off() : lockedIn.protections();
  }

  /** What was tried before the first command; empty without a pen. */
  public SelfProof proof() {
    return lockedIn == null ? new SelfProof(List.of()) : lockedIn.proof();
  }

  /** How long the proof took. */
  public Duration proofTook() {
    return lockedIn == null ? Duration.ZERO : lockedIn.proofTook();
  }

  /** Grants of the user that name nothing, with the reason. */
  public List<String> missingGrants() {
    return lockedIn == null ? List.of() : lockedIn.rulesets().missing();
  }

  /** What the run has used so far; after {@link #end}, in all. */
  public Consumption consumption() {
    return group.consumption();
  }

  /**
   * What was refused so far, as far as the supervisor answered it: each kind once, with its count.
   */
  public List<CountedRefusal> refusals() {
    return lockedIn == null ? List.of() : lockedIn.supervisor().refusals().list();
  }

  /** Refusals beyond those that are listed. */
  public long refusalsNotListed() {
    return lockedIn == null ? 0 : lockedIn.supervisor().refusals().dropped();
  }

  /**
   * Starts a command: a session of its own, only these three descriptors, limits set before its
   * first instruction.
   *
   * @throws IOException when the system can't start anything (no memory, no process left)
   */
  public Start start(Program program, Fd in, Fd out, Fd err) throws IOException {
    Fd[] report = Fd.pipe();
    try (Fd reader = report[0]) {
      long pid;
      try (Fd writer = report[1];
          Starter starter = starter(program);
          PosixSpawn spawn =
              new PosixSpawn(
                  starter.path(),
                  List.of("pinfold-starter"),
                  List.of(),
                  program.folder(),
                  descriptors(in, out, err, writer))) {
        pid = thread.call(spawn::spawn);
      }
      if (pid < 0) {
        return new Start.Failed("posix_spawn", (int) -pid);
      }
      return started((int) pid, Starter.failure(readAll(reader)));
    }
  }

  private Start started(int pid, Starter.@Nullable Failure failure) throws ErrnoException {
    Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)));
    if (failure != null) {
      try (pidfd) {
        PidFd.reap(pidfd);
      }
      return new Start.Failed(failure.call(), failure.errno());
    }
    groups.add(pid);
    return new Start.Started(pid, pidfd);
  }

  private Starter starter(Program program) throws ErrnoException {
    Starter.Builder builder = new Starter.Builder();
    // First of all: whatever follows is counted there.
    group.entrance().ifPresent(_ -> builder.enterControlGroup(groupDescriptor()));
    if (!group.limitsProcesses()) {
      builder.limit(Resource.NPROC, limits.processes());
    }
    // A dump of a process that holds what it was given would outlive the run, where the system puts
    // dumps.
    builder
        .limit(Resource.CORE, 0)
        .limit(Resource.NOFILE, limits.openFiles())
        .limit(Resource.FSIZE, limits.fileSizeBytes());
    if (isLocked()) {
      builder.restrictSelf(Starter.RULESET_FD);
    }
    return builder.closeOnExec().execve(program.path(), program.arguments(), program.environment());
  }

  private List<Fd> descriptors(Fd in, Fd out, Fd err, Fd report) {
    List<Fd> all = new ArrayList<>(List.of(in, out, err, report));
    if (lockedIn != null) {
      all.add(lockedIn.rulesets().command());
    }
    group.entrance().ifPresent(all::add);
    return all;
  }

  private int groupDescriptor() {
    return isLocked() ? Starter.RULESET_FD + 1 : Starter.RULESET_FD;
  }

  private static byte[] readAll(Fd fd) throws ErrnoException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(256);
      long n = Errno.check("read", fd.read(buffer));
      while (n > 0) {
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
        n = Errno.check("read", fd.read(buffer));
      }
    }
    return bytes.toByteArray();
  }

  /** Whether the run's rules cover reading {@code path}, a canonical one. */
  public boolean mayRead(String path) {
    return lockedIn == null || Rulesets.isBeneath(path, lockedIn.rulesets().readable());
  }

  /** Whether the run's rules cover writing {@code path}, a canonical one. */
  public boolean mayWrite(String path) {
    return lockedIn == null || Rulesets.isBeneath(path, lockedIn.rulesets().writable());
  }

  /**
   * Sends a signal to every process of the pen.
   *
   * <p>With a proven signal scope that is kill(-1) from the pen's thread, which reaches exactly the
   * pen's processes, all at once. Without one it is sent to each command's process group, and a
   * process that left its group is not reached.
   */
  public void signal(int signal) throws IOException {
    if (lockedIn != null && lockedIn.scoped()) {
      thread.call(() -> Signals.kill(Signals.EVERYBODY, signal));
      return;
    }
    for (int leader : groups) {
      Signals.kill(-leader, signal);
    }
  }

  /**
   * Kills what still runs in the pen, waits until it is dead, and lets the pen's thread, watchdog
   * and supervisor end. The second time it does nothing.
   *
   * @return whether every process of the run is known to be gone
   */
  public boolean end() throws IOException {
    if (ended) {
      return gone;
    }
    ended = true;
    try {
      signal(Signals.SIGKILL);
    } finally {
      thread.close();
      group.close();
      if (lockedIn != null) {
        gone = lockedIn.supervisor().awaitEmpty(PATIENCE) && lockedIn.scoped();
        lockedIn.close();
      }
    }
    return gone;
  }

  /** {@link #end}. */
  @Override
  public void close() throws IOException {
    end();
  }
}
