package dev.pinfold.run;

import dev.pinfold.journal.Journal;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.sandbox.DenialListener;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.workspace.FileLimits;
import dev.pinfold.workspace.FileTools;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Runs commands: request, policy, sandbox, process, journal.
 *
 * <p>Thread contract: any free thread; each call is a run of its own. A run is unrecorded never:
 * when its journal can't be written, it does not start.
 */
public final class Runner {
  /** Gets the policy that a run is held to, before anything of the run is done. */
  @FunctionalInterface
  public interface Announcement {
    /** Nothing is run when this throws. */
    void heldTo(RunPolicy policy) throws IOException;
  }

  private final StateDirectory state;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Announcement announcement;

  /**
   * @param state where journals are kept
   * @param clock tells when
   * @param random makes run ids unique
   */
  public Runner(StateDirectory state, InstantSource clock, RandomGenerator random) {
    this(state, clock, random, _ -> {});
  }

  private Runner(
      StateDirectory state,
      InstantSource clock,
      RandomGenerator random,
      Announcement announcement) {
    this.state = state;
    this.clock = clock;
    this.random = random;
    this.announcement = announcement;
  }

  /** A runner that says by which policy a command is going to be judged. */
  public Runner announcing(Announcement told) {
    return new Runner(state, clock, random, told);
  }

  /**
   * Runs one command to its end, and everything that it started with it.
   *
   * @param live where its output goes meanwhile
   * @param cancellation ends it early
   * @return what came of it; a refusal by the policy is such an answer too
   * @throws PolicyFileException when a policy file that counts for this run can't be used; nothing
   *     was run
   * @throws SandboxUnavailableException when the pen asked for can't be had; nothing was run
   * @throws IOException when the workspace can't be one, a grant is refused, the journal can't be
   *     written, or the system can't start anything
   */
  public RunReport run(RunRequest asked, Live live, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return run(asked, live, DenialListener.NONE, cancellation);
  }

  /**
   * The same, told of what is refused.
   *
   * @param denials is told of each different denial once, as it happens; those that are only known
   *     afterwards come at the end
   */
  public RunReport run(
      RunRequest asked, Live live, DenialListener denials, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return run(nextId(), asked, live, denials, cancellation);
  }

  /** A name for a run that something has to be made for before it starts. */
  public RunId nextId() {
    return RunId.next(clock.instant(), random);
  }

  /**
   * The same, under a name that is known before.
   *
   * @param id from {@link #nextId}; of no other run
   */
  public RunReport run(
      RunId id, RunRequest asked, Live live, DenialListener denials, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Workspace workspace = Workspace.open(asked.workspace(), asked.user().home());
    List<String> own = OwnPlaces.of(state, asked.user());
    Credentials.check(asked, workspace, own);
    RunPolicy policy = RunPolicy.load(asked, workspace, clock);
    announcement.heldTo(policy);
    RunRequest request = policy.bound(asked);
    Instant started = clock.instant();
    Judgement judgement = Judgement.of(request, workspace, policy.policy());
    try (Journal journal = Journal.open(state, id, clock)) {
      JournalEntries.judged(journal, request, judgement, policy);
      End end =
          isRefused(judgement.evaluation(), request.yes())
              ? new End.Refused()
              : new PennedRun(state, request, workspace, judgement, own)
                  .run(journal, live, denials, cancellation);
      RunReport report =
          new RunReport(
              id.toString(),
              journal.file(),
              started,
              request,
              workspace.path(),
              judgement.evaluation(),
              policy,
              end);
      if (end instanceof End.Refused) {
        JournalEntries.denied(journal, report.denials());
        report.denials().forEach(denials::denied);
      }
      JournalEntries.ended(journal, report);
      return report;
    }
  }

  /**
   * File tools for a workspace, under the rules that a run of {@code asked} would have: the same
   * workspaces, profile, policy files and protected files. Its command, grants and pen don't
   * matter: only the workspace itself is reached, and by this JVM.
   *
   * @throws PolicyFileException when a policy file that counts here can't be used
   * @throws IOException when the workspace can't be one, or this system has no openat2
   */
  public FileTools fileTools(RunRequest asked, FileLimits limits)
      throws IOException, PolicyFileException {
    Workspace workspace = Workspace.open(asked.workspace(), asked.user().home());
    Credentials.check(asked, workspace, OwnPlaces.of(state, asked.user()));
    RunPolicy policy = RunPolicy.load(asked, workspace, clock);
    ProtectedPaths names = ProtectedRun.names(asked);
    return FileTools.open(
        workspace, new WorkspaceRules(workspace.path(), policy.policy().profile(), names), limits);
  }

  private static boolean isRefused(Evaluation evaluation, boolean yes) {
    return switch (evaluation.decision()) {
      case ALLOW -> false;
      case ASK -> !yes;
      case DENY -> true;
    };
  }
}
