package dev.pinfold.run;

import dev.pinfold.egress.Attempt;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Verdict;
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
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run writes into its journal, each entry before the effect that it speaks of. Names of
 * variables, never values.
 */
final class JournalEntries {
  /** The kind of the entry that says what was asked for and what the policy said. */
  private static final String JUDGED = "command.judged";

  /** The kind of the entries that say what was refused. */
  static final String DENIED = "run.denied";

  /** Half of what the journal takes of an entry: room for what escaping adds. */
  private static final int MOST_CHARS = 32_768;

  /** What a denial takes beside its target, which its grant may hold again. */
  private static final int DENIAL_CHARS = 1024;

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
            .with("asked_profile", word(policy.asked()))
            .with("attended", request.policy().attended())
            .withEach("policies", policy.files().stream().map(JournalEntries::file).toList())
            .withTexts("grants", request.grants().stream().map(JournalEntries::grant).toList())
            .withTexts("variables", request.variables().keySet().stream().sorted().toList())
            .withTexts("credentials", request.credentials().stream().sorted().toList())
            .withTexts("allow_hosts", request.network().allow())
            .withTexts("deny_hosts", request.network().deny())
            .withTexts("looked_into", request.network().lookedInto())
            .withTexts(
                "injected", request.network().injections().stream().map(Injection::name).toList())
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

  static void opened(Journal journal, Pen pen, RunRequest request) throws IOException {
    SandboxMode mode = request.sandbox();
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
            .with("denials_traced", request.traced())
            .with("protections", protections)
            .with("proof_attempts", pen.proof().attempts().size())
            .with("proof_holds", pen.proof().holds())
            .with("proof_micros", pen.proofTook().toNanos() / 1000)
            .withTexts(
                "proof",
                pen.proof().attempts().stream()
                    .map(each -> each.guarantee() + " " + Errno.answer(each.result()))
                    .toList())
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

  /** Before anything of it leaves. */
  static void reachedFor(Journal journal, Attempt attempt, String rule, String purpose)
      throws IOException {
    Fields fields =
        Fields.none()
            .with("protocol", word(attempt.protocol()))
            .with("target", attempt.target())
            .with("rule", rule)
            .with("purpose", purpose);
    if (attempt.request().isPresent()) {
      fields =
          fields
              .with("method", attempt.request().get().method())
              .with("path", attempt.request().get().path());
    }
    journal.append("net.allowed", fields);
  }

  /** Said once: what follows is only counted. */
  static void reachedForMore(Journal journal, long listed) throws IOException {
    journal.append("net.more", Fields.none().with("listed", listed));
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
                  .withEach("denied_again", again(finished.denials()))
                  .with("denied_not_listed", counts(finished.denialsNotListed()))
                  .withTexts(
                      "network",
                      finished.network().uses().stream().map(JournalEntries::use).toList())
                  .with("network_not_listed", finished.network().notListed())
                  .withTexts("network_unseen", finished.network().unseen())
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

  private static String use(NetworkUse use) {
    String said =
        switch (use.verdict()) {
          case Verdict.Allowed _ -> "allowed ";
          case Verdict.Refused _ -> "refused ";
        };
    return said
        + use.attempt().target()
        + " ("
        + use.count()
        + (use.count() == 1 ? " time, " : " times, ")
        + use.bytesOut()
        + " bytes out, "
        + use.bytesIn()
        + " in)";
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

  /** As many in one entry as it surely takes uncut; one alone may be cut. */
  static void denied(Journal journal, List<CountedDenial> denials) throws IOException {
    List<Fields> some = new ArrayList<>();
    int chars = 0;
    for (CountedDenial counted : denials) {
      int more = DENIAL_CHARS + counted.denial().target().text().length() * 2;
      if (chars + more > MOST_CHARS && !some.isEmpty()) {
        journal.append(DENIED, Fields.none().withEach("denials", some));
        some.clear();
        chars = 0;
      }
      some.add(denial(counted));
      chars += more;
    }
    if (!some.isEmpty()) {
      journal.append(DENIED, Fields.none().withEach("denials", some));
    }
  }

  private static Fields denial(CountedDenial counted) {
    Denial denial = counted.denial();
    return Fields.none()
        .with("layer", denial.layer().label())
        .with("operation", denial.operation())
        .with("target", denial.target().text())
        .with("rule", denial.rule())
        .with("reason", denial.reason())
        .with("grant", denial.grant())
        .with("evidence", word(denial.evidence()))
        .withTexts("by", counted.by().stream().map(Caller.Ancestor::toString).toList());
  }

  /** What happened more than once: the entry when it happened first could not know. */
  private static List<Fields> again(List<CountedDenial> denials) {
    return denials.stream()
        .filter(counted -> counted.count() > 1)
        .map(
            counted ->
                Fields.none()
                    .with("operation", counted.denial().operation())
                    .with("target", counted.denial().target().text())
                    .with("times", counted.count()))
        .toList();
  }

  private static Fields counts(Map<String, Long> counts) {
    Fields fields = Fields.none();
    for (Map.Entry<String, Long> entry : new TreeMap<>(counts).entrySet()) {
      fields = fields.with(entry.getKey(), entry.getValue());
    }
    return fields;
  }

  /** A run that Pinfold could not carry out: its end is on record too, with the reason. */
  static void failed(Journal journal, Exception failure) {
    try {
      journal.append(
          Journal.END,
          Fields.none().with("exit", 125).with("outcome", "not run: " + failure.getMessage()));
    } catch (IOException alsoFailed) {
      // The first failure is the one to tell; if it was the journal's, this is its echo.
      failure.addSuppressed(alsoFailed);
    }
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
