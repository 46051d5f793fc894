package dev.pinfold.run;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Signals;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.process.HeadTail;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.Usage;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import dev.pinfold.sandbox.SelfProof;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run was and what came of it.
 *
 * @param run its id, as in the journal
 * @param journal its journal
 * @param started when it began
 * @param request what was asked for, within the bounds of the policy's files
 * @param workspace the workspace's canonical path
 * @param evaluation what the policy says
 * @param policy by which policy
 * @param end how it ended
 */
public record RunReport(
    String run,
    Path journal,
    Instant started,
    RunRequest request,
    String workspace,
    Evaluation evaluation,
    RunPolicy policy,
    End end) {

  /** How a run ended. */
  public sealed interface End {
    /** The policy said no: nothing was started. */
    record Refused() implements End {}

    /**
     * The command was started, or at least tried.
     *
     * @param pen what held it
     * @param outcome how it ended
     * @param out its output
     * @param err its error output
     * @param took from its start to the end of its pen
     * @param denials what it was not let do, as far as known
     * @param denialsNotListed how many more there were, by operation
     * @param usage what it took; empty when it did not start
     * @param network what it tried to reach through its proxy
     * @param protection what became of protected files, and what else it wrote that will run later
     */
    record Finished(
        PenState pen,
        Outcome outcome,
        HeadTail out,
        HeadTail err,
        Duration took,
        List<CountedDenial> denials,
        Map<String, Long> denialsNotListed,
        Optional<Usage> usage,
        NetworkReport network,
        ProtectionReport protection)
        implements End {}
  }

  /**
   * What held a command.
   *
   * @param sandboxed whether anything did
   * @param tier which pen
   * @param notFull why it is not tier full, which would have been taken; empty otherwise
   * @param protections each with its status
   * @param proof what was tried before the command
   * @param proofTook how long that took
   * @param opened how long opening took, the proof included
   * @param gone whether every process of the run is known to be dead
   * @param warnings what the user should know: grants that name nothing, missing protections
   */
  public record PenState(
      boolean sandboxed,
      String tier,
      String notFull,
      Map<Protection, ProtectionStatus> protections,
      SelfProof proof,
      Duration proofTook,
      Duration opened,
      boolean gone,
      List<String> warnings) {}

  /** What was refused, by whichever layer. */
  public List<CountedDenial> denials() {
    return switch (end) {
      case End.Refused() -> OwnDenials.ofPolicy(request.command(), evaluation);
      case End.Finished finished -> finished.denials();
    };
  }

  /**
   * The exit status that a caller gives on: the command's own, or one that says why there is none.
   */
  public int exitStatus() {
    return switch (end) {
      case End.Refused() -> 126;
      case End.Finished finished ->
          switch (finished.outcome()) {
            case Outcome.Exited(int code) -> code;
            case Outcome.Signalled(int signal) -> 128 + signal;
            case Outcome.TimedOut(_), Outcome.DiskFull(_) -> 124;
            case Outcome.OutOfMemory(_) -> 128 + Signals.SIGKILL;
            case Outcome.Interrupted() -> 130;
            case Outcome.OutputClosed() -> 128 + 13;
            case Outcome.NotStarted(_, int errno) -> errno == Errno.ENOENT ? 127 : 126;
          };
    };
  }
}
