package dev.pinfold.run;

import dev.pinfold.journal.Journal;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.Signals;
import dev.pinfold.policy.Profile;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.DiskFloor;
import dev.pinfold.process.HeadTail;
import dev.pinfold.process.Live;
import dev.pinfold.process.SupervisedCommand;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunReport.PenState;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.DenialListener;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Network;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import dev.pinfold.sandbox.Protections;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.StartJudge;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Toolchains;
import dev.pinfold.sandbox.View;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of a run that has a pen: from its folders to its end. */
final class PennedRun {
  private static final int W_OK = 2;

  private final RunRequest request;
  private final Workspace workspace;
  private final Judgement judgement;
  private final List<String> own;
  private final StateDirectory state;

  PennedRun(
      StateDirectory state,
      RunRequest request,
      Workspace workspace,
      Judgement judgement,
      List<String> own) {
    this.state = state;
    this.request = request;
    this.workspace = workspace;
    this.judgement = judgement;
    this.own = own;
  }

  End run(Journal journal, Live live, DenialListener watcher, Cancellation cancellation)
      throws IOException, SandboxUnavailableException {
    try (DenialStream denials = new DenialStream(journal, watcher, cancellation)) {
      return carryOut(journal, live, denials, cancellation);
    } catch (IOException | SandboxUnavailableException failed) {
      JournalEntries.failed(journal, failed);
      throw failed;
    }
  }

  private End carryOut(Journal journal, Live live, DenialStream denials, Cancellation cancellation)
      throws IOException, SandboxUnavailableException {
    Toolchains toolchains =
        Toolchains.find(request.user().home(), workspace.path(), request.user().environment());
    Path caches = caches(request.user());
    RunFolder folder = RunFolder.create(request.user().environment(), workspace.path());
    // While a process of the run may still live, deleting could be led astray by a link that it
    // makes.
    boolean nobodyLives = true;
    try (ProtectedRun protection = ProtectedRun.watch(state, journal, request, writable())) {
      GitIdentity.write(folder.home(), request.user());
      Map<String, String> variables =
          RunEnvironment.build(
              request, folder.home(), folder.tmp(), caches, judgement.folder(), toolchains);
      Program program = program(variables);
      Optional<ExecAllowList> allowed =
          judgement.policy().profile() == Profile.PERMISSIVE
              ? Optional.empty()
              : ExecAllowList.of(program.path());
      View whole = view(request, workspace, own, toolchains, folder.grants(caches));
      Credentials.checkSources(request.network(), whole);
      View view =
          new View(
              allowed.map(list -> list.narrowed(whole.grants())).orElse(whole.grants()),
              whole.devices(),
              protection.keepable());
      StartJudge judge = judge(folder, caches, allowed);
      long opening = System.nanoTime();
      try (DiskFloor floor = floor(view);
          Pen pen = open(view, folder, judge, denials);
          RunProxy proxy =
              RunProxy.start(
                  pen, request, new NetworkLog(journal, denials), variables, folder.trust())) {
        Duration opened = Duration.ofNanos(System.nanoTime() - opening);
        JournalEntries.opened(journal, pen, request);
        JournalEntries.starting(journal, program.path(), judgement.words(), judgement.folder());
        nobodyLives = false;
        protection.started();
        SupervisedCommand.Result result =
            supervise(pen, floor, with(proxy.variables(), program), live, cancellation);
        nobodyLives = result.gone();
        NetworkReport reached = proxy.end();
        Optional<String> left = nobodyLives ? folder.remove() : Optional.empty();
        ProtectionReport undone = protection.end(pen.keptAsTheyAre(), nobodyLives);
        List<CountedDenial> later = new ArrayList<>(inferred(pen, result.err()));
        later.addAll(protection.denials());
        later.forEach(denials::denied);
        later.addAll(reached.denials());
        return finished(pen, opened, result, left, reached, undone, later);
      }
    } finally {
      if (nobodyLives) {
        folder.removeIfThere();
      } else {
        folder.close();
      }
    }
  }

  /** Wherever the run may write. */
  private DiskFloor floor(View view) throws IOException {
    List<String> folders =
        view.grants().stream().filter(grant -> grant.access().write()).map(Grant::path).toList();
    return DiskFloor.of(folders, request.limits().minFreeDiskBytes());
  }

