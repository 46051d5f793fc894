package dev.pinfold.run;

import dev.pinfold.journal.Fields;
import dev.pinfold.journal.Journal;
import dev.pinfold.linux.Errno;
import dev.pinfold.policy.Match;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.PolicyFile;
import dev.pinfold.process.ByteSize;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.Usage;
import dev.pinfold.protect.Finding;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Caller;
import dev.pinfold.sandbox.CountedRefusal;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run writes into its journal, each entry before the effect that it speaks of. Names of
 * variables, never values.
 */
final class JournalEntries {
  /** The kind of the entry that says what was asked for and what the policy said. */
  private static final String JUDGED = "command.judged";

  private JournalEntries() {}

  /** All that is needed to judge the command again: {@code pinfold policy replay}. */
  static void judged(Journal journal, RunRequest request, Judgement judgement, RunPolicy policy)
      throws IOException {
    PolicyContext context = judgement.context();
    journal.append(
        JUDGED,
        Fields.none()
            .with("command", command(request.command()))
            .with("workspace", context.workspace())
            .with("cwd", context.cwd())
            .with("home", context.home())
            .with("user", context.user())
            .with("own_home", context.ownHome())
            .with("existing_repo", context.existingRepo())
            .with("dialect", word(context.dialect()))
            .with("profile", word(request.profile()))
            .with("attended", request.policy().attended())
            .withEach("policies", policy.files().stream().map(JournalEntries::file).toList())
            .withTexts("grants", request.grants().stream().map(JournalEntries::grant).toList())
            .withTexts("variables", request.variables().keySet().stream().sorted().toList())
            .withTexts("credentials", request.credentials().stream().sorted().toList())
            .with("decision", word(judgement.evaluation().decision()))
            .withTexts("rules", judgement.evaluation().matches().stream().map(Match::rule).toList())
            .with("yes", request.yes()));
  }

  /** With its length, which tells later if the journal had to cut it. */
  private static Fields command(CommandLine command) {
    return switch (command) {
      case CommandLine.Text(String text) ->
          Fields.none().with("text", text).with("chars", text.length());
      case CommandLine.Words(List<String> words) ->
          Fields.none()
              .withTexts("argv", words)
              .with("words", words.size())
              .with("chars", words.stream().mapToLong(String::length).sum());
    };
  }

  private static Fields file(PolicyFile file) {
    return Fields.none()
        .with("layer", word(file.layer()))
        .with("file", file.name())
        .with("sha256", file.sha256());
  }

  /** A constant as users write it: {@code read-only}. */
  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String grant(Grant grant) {
    return grant.access() + " " + grant.path();
  }

  static void opened(Journal journal, Pen pen, SandboxMode mode) throws IOException {
    if (mode instanceof SandboxMode.Off) {
      journal.append("sandbox.disabled", Fields.none().with("reason", "--sandbox=off"));
      return;
    }
    Fields protections = Fields.none();
    for (Protection protection : Protection.values()) {
      protections = protections.with(protection.id(), status(pen.protections().get(protection)));
    }
    journal.append(
        "pen.opened",
        Fields.none()
            .with("tier", pen.tier())
            .with("not_full", pen.notFull())
            .with("protections", protections)
            .with("proof_attempts", pen.proof().attempts().size())
            .with("proof_holds", pen.proof().holds())
            .withTexts(
                "allowed_missing",
                mode instanceof SandboxMode.On on
                    ? on.allowedMissing().stream().map(Protection::id).sorted().toList()
                    : List.of()));
  }

  private static String status(@Nullable ProtectionStatus status) {
    return switch (status) {
      case ProtectionStatus.Active() -> "active";
      case ProtectionStatus.Missing(String needed, _) -> "missing: needs " + needed;
      case ProtectionStatus.Off() -> "off";
      case null -> "unknown";
    };
  }

  static void starting(Journal journal, String program, List<String> words, String folder)
      throws IOException {
    journal.append(
        "command.starting",
        Fields.none().with("program", program).withTexts("argv", words).with("folder", folder));
  }

  /** Before anything is done about it. */
  static void found(Journal journal, List<Finding> findings) throws IOException {
    journal.append(
        "protected.found",
        Fields.none().withTexts("files", findings.stream().map(JournalEntries::finding).toList()));
  }

