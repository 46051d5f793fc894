package dev.pinfold.sandbox;

import dev.pinfold.linux.Arch;
import dev.pinfold.linux.BpfProgram;
import dev.pinfold.linux.Capabilities;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Prctl;
import dev.pinfold.linux.Seccomp;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Starter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread that has locked itself in, and what belongs to it.
 *
 * <p>In tier landlock the order is forced: no_new_privs before Landlock and seccomp; capabilities
 * gone before anything is tried as proof; the scope alone first, so that the watchdog outlives what
 * it watches; the filter last, because it refuses calls that the steps before need; the supervisor
 * before the proof, because it answers some of it.
 */
final class LockedIn implements AutoCloseable {
  /** Commands yield to whoever supervises them: a fork bomb must not starve the one who ends it. */
  private static final int NICE = 5;

  /**
   * Holders that are started at once, in this JVM: each start has about 150 descriptors open, and
   * more of them than processors makes none of them sooner.
   */
  private static final Semaphore STARTING =
      new Semaphore(2 * Runtime.getRuntime().availableProcessors());

  private static final BpfProgram COMMAND_FILTER = SyscallRules.command().compile(Arch.current());

  private final PenThread thread;
  private final KernelFeatures kernel;
  private final Tier tier;
  private final Rulesets rulesets;
  private final int lastCapability;
  private final Trials trials = new Trials();
  private final Map<Protection, ProtectionStatus> protections;
  private boolean scoped;
  private @Nullable Watchdog watchdog;
  private @Nullable Supervisor supervisor;

  /** What holds the run's namespaces; null in tier landlock, where it has none. */
  private @Nullable Holder holder;

  /** Where the run meets its proxy; null when it has none. */
  private @Nullable Doorway doorway;

  private KeptMounts kept = KeptMounts.NONE;

  private LockedIn(
      PenThread thread,
      KernelFeatures kernel,
      Tier tier,
      Rulesets rulesets,
      int lastCapability,
      Map<Protection, ProtectionStatus> protections) {
    this.thread = thread;
    this.kernel = kernel;
    this.tier = tier;
    this.rulesets = rulesets;
    this.lastCapability = lastCapability;
    this.protections = protections;
  }

  /** Locks {@code thread} in and proves it. */
  static LockedIn lock(
      PenThread thread, PenPlan plan, KernelFeatures kernel, Tier tier, RunGroup group)
      throws IOException, SandboxUnavailableException {
    Map<Protection, ProtectionStatus> protections =
        Protections.of(kernel, Signals.user() == 0, tier);
    group.limits().forEach((limit, status) -> Protections.improve(protections, limit, status));
    Protections.require(protections, plan);
    if (plan.judge().isEmpty()) {
      protections.put(Protection.EXEC_GUARD, new ProtectionStatus.Off());
    }
    LockedIn lockedIn =
        new LockedIn(
            thread,
            kernel,
            tier,
            Rulesets.build(plan.view(), kernel, tier),
            Capabilities.last(),
            new EnumMap<>(protections));
    try {
      lockedIn.steps(plan);
      return lockedIn;
    } catch (IOException | SandboxUnavailableException failed) {
      lockedIn.close();
      throw failed;
    }
  }

  private void steps(PenPlan plan) throws IOException, SandboxUnavailableException {
    step(Protection.NO_NEW_PRIVILEGES, "prctl(PR_SET_NO_NEW_PRIVS)", Prctl::setNoNewPrivs);
    switch (tier) {
      case LANDLOCK -> landlock(plan);
      case FULL -> full(plan);
    }
    trials.failIfBroken(scoped);
    supervisor().denials().begin();
  }

  private void landlock(PenPlan plan) throws IOException, SandboxUnavailableException {
    Future<BpfProgram> filter = compiled(plan);
    nice();
    step(Protection.NO_NEW_PRIVILEGES, "capset", Capabilities::dropAll);
    try (Outsider outsider = Outsider.find(thread)) {
      Watchdog.@Nullable Starting starting = null;
      if (kernel.scopes() != 0) {
        step(
            Protection.SIGNAL_SCOPE,
            "landlock_restrict_self(scope)",
            () -> Landlock.restrictSelf(rulesets.scope()));
        checkScope(outsider);
        starting = watchdog();
      }
      files();
      if (scoped) {
        trials.make(() -> List.of(SelfProof.abstractSocket(thread)));
      }
      if (plan.network() == Network.PROXY) {
        doorway = Doorway.onHost();
      }
      filter(plan, filter);
      trials.make(() -> SelfProof.attempts(thread, plan.canary(), outsider.pid()));
      trials.make(() -> SelfProof.network(thread));
      if (starting != null) {
        starting.await();
      }
    }
  }