  private StartJudge judge(RunFolder folder, Path caches, Optional<ExecAllowList> allowed) {
    List<String> own =
        List.of(folder.home().toString(), folder.tmp().toString(), caches.toString());
    return new StartPolicy(
        judgement.policy(), judgement.context().withOwnFolders(own), request.yes(), allowed);
  }

  private Pen open(View view, RunFolder folder, StartJudge judge, DenialListener denials)
      throws IOException, SandboxUnavailableException {
    return switch (request.sandbox()) {
      case SandboxMode.On(var tier, var allowedMissing, boolean execGuard) ->
          Pen.open(
              new PenPlan(
                  view,
                  request.limits(),
                  folder.canary().toString(),
                  folder.penTmp().toString(),
                  tier,
                  allowedMissing,
                  execGuard ? Optional.of(judge) : Optional.empty(),
                  request.network().isNone() ? Network.NONE : Network.PROXY,
                  new PenPlan.Watch(request.traced(), denials, this::isGrantable)));
      case SandboxMode.Off() -> {
        refuseWhatNeedsAPen();
        yield Pen.unlocked(request.limits());
      }
    };
  }

  /** A command that is free can leave its control group again, and goes round every proxy. */
  private void refuseWhatNeedsAPen() throws SandboxUnavailableException {
    if (!request.network().isNone() || !request.network().deny().isEmpty()) {
      throw new SandboxUnavailableException(
          Protection.TCP,
          "a pen: a command that is free reaches what it likes, whatever is allowed or denied",
          "--sandbox=off");
    }
    List<Protection> needing =
        Signals.user() == 0
            ? List.of(Protection.MEMORY_LIMIT, Protection.CPU_LIMIT, Protection.PROCESS_LIMIT)
            : List.of(Protection.MEMORY_LIMIT, Protection.CPU_LIMIT);
    for (Protection limit : needing) {
      if (request.limits().isAskedFor(limit)) {
        throw new SandboxUnavailableException(
            limit, "a pen: a command that is free can leave its limits", "--sandbox=off");
      }
    }
  }

  private SupervisedCommand.Result supervise(
      Pen pen, DiskFloor floor, Program program, Live live, Cancellation cancellation)
      throws IOException {
    try (Fd in = stdin(request.passStdin())) {
      return new SupervisedCommand(pen, request.timing(), cancellation, floor)
          .run(program, in, live, request.keepBytes());
    }
  }