  private static String finding(Finding finding) {
    return word(finding.change())
        + " "
        + finding.workspace()
        + "/"
        + finding.path()
        + (finding.detail().isEmpty() ? "" : " (" + finding.detail() + ")")
        + (finding.outcome() == Finding.Outcome.FOUND ? "" : ": " + word(finding.outcome()))
        + (finding.kept().isEmpty() ? "" : ", kept as " + finding.kept());
  }

  static void ended(Journal journal, RunReport report) throws IOException {
    if (report.end() instanceof End.Finished finished) {
      for (CountedRefusal counted : finished.refusals()) {
        if (!counted.refusal().rule().isEmpty()) {
          startRefused(journal, counted);
        }
      }
    }
    Fields fields = Fields.none().with("exit", report.exitStatus());
    journal.append(
        Journal.END,
        switch (report.end()) {
          case End.Refused() -> fields.with("outcome", "refused by policy");
          case End.Finished finished ->
              usage(fields, finished.usage())
                  .with("outcome", describe(finished.outcome()))
                  .with("sandboxed", finished.pen().sandboxed())
                  .with("all_processes_gone", finished.pen().gone())
                  .with("stdout_bytes", finished.out().total())
                  .with("stderr_bytes", finished.err().total())
                  .with("took_ms", finished.took().toMillis())
                  .withTexts(
                      "refused", finished.refusals().stream().map(JournalEntries::refusal).toList())
                  .with("refused_not_listed", finished.refusalsNotListed())
                  .with("protection", finished.protection().strength().label())
                  .withTexts(
                      "protected",
                      finished.protection().findings().stream()
                          .map(JournalEntries::finding)
                          .toList())
                  .withTexts(
                      "will_run_later",
                      finished.protection().willRun().stream()
                          .map(file -> file.workspace() + "/" + file.path())
                          .toList())
                  .with("will_run_not_listed", finished.protection().willRunNotListed());
        });
  }

  private static Fields usage(Fields fields, Optional<Usage> usage) {
    return usage
        .map(
            used -> {
              Fields with = fields.with("cpu_ms", used.processorTime().toMillis());
              return used.peakMemoryBytes().isPresent()
                  ? with.with("peak_memory_bytes", used.peakMemoryBytes().getAsLong())
                  : with;
            })
        .orElse(fields);
  }

  private static void startRefused(Journal journal, CountedRefusal counted) throws IOException {
    journal.append(
        "exec.refused",
        Fields.none()
            .with("rule", counted.refusal().rule())
            .with("command", counted.refusal().target())
            .with("reason", counted.refusal().reason())
            .withTexts("by", counted.by().stream().map(Caller.Ancestor::toString).toList())
            .with("times", counted.count()));
  }

  /** A run that Pinfold could not carry out: its end is on record too, with the reason. */
  static void failed(Journal journal, Exception failure) throws IOException {
    journal.append(
        Journal.END,
        Fields.none().with("exit", 125).with("outcome", "not run: " + failure.getMessage()));
  }

  private static String refusal(CountedRefusal counted) {
    return counted.refusal().operation()
        + " "
        + counted.refusal().target()
        + " ("
        + counted.refusal().evidence().name().toLowerCase(Locale.ROOT)
        + (counted.count() > 1 ? ", " + counted.count() + " times)" : ")");
  }

  /** An outcome in words. */
  static String describe(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Exited(int code) -> "exited " + code;
      case Outcome.Signalled(int signal) -> "ended by signal " + signal;
      case Outcome.TimedOut(var limit) -> "timed out after " + limit;
      case Outcome.OutOfMemory(var limit) ->
          "out of memory"
              + (limit.isPresent() ? ", limit " + ByteSize.text(limit.getAsLong()) : "");
      case Outcome.DiskFull(var low) ->
          "disk nearly full: "
              + ByteSize.text(low.freeBytes())
              + " free for "
              + low.path()
              + ", floor "
              + ByteSize.text(low.floorBytes());
      case Outcome.Interrupted() -> "interrupted";
      case Outcome.OutputClosed() -> "output closed";
      case Outcome.NotStarted(String call, int errno) ->
          "not started: " + call + ": " + Errno.name(errno);
    };
  }
}