  /**
   * The holder first, for Landlock refuses mounts; it needs no scope of its own, because what lives
   * in the files domain can't signal out of it. As root it needs the permitted capabilities: who
   * holds none may not map root into a namespace (CAP_SETFCAP, user_namespaces(7)).
   */
  private void full(PenPlan plan) throws IOException, SandboxUnavailableException {
    step(Protection.NO_NEW_PRIVILEGES, "capset", Capabilities::dropEffective);
    Future<BpfProgram> filter = compiled(plan);
    try (Outsider outsider = Outsider.find(thread)) {
      Holder holding = hold(plan);
      nice();
      if (plan.network() == Network.PROXY) {
        doorway = Doorway.inside(thread, holding);
      }
      step(Protection.NO_NEW_PRIVILEGES, "capset", Capabilities::dropAll);
      rulesets.addOwnTree(holding, kernel);
      files();
      if (kernel.scopes() != 0) {
        checkScope(outsider);
        trials.make(() -> List.of(SelfProof.abstractSocket(thread)));
      }
      filter(plan, filter);
      trials.make(() -> SelfProof.attempts(thread, plan.canary(), outsider.pid()));
      trials.make(() -> InsideProof.attempts(thread, this, plan.canary(), holding.wrapperPid()));
    }
  }

  /** After the holder has started: it runs nothing of the run's, and the run waits for it. */
  private void nice() throws IOException, SandboxUnavailableException {
    step(Protection.PROCESS_LIMIT, "setpriority", () -> Signals.nice(NICE));
  }

  /** What is opened for the mounts is closed here: a JVM may have hundreds of pens. */
  private Holder hold(PenPlan plan) throws IOException {
    STARTING.acquireUninterruptibly();
    try (MountPlan mounts = MountPlan.of(rulesets.openings(), plan.view(), plan.tmp())) {
      Holder holding = Holder.start(thread, mounts);
      holder = holding;
      kept = mounts.verify(holding);
      return holding;
    } finally {
      STARTING.release();
    }
  }

  private void files() throws IOException, SandboxUnavailableException {
    step(
        Protection.FILES,
        "landlock_restrict_self(files)",
        () -> Landlock.restrictSelf(rulesets.files()));
  }

  private void checkScope(Outsider outsider) throws IOException, SandboxUnavailableException {
    long answer = thread.call(() -> Signals.kill(outsider.pid(), Signals.NONE));
    if (answer != -Errno.EPERM) {
      throw new SandboxUnavailableException(
          Protection.SIGNAL_SCOPE, "a signal to the outside to be refused", Errno.answer(answer));
    }
    scoped = true;
  }