  private static Fd stdin(boolean pass) throws ErrnoException {
    return pass
        ? Fd.duplicate(0, 3)
        : Fd.own(
            Errno.check(
                "open(/dev/null)",
                Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_RDONLY, 0)));
  }

  private End finished(
      Pen pen,
      Duration opened,
      SupervisedCommand.Result result,
      Optional<String> left,
      NetworkReport network,
      ProtectionReport protection,
      List<CountedDenial> later) {
    List<CountedDenial> denials = new ArrayList<>(pen.denials());
    denials.addAll(later);
    PenState penState =
        new PenState(
            pen.isLocked(),
            pen.tier(),
            pen.notFull(),
            pen.protections(),
            pen.proof(),
            pen.proofTook(),
            opened,
            result.gone(),
            warnings(pen, left));
    return new End.Finished(
        penState,
        result.outcome(),
        result.out(),
        result.err(),
        result.took(),
        denials,
        pen.denialsNotListed(),
        result.usage(),
        network,
        protection);
  }

  /** What only the command's own words tell; with a trace nothing needs to be guessed. */
  private List<CountedDenial> inferred(Pen pen, HeadTail err) {
    if (!pen.isLocked() || request.traced()) {
      return List.of();
    }
    List<CountedDenial> observed = pen.denials();
    return OutputDenials.find(err, judgement.folder(), pen, this::isGrantable).stream()
        .filter(inferred -> !isRefusedStart(inferred, observed))
        .toList();
  }

  /** A shell's complaint about a program that could not start is no attempt to write it. */
  private static boolean isRefusedStart(CountedDenial inferred, List<CountedDenial> observed) {
    return inferred.denial().operation().equals("write")
        && Files.isExecutable(Path.of(inferred.denial().target().text()))
        && !Files.isDirectory(Path.of(inferred.denial().target().text()))
        && observed.stream().anyMatch(counted -> counted.denial().operation().equals("exec"));
  }

  private boolean isGrantable(Grant grant) {
    return Credentials.allows(grant, request, own);
  }

  private List<String> warnings(Pen pen, Optional<String> left) {
    List<String> warnings = new ArrayList<>();
    left.ifPresent(warnings::add);
    if (OwnPlaces.programIsBelow(workspace.path())) {
      warnings.add(
          "this workspace holds Pinfold's own program: what a run changes there decides later"
              + " runs");
    }
    if (workspaceAccess(request.profile()).write()
        && Paths.access(workspace.path(), W_OK) == -Errno.EROFS) {
      warnings.add(
          "the workspace lies on a file system that is mounted read-only: nothing in it can be"
              + " changed");
    }
    if (!pen.isLocked()) {
      warnings.add("the sandbox was off: this command could do all that you can");
    }
    if (pen.endedEarly()) {
      warnings.add(
          "bubblewrap, which held this run, was killed by somebody outside, and everything in it"
              + " ended");
    }
    pen.missingGrants().forEach(missing -> warnings.add("nothing was granted for " + missing));
    pen.protections()
        .forEach(
            (protection, status) -> {
              if (status instanceof ProtectionStatus.Missing(String needed, String found)
                  && (Protections.isStrict(protection)
                      || request.limits().isAskedFor(protection))) {
                warnings.add(
                    "protection '"
                        + protection.id()
                        + "' was missing: needs "
                        + needed
                        + ", found "
                        + found);
              }
            });
    return warnings;
  }

  /** Folders in which package managers keep what they fetch, for all runs of this user. */
  private static Path caches(User user) throws IOException {
    Path caches = OwnPlaces.cache(user).resolve("tools");
    if (!Files.isDirectory(caches)) {
      Files.createDirectories(
          caches,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return caches;
  }

  /** The whole view; {@code ofRun} is what a run has of its own. */
  static View view(
      RunRequest request,
      Workspace workspace,
      List<String> own,
      Toolchains toolchains,
      List<Grant> ofRun) {
    List<Grant> shared = new ArrayList<>(SystemView.get().grants());
    shared.addAll(toolchains.grants());
    List<String> closed = new ArrayList<>(own);
    closed.add(request.user().home());
    List<Grant> grants = new ArrayList<>(CarvedGrants.without(shared, closed));
    Access access = workspaceAccess(request.profile());
    grants.add(new Grant(workspace.path(), access, Origin.RUN));
    grants.addAll(LinkedWorktree.grants(workspace.path(), access));
    grants.addAll(Submodule.grants(workspace.path(), access));
    grants.addAll(ofRun);
    grants.addAll(request.grants());
    return new View(grants, SystemView.get().devices());
  }

  private Grant workspaceGrant() {
    return new Grant(workspace.path(), workspaceAccess(request.profile()), Origin.RUN);
  }

  /** What of the user's a run may change, and keeps when it ends. */
  private List<Grant> writable() {
    List<Grant> grants = new ArrayList<>(request.grants());
    if (request.ownWorkspace()) {
      return grants;
    }
    grants.add(workspaceGrant());
    Access access = workspaceAccess(request.profile());
    grants.addAll(Submodule.grants(workspace.path(), access));
    if (access.write()) {
      LinkedWorktree.own(workspace.path())
          .ifPresent(own -> grants.add(new Grant(own.toString(), access, Origin.RUN)));
    }
    return grants;
  }

  static Access workspaceAccess(Profile profile) {
    return switch (profile) {
      case PERMISSIVE -> Access.ALL;
      case READ_WRITE -> Access.READ_WRITE;
      case READ_ONLY, LOCKED -> Access.READ;
    };
  }

  private static Program with(Map<String, String> variables, Program program) {
    return new Program(
        program.path(), program.arguments(), RunEnvironment.entries(variables), program.folder());
  }

  /** Looks the program up as a shell would, in the run's own PATH. */
  private Program program(Map<String, String> variables) {
    List<String> words = judgement.words();
    String name = words.isEmpty() ? "" : words.getFirst();
    String path = name;
    if (!name.contains("/")) {
      path = "/nowhere/" + name;
      for (String entry : variables.getOrDefault("PATH", "").split(":", -1)) {
        String candidate = entry + "/" + name;
        if (entry.startsWith("/")
            && Paths.access(candidate, 1) == 0
            && !Files.isDirectory(Path.of(candidate))) {
          path = candidate;
          break;
        }
      }
    } else if (!name.startsWith("/")) {
      path = judgement.folder() + "/" + name;
    }
    return new Program(path, words, RunEnvironment.entries(variables), judgement.folder());
  }
}
