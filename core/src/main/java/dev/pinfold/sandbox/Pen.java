package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Prlimit.Resource;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Starter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private boolean endedEarly;
  private final Set<Integer> groups = ConcurrentHashMap.newKeySet();

  private final String notFull;

  private Pen(
      PenThread thread,
      Limits limits,
      @Nullable LockedIn lockedIn,
      RunGroup group,
      String notFull) {
    this.notFull = notFull;
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
    return switch (plan.tier()) {
      case LANDLOCK -> open(plan, Tier.LANDLOCK, "");
      case FULL -> {
        try {
          yield open(plan, Tier.FULL, "");
        } catch (HolderException missing) {
          throw new SandboxUnavailableException(
              Protection.NAMESPACES, Protection.NAMESPACES.needs(), message(missing));
        }
      }
      case AUTO -> {
        try {
          yield open(plan, Tier.FULL, "");
        } catch (HolderException missing) {
          yield open(plan, Tier.LANDLOCK, message(missing));
        }
      }
    };
  }

  /** Its thread keeps what it took on: another tier needs another one. */
  private static Pen open(PenPlan plan, Tier tier, String notFull)
      throws IOException, SandboxUnavailableException {
    PenThread thread = PenThread.start();
    RunGroup group = RunGroup.open(plan.limits());
    try {
      LockedIn lockedIn = LockedIn.lock(thread, plan, KernelFeatures.probe(), tier, group);
      return new Pen(thread, plan.limits(), lockedIn, group, notFull);
    } catch (IOException | SandboxUnavailableException failed) {
      thread.close();
      group.close();
      throw failed;
    }
  }

  private static String message(HolderException missing) {
    return String.valueOf(missing.getMessage());
  }

  /** No pen at all: commands run as free as the user. Only ever on the user's explicit word. */
  public static Pen unlocked(Limits limits) {
    return new Pen(PenThread.start(), limits, null, RunGroup.none(), "");
  }

  /** Whether it holds anything back. */
  public boolean isLocked() {
    return lockedIn != null;
  }

  /** Whether what the run may not see does not exist for it. */
  public boolean hidesNames() {
    return lockedIn != null && lockedIn.tier() == Tier.FULL;
  }

  /** The tier's name; {@code off} without a pen. */
  public String tier() {
    return lockedIn == null ? "off" : lockedIn.tier().id();
  }

  /**
   * Why tier full was asked for, if it worked, and can't be had; empty when there is nothing to
   * say.
   */
  public String notFull() {
    return notFull;
  }

  /** How each protection stands. */
  public Map<Protection, ProtectionStatus> protections() {
    return lockedIn == null ? Protections.off() : lockedIn.protections();
  }

  /** Where the run meets its proxy; empty when the plan did not ask for one. */
  public Optional<Doorway> doorway() {
    return lockedIn == null ? Optional.empty() : lockedIn.doorway();
  }

  /** What was tried before the first command; empty without a pen. */
  public SelfProof proof() {
    return lockedIn == null ? new SelfProof(List.of()) : lockedIn.trials().proof();
  }

  /** The kernel's number of the thread that leads into the pen: what a hostile program aims at. */
  public int threadNumber() throws IOException {
    return thread.call(Signals::thread);
  }

  /** How long the proof took. */
  public Duration proofTook() {
    return lockedIn == null ? Duration.ZERO : lockedIn.trials().took();
  }

  /** Grants of the user that name nothing, with the reason. */
  public List<String> missingGrants() {
    return lockedIn == null ? List.of() : lockedIn.rulesets().missing();
  }

  /**
   * Of what the view keeps as it is, what nobody inside can change: canonical paths. Empty in tier
   * landlock, which can't take a part out of what it grants.
   */
  public List<String> keptAsTheyAre() {
    return lockedIn == null ? List.of() : lockedIn.kept().paths();
  }

  /** What the run has used so far; after {@link #end}, in all. */
  public Consumption consumption() {
    return group.consumption();
  }

  /**
   * What was refused so far, as far as the supervisor answered it: each kind once, with its count.
   */
  public List<CountedDenial> denials() {
    return lockedIn == null ? List.of() : lockedIn.supervisor().denials().list();
  }

  /** How many more there were, by operation. */
  public Map<String, Long> denialsNotListed() {
    return lockedIn == null ? Map.of() : lockedIn.supervisor().denials().notListed();
  }

  /**
   * Starts a command: a session of its own, only these three descriptors, limits set before its
   * first instruction.
   *
   * @throws IOException when the system can't start anything (no memory, no process left)
   */
  public Start start(Program program, Fd in, Fd out, Fd err) throws IOException {
    boolean inside = lockedIn != null && lockedIn.holder() != null;
    if (holderIsDead()) {
      throw new IOException(
          "bubblewrap, which held this run, was ended: nothing more can be started");
    }
    Launch launch;
    try (Starter starter = starter(program)) {
      launch =
          Launch.of(
              thread,
              starter,
              inside ? "/" : program.folder(),
              List.of(in, out, err),
              descriptors());
    }
    if (launch.pid() < 0) {
      return new Start.Failed("posix_spawn", (int) -launch.pid());
    }
    Starter.Report report = Starter.Report.of(launch.report());
    return inside
        ? startedInside((int) launch.pid(), report)
        : started((int) launch.pid(), report.failure());
  }

  private Start started(int pid, Starter.@Nullable Failure failure) throws ErrnoException {
    Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)));
    if (failure != null) {
      if (lockedIn != null) {
        lockedIn.supervisor().forgetStarter(pid);
      }
      try (pidfd) {
        PidFd.reap(pidfd);
      }
      return new Start.Failed(failure.call(), failure.errno());
    }
    groups.add(pid);
    return new Start.Started(pid, pidfd);
  }

  /** The starter made the command beside itself, and has ended or is about to. */
  private Start startedInside(int starter, Starter.Report report) throws IOException {
    ExitStatus end;
    try (Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open(starter)))) {
      if (lockedIn != null) {
        lockedIn.supervisor().forgetStarter(starter);
      }
      end = PidFd.reap(pidfd);
    }
    if (report.child() != 0) {
      Start start = started(report.child(), report.failure());
      if (start instanceof Start.Started(_, Fd pidfd) && lockedIn != null) {
        lockedIn.remember(pidfd);
      }
      return start;
    }
    Starter.Failure failure = report.failure();
    if (failure == null) {
      throw new IOException("the starter ended before the command began: " + end);
    }
    return new Start.Failed(failure.call(), failure.errno());
  }

  private Starter starter(Program program) throws ErrnoException {
    Starter.Builder builder = new Starter.Builder();
    // First of all: whatever follows is counted there.
    group.entrance().ifPresent(_ -> builder.enterControlGroup(Starter.RULESET_FD + ofPen().size()));
    if (!group.limitsProcesses()) {
      builder.limit(Resource.NPROC, limits.processes());
    }
    // A dump of a process that holds what it was given would outlive the run, where the system puts
    // dumps.
    builder
        .limit(Resource.CORE, 0)
        .limit(Resource.NOFILE, limits.openFiles())
        .limit(Resource.FSIZE, limits.fileSizeBytes());
    if (lockedIn != null) {
      lockedIn.prepare(builder, program.folder());
    }
    return builder.closeOnExec().execve(program.path(), program.arguments(), program.environment());
  }

  private List<Fd> ofPen() {
    return lockedIn == null ? List.of() : lockedIn.descriptors();
  }

  /** What the starter gets beside the report: what the pen needs, then the control group's door. */
  private List<Fd> descriptors() {
    List<Fd> all = new ArrayList<>(ofPen());
    group.entrance().ifPresent(all::add);
    return all;
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
    endedEarly = holderIsDead();
    try {
      if (lockedIn != null && lockedIn.holder() != null) {
        lockedIn.holder().kill();
      } else {
        signal(Signals.SIGKILL);
      }
    } finally {
      thread.close();
      group.close();
      if (lockedIn != null) {
        gone = lockedIn.supervisor().awaitEmpty(PATIENCE) && lockedIn.isEmpty();
        lockedIn.close();
      }
    }
    return gone;
  }

  /** Whether what held the run was ended by somebody else, and all of the run with it. */
  public boolean endedEarly() {
    return endedEarly;
  }

  private boolean holderIsDead() {
    return lockedIn != null && lockedIn.holder() != null && lockedIn.holder().isDead();
  }

  /** {@link #end}. */
  @Override
  public void close() throws IOException {
    end();
  }
}