  private Watchdog.Starting watchdog() throws IOException {
    try (Fd nothing =
        Fd.own(
            Errno.check(
                "open(/dev/null)",
                Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_WRONLY, 0)))) {
      Watchdog.Starting starting = Watchdog.start(thread, ProcessHandle.current().pid(), nothing);
      watchdog = starting.watchdog();
      return starting;
    }
  }

  /**
   * The filter, made beside what the pen must wait for: the watchdog or the holder. The code runs
   * once in a process of one run, and takes it milliseconds.
   */
  private Future<BpfProgram> compiled(PenPlan plan) throws IOException {
    int penThread = thread.call(Signals::thread);
    int jvm = (int) ProcessHandle.current().pid();
    FutureTask<BpfProgram> work =
        new FutureTask<>(
            () ->
                SyscallRules.filter(
                        tier, jvm, penThread, judge(plan).isPresent(), plan.watch().traced())
                    .compile(Arch.current()));
    Thread.ofPlatform().daemon().name("pinfold-filter").start(work);
    return work;
  }

  private Optional<StartJudge> judge(PenPlan plan) {
    return protections.get(Protection.EXEC_GUARD) instanceof ProtectionStatus.Active
        ? plan.judge()
        : Optional.empty();
  }

  private void filter(PenPlan plan, Future<BpfProgram> compiled)
      throws IOException, SandboxUnavailableException {
    BpfProgram program = Threads.result(compiled);
    long listener = thread.call(() -> Seccomp.installWithListener(program));
    if (listener < 0) {
      String found =
          listener == -Errno.EBUSY
              ? "another listener around this process (EBUSY)"
              : Errno.answer(listener);
      throw new SandboxUnavailableException(
          Protection.SUPERVISOR, Protection.SUPERVISOR.needs(), found);
    }
    SocketCalls sockets =
        new SocketCalls(
            plan.watch().denials(),
            tier,
            plan.network(),
            Optional.ofNullable(doorway).flatMap(Doorway::host));
    supervisor =
        Supervisor.start(
            new SeccompListener(Fd.own(listener)),
            thread.call(Signals::thread),
            rulesets,
            sockets,
            judge(plan));
  }

  private void step(Protection protection, String call, Callable<Long> work)
      throws IOException, SandboxUnavailableException {
    long result = thread.call(work);
    if (result == -Errno.E2BIG) {
      throw new SandboxUnavailableException(
          protection,
          "a free Landlock layer",
          call
              + ": E2BIG: all "
              + Landlock.MAX_LAYERS
              + " layers are taken by pens around this one");
    }
    if (result < 0) {
      throw new SandboxUnavailableException(
          protection, "the kernel to take this step", call + ": " + Errno.answer(result));
    }
  }

  Rulesets rulesets() {
    return rulesets;
  }

  Tier tier() {
    return tier;
  }

  @Nullable Holder holder() {
    return holder;
  }

  /** What of the writable folders nobody inside can change. */
  KeptMounts kept() {
    return kept;
  }

  boolean scoped() {
    return scoped;
  }

  Trials trials() {
    return trials;
  }

  Map<Protection, ProtectionStatus> protections() {
    return protections;
  }

  Supervisor supervisor() {
    if (supervisor == null) {
      throw new IllegalStateException("not locked in yet");
    }
    return supervisor;
  }

  /** What a command's starter does before the command, beyond its limits. */
  void prepare(Starter.Builder starter, String folder) {
    if (holder == null) {
      starter.restrictSelf(Starter.RULESET_FD);
      return;
    }
    holder.join(starter, Starter.RULESET_FD + 1);
    // No other command may open its memory from the moment on that they can see it: the layer comes
    // before the clone, and the capabilities that joining gave are gone by then.
    starter
        .folder(folder)
        .dropCapabilities(lastCapability)
        .restrictSelf(Starter.RULESET_FD)
        .cloneBeside()
        .filter(COMMAND_FILTER)
        .session();
  }

  /** What a command's starter finds from {@link Starter#RULESET_FD} on. */
  List<Fd> descriptors() {
    List<Fd> all = new ArrayList<>(List.of(rulesets.command()));
    if (holder != null) {
      all.addAll(holder.namespaces());
    }
    return all;
  }

  void remember(Fd command) throws ErrnoException {
    if (holder != null) {
      holder.remember(command);
    }
  }

  /**
   * Whether nothing of the run is left, once its filter is empty: with a proven scope the end
   * reached everybody; a namespace says so itself.
   */
  boolean isEmpty() {
    return holder == null ? scoped : holder.awaitEmpty();
  }

  Optional<Doorway> doorway() {
    return Optional.ofNullable(doorway);
  }

  /** The thread must have nothing more to start. */
  @Override
  public void close() {
    closeDoorway();
    if (watchdog != null) {
      watchdog.close();
    }
    if (supervisor != null) {
      supervisor.close();
    }
    if (holder != null) {
      holder.close();
    }
    rulesets.close();
  }

  private void closeDoorway() {
    try {
      if (doorway != null) {
        doorway.close();
      }
    } catch (IOException alreadyUseless) {
      // Closing a listening socket frees its descriptor whatever it says (close(2)).
      return;
    }
  }
}
