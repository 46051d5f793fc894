package dev.pinfold.agent.loop;

import dev.pinfold.agent.Change;
import dev.pinfold.agent.TakenWork;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.journal.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an agent was asked for and what came of it. Known secrets are masked in every text.
 *
 * @param run its id
 * @param task what was asked
 * @param model who worked
 * @param started when
 * @param took until its end
 * @param ending why it ended
 * @param summary what the model said that it has done; of a plan: the plan
 * @param refused what it was not let do
 * @param checks each check's last result
 * @param work what there is to claim
 * @param use what it used
 * @param pen what held its commands
 * @param notes what a person should know
 * @param journal its journal
 * @param head the journal's last hash
 */
public record AgentReport(
    String run,
    String task,
    String model,
    Instant started,
    Duration took,
    Ending ending,
    String summary,
    List<Refused> refused,
    List<Check> checks,
    Optional<Work> work,
    Use use,
    PenFacts pen,
    List<String> notes,
    Path journal,
    String head) {
  /** Copies the lists. */
  public AgentReport {
    refused = List.copyOf(refused);
    checks = List.copyOf(checks);
    notes = List.copyOf(notes);
  }

  /** With these secrets hidden in every text that comes from a model, a run or a person. */
  AgentReport masked(Mask mask) {
    return new AgentReport(
        run,
        mask.of(task),
        model,
        started,
        took,
        new Ending(ending.cause(), mask.of(ending.reason())),
        mask.of(summary),
        refused.stream().map(one -> one.masked(mask)).toList(),
        checks.stream()
            .map(check -> new Check(mask.of(check.command()), check.passed(), check.tries()))
            .toList(),
        work.map(found -> found.masked(mask)),
        use,
        pen,
        notes.stream().map(mask::of).toList(),
        journal,
        head);
  }

  /**
   * Something that was not let be done.
   *
   * @param layer who said no
   * @param what what was tried, on what
   * @param rule by which rule
   * @param reason in words
   * @param times how often
   */
  public record Refused(String layer, String what, String rule, String reason, long times) {
    Refused masked(Mask mask) {
      return new Refused(layer, mask.of(what), rule, mask.of(reason), times);
    }

    /** As a journal has it. */
    Fields fields() {
      return Fields.none()
          .with("layer", layer)
          .with("what", what)
          .with("rule", rule)
          .with("reason", reason)
          .with("times", times);
    }

    static Refused of(Fields fields) {
      return new Refused(
          fields.text("layer").orElse(""),
          fields.text("what").orElse(""),
          fields.text("rule").orElse(""),
          fields.text("reason").orElse(""),
          fields.number("times").orElse(1L));
    }
  }

  /**
   * A check.
   *
   * @param command what was run
   * @param passed whether it succeeded at last
   * @param tries how often it was run
   */
  public record Check(String command, boolean passed, int tries) {}

  /**
   * What lies in the private clone.
   *
   * @param taken the commits
   * @param commits short names and subjects, newest first
   * @param changes the files
   * @param runsLater those of them that something outside the pen runs, and who
   */
  public record Work(
      TakenWork taken, List<String> commits, List<Change> changes, List<String> runsLater) {
    /** Copies the lists. */
    public Work {
      commits = List.copyOf(commits);
      changes = List.copyOf(changes);
      runsLater = List.copyOf(runsLater);
    }

    private Work masked(Mask mask) {
      return new Work(
          taken,
          commits.stream().map(mask::of).toList(),
          changes.stream()
              .map(change -> new Change(mask.of(change.path()), change.added(), change.removed()))
              .toList(),
          runsLater.stream().map(mask::of).toList());
    }
  }

  /**
   * What was used.
   *
   * @param turns how often the model was asked
   * @param toolCalls how often a tool was called
   * @param tokens as the model's server counted them
   * @param microDollars what they cost; empty when the model's price is not known
   * @param budget what might have been used
   */
  public record Use(
      int turns, int toolCalls, Usage tokens, OptionalLong microDollars, Budget budget) {}

  /**
   * What held the commands.
   *
   * @param sandboxed whether anything did
   * @param tier which pen
   * @param notFull why it is not tier full; empty otherwise
   * @param proven whether every attempt to leave it failed, before the first command
   */
  public record PenFacts(boolean sandboxed, String tier, String notFull, boolean proven) {
    /** What a person is told before the first command. */
    String line() {
      if (!sandboxed) {
        return "WARNING: no pen: commands can do all that you can";
      }
      return "pen of tier "
          + tier
          + (proven
              ? ", every attempt to leave it failed"
              : ", NOT PROVEN: not every attempt to leave it was made, or one did not fail");
    }
  }
}
