package dev.pinfold.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.agent.RepositoryException;
import dev.pinfold.agent.model.Answer;
import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.ModelException;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Secret;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.Verification;
import dev.pinfold.process.Cancellation;
import dev.pinfold.run.NetworkRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run, with a real repository, real commands and a model that says what a test wants. */
class AgentRunTest {
  @TempDir Path dir;
  private Trial trial;

  @BeforeEach
  void repository() throws Exception {
    trial = new Trial(dir);
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        all.put(
            file.toString(),
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Files.readString(file, StandardCharsets.ISO_8859_1)
                : "folder");
      }
    }
    return all;
  }

  @Test
  void aTestIsRepairedAndTheRepositoryIsAsItWasUntilTheWorkIsClaimed() throws Exception {
    Map<String, String> before = content(trial.repository);
    AgentReport report = trial.says("hm").runs("sh test.sh").repairs().done().run(trial.checked());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(report.summary()).isEqualTo("all is well");
    assertThat(report.checks()).containsExactly(new AgentReport.Check("sh test.sh", true, 1));
    assertThat(report.pen().sandboxed()).isTrue();
    assertThat(report.pen().proven()).isTrue();
    assertThat(trial.told(2)).contains("exit=1", "FAIL");
    AgentReport.Work work = report.work().orElseThrow();
    assertThat(work.taken().leftovers()).isTrue();
    assertThat(work.changes()).singleElement().extracting("path").isEqualTo("sum.sh");
    assertThat(content(trial.repository)).isEqualTo(before);
    assertThat(JournalFile.verify(report.journal())).isInstanceOf(Verification.Intact.class);
    assertThat(((Verification.Intact) JournalFile.verify(report.journal())).head())
        .isEqualTo(report.head());
    assertThat(report.journal().resolveSibling("transcript.jsonl")).doesNotExist();

    trial.clones().claim(work.taken());
    assertThat(content(trial.repository)).isNotEqualTo(before);
    assertThat(trial.seen.lines())
        .containsSubsequence("preparing", "running", "finalizing", "completed");
  }

  @Test
  void whatIsRefusedOrWrongIsAnAnswer() throws Exception {
    Path secret = Files.writeString(Path.of(trial.user.home()).resolve("secret"), "hidden");
    AgentReport report =
        trial
            .runs("rm -rf /")
            .calls("read_file", "{\"path\":\"" + secret + "\"}")
            .calls("write_file", "{\"path\":\".git/hooks/pre-commit\",\"content\":\"x\"}")
            .calls("read_file", "{\"path\":")
            .calls("read_file", "[]")
            .calls("no_such_tool", "{}")
            .runs("cat sum.sh > " + trial.user.home() + "/escaped")
            .calls("run_command", "{\"command\":\"sleep 60\",\"timeout_seconds\":1}")
            .calls("done", "{\"summary\":")
            .done()
            .run();
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(trial.told(1)).contains("exit=126", "blocked by policy");
    assertThat(trial.told(2)).contains("PATH_ESCAPE_ATTEMPT");
    assertThat(trial.told(3)).contains("PROTECTED");
    assertThat(trial.told(4)).contains("INVALID_ARGUMENT", "no JSON");
    assertThat(trial.told(5)).contains("INVALID_ARGUMENT", "no JSON object");
    assertThat(trial.told(6)).contains("there is no tool 'no_such_tool'", "read_file", "done");
    assertThat(trial.told(8)).contains("TIMED OUT");
    assertThat(trial.told(9))
        .contains("INVALID_ARGUMENT: the arguments of done are no JSON object");
    assertThat(Path.of(trial.user.home()).resolve("escaped")).doesNotExist();
    assertThat(report.refused()).extracting("rule").contains("PATH_ESCAPE_ATTEMPT", "PROTECTED");
  }

  @Test
  void whoAsksAgainAndAgainForWhatIsRefusedIsStopped() throws Exception {
    AgentReport report = trial.runs("rm -rf /").run(trial.plan());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.REFUSALS);
    assertThat(report.use().turns()).isEqualTo(Refusals.STOP_AT);
    assertThat(trial.told(Refusals.FINAL_AT - 1)).doesNotContain("This is final");
    assertThat(trial.told(Refusals.FINAL_AT)).contains("This is final: it was refused 3 times");
    assertThat(report.refused()).singleElement().extracting("times").isEqualTo(6L);
  }

  @Test
  void aFailingCheckSendsTheWorkBackUpToThreeTimes() throws Exception {
    AgentReport failed = trial.done().run(trial.checked());
    assertThat(failed.ending().cause()).isEqualTo(Ending.Cause.CHECKS);
    assertThat(failed.use().turns()).isEqualTo(Checks.MOST_TRIES);
    assertThat(trial.told()).contains("NOT DONE: the check `sh test.sh` fails", "FAIL: 2 + 3");
    assertThat(failed.checks()).containsExactly(new AgentReport.Check("sh test.sh", false, 3));
  }

  @Test
  void workThatPassesInTheEndIsDone() throws Exception {
    AgentReport report = trial.done().repairs().done().run(trial.checked());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(report.checks()).containsExactly(new AgentReport.Check("sh test.sh", true, 2));
  }

  @Test
  void turnsAreABudget() throws Exception {
    Budget three = new Budget(1, 3, Duration.ofHours(1));
    AgentReport report = trial.calls("list_dir", "{}").run(trial.within(three));
    assertThat(report.ending().state()).isEqualTo(RunState.BUDGET_EXCEEDED);
    assertThat(trial.asked).hasSize(3);
  }

  /** A call is not made when it could cost more than is left. */
  @Test
  void dollarsAreAHardBudget() throws Exception {
    Tariff tariff = used -> used.input() + used.cacheWrite() + used.output();
    long budget = 20_000;
    AgentReport report =
        trial
            .metered(tariff)
            .then(
                (asked, _) ->
                    new Answer(
                        "",
                        List.of(trial.call("list_dir", "{}")),
                        new Usage(0, 0, 0, asked.answerTokens()),
                        Answer.Stop.TOOLS))
            .run(trial.within(new Budget(budget, 50, Duration.ofHours(1))));
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DOLLARS);
    assertThat(trial.asked).hasSize(1);
    assertThat(report.use().microDollars().orElseThrow()).isEqualTo(8192).isLessThan(budget);
  }

  /** A try that broke off was paid for: the next one needs what was set aside for it again. */
  @Test
  void triesThatBreakOffCountAgainstTheDollars() throws Exception {
    Tariff tariff = used -> used.input() + used.cacheWrite() + used.output();
    Budget budget = new Budget(20_000, 50, Duration.ofHours(1));
    trial.metered(tariff).losing(new Usage(0, 0, 0, 1)).done().run(trial.within(budget));
    assertThat(trial.tries).containsExactly(true);
    trial.losing(new Usage(0, 0, 0, 19_000)).run(trial.within(budget));
    assertThat(trial.tries).containsExactly(true, false);
  }

  @Test
  void timeIsABudgetWhateverTheRunDoes() throws Exception {
    Budget second = new Budget(1, 50, Duration.ofSeconds(2));
    AgentReport report = trial.runs("sleep 600").run(trial.working(second));
    assertThat(report.ending().state()).isEqualTo(RunState.TIMED_OUT);
  }

  @Test
  void aPersonEndsItAndTheWorkIsTakenOver() throws Exception {
    try (Cancellation cancellation = new Cancellation()) {
      AgentReport report =
          trial
              .repairs()
              .then(
                  (_, _) -> {
                    cancellation.cancel();
                    throw new InterruptedException();
                  })
              .run(trial.task(), cancellation);
      assertThat(report.ending().state()).isEqualTo(RunState.CANCELLED);
      assertThat(report.work().orElseThrow().changes()).hasSize(1);
    }
  }

  @Test
  void aModelThatFailsEndsTheRunWithItsWork() throws Exception {
    AgentReport report =
        trial
            .repairs()
            .then(
                (_, _) -> {
                  throw new ModelException(ModelException.Kind.SERVER, "the server is away");
                })
            .run();
    assertThat(report.ending()).isEqualTo(new Ending(Ending.Cause.MODEL, "the server is away"));
    assertThat(report.work().orElseThrow().changes()).hasSize(1);
  }

  @Test
  void aModelThatOnlyTalksIsRemindedAndThenStopped() throws Exception {
    AgentReport report = trial.says("I would do this and that.").run(trial.plan());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.UNFINISHED);
    assertThat(trial.asked).hasSize(3);
    assertThat(trial.asked.get(1).messages().getLast().toString()).contains("called no tool");
  }

  @Test
  void aPlanChangesNothingAndIsItsSummary() throws Exception {
    Map<String, String> before = content(trial.repository);
    AgentReport report =
        trial
            .calls("write_file", "{\"path\":\"new\",\"content\":\"x\"}")
            .runs("echo x > new; echo x > sum.sh; cat sum.sh")
            .calls("done", "{\"summary\":\"1. edit sum.sh\"}")
            .run(trial.plan());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(report.summary()).isEqualTo("1. edit sum.sh");
    assertThat(report.work()).isEmpty();
    assertThat(trial.told(1)).contains("there is no tool 'write_file'");
    assertThat(trial.asked.getFirst().tools()).extracting("name").doesNotContain("edit_file");
    assertThat(content(trial.repository)).isEqualTo(before);
    assertThat(trial.clones().all()).isEmpty();
  }

  @Test
  void aRepositoryWithUncommittedWorkIsRefusedAndNothingIsLeft() throws Exception {
    Files.writeString(trial.repository.resolve("mine"), "x");
    assertThatThrownBy(() -> trial.done().run())
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("uncommitted work (mine)");
    assertThat(trial.asked).isEmpty();
    assertThat(trial.clones().all()).isEmpty();
    assertThat(JournalFile.verify(trial.state.journalOf(trial.state.runs().getFirst())))
        .isInstanceOf(Verification.Intact.class);
  }

  /** It is not in what is kept or shown; the model and the files have it as it is. */
  @Test
  void aKnownSecretIsMaskedEverywhereButInFiles() throws Exception {
    String secret = "sk-test-0123456789abcdef";
    AgentReport report =
        trial
            .masking(secret)
            .says("I say " + secret)
            .calls("write_file", "{\"path\":\"key\",\"content\":\"" + secret + "\"}")
            .runs("cat key; seq 100000; cat key")
            .calls("done", "{\"summary\":\"the key is " + secret + "\"}")
            .run();
    assertThat(trial.told(3)).contains(secret);
    AgentReport.Work work = report.work().orElseThrow();
    assertThat(work.taken().from().tree().resolve("key")).hasContent(secret);
    Path log = report.journal().resolveSibling("logs").resolve("command-1.log");
    assertThat(trial.told(3)).contains("command-1.log");
    assertThat(log).content().startsWith(Mask.SHOWN).endsWith("100000\n" + Mask.SHOWN);
    for (Map.Entry<String, String> kept : content(trial.state.root()).entrySet()) {
      assertThat(kept.getValue()).as(kept.getKey()).doesNotContain(secret);
    }
    assertThat(report.summary()).isEqualTo("the key is " + Mask.SHOWN);
    assertThat(trial.seen.lines())
        .noneMatch(line -> line.contains(secret))
        .contains("said I say " + Mask.SHOWN);
  }

  /** What the run may use and not have, it may yet come by: from the person's own words, say. */
  @Test
  void anInjectedSecretIsMaskedOnTheTerminalInRefusalsAndInTheReport() throws Exception {
    String secret = "injected-0123456789abcdef";
    var credential =
        new NetworkRequest.Credential(
            Injection.parse("TOKEN=api.example", Secret.of(secret), new SecureRandom()), List.of());
    AgentTask task = trial.checked();
    AgentTask injecting =
        new AgentTask(
            task.text() + " With " + secret,
            task.request()
                .withNetwork(
                    NetworkRequest.of(List.of("api.example"), List.of())
                        .withCredentials(List.of(credential))),
            false,
            false,
            List.of("true || echo " + secret),
            task.budget(),
            task.again());
    String outside = trial.user.home() + "/" + secret;
    Path borrowed = Files.writeString(trial.repository.resolve(".git/objects/" + secret), "x");
    AgentReport report =
        trial
            .says("I say " + secret)
            .calls("read_file", "{\"path\":\"" + outside + "\"}")
            .runs("cp sum.sh " + secret + "; chmod 600 " + borrowed + "; echo " + secret)
            .runs("rm -rf " + outside)
            .calls("done", "{\"summary\":\"" + secret + "\"}")
            .run(injecting);
    // The controls: the model has it, and what is masked was there.
    assertThat(trial.told(3)).contains(secret);
    assertThat(report.refused()).as(trial.told(3)).hasSizeGreaterThanOrEqualTo(3);
    assertThat(report.work().orElseThrow().taken().from().tree().resolve(secret)).exists();
    assertThat(report.toString()).doesNotContain(secret).contains("With " + Mask.SHOWN);
    assertThat(report.work().orElseThrow().changes())
        .extracting("path")
        .containsExactly(Mask.SHOWN);
    assertThat(report.refused()).allMatch(one -> one.toString().contains(Mask.SHOWN));
    assertThat(trial.seen.lines())
        .noneMatch(line -> line.contains(secret))
        .contains("said I say " + Mask.SHOWN)
        .anyMatch(line -> line.startsWith("refused ") && line.contains(Mask.SHOWN))
        .anyMatch(line -> line.contains("Refusal[") && line.contains(Mask.SHOWN));
    assertThat(report.journal()).content().doesNotContain(secret);
  }

  /** Old answers of tools go, calls and answers stay paired, and the task stays first. */
  @Test
  void aLongRunStaysWithinTheWindow() throws Exception {
    Files.writeString(trial.repository.resolve("long"), "some words\n".repeat(400));
    trial
        .window(12_000)
        .then((_, _) -> Trial.answer("", trial.call("read_file", "{\"path\":\"long\"}")));
    Budget budget = new Budget(1, 40, Duration.ofHours(1));
    trial.run(trial.within(budget));
    assertThat(trial.asked).hasSize(40);
    for (Conversation asked : trial.asked) {
      assertThat(Context.tokens(asked) + asked.answerTokens()).isLessThanOrEqualTo(12_000);
      assertThat(asked.messages().getFirst().toString()).contains("Repair it.");
      Set<String> open = new HashSet<>();
      for (Message message : asked.messages()) {
        switch (message) {
          case Message.Asked _ -> assertThat(open).isEmpty();
          case Message.Said said -> {
            assertThat(open).isEmpty();
            said.calls().stream().map(ToolCall::id).forEach(open::add);
          }
          case Message.Result result -> assertThat(open.remove(result.callId())).isTrue();
        }
      }
      assertThat(open).isEmpty();
    }
    assertThat(trial.asked.getLast().messages().toString()).contains("left out to save room");
  }

  @Test
  void everyCallOfOneAnswerIsAnswered() throws Exception {
    trial
        .then(
            (_, _) ->
                Trial.answer(
                    "",
                    trial.call("list_dir", "{}"),
                    trial.call("run_command", "{\"command\":\"rm -rf /\"}"),
                    trial.call("read_file", "{\"path\":\"sum.sh\"}")))
        .done()
        .run(trial.plan());
    List<Message> messages = trial.asked.getLast().messages();
    Message.Said said = (Message.Said) messages.get(messages.size() - 4);
    assertThat(messages.subList(messages.size() - 3, messages.size()))
        .extracting("callId")
        .containsExactlyElementsOf(said.calls().stream().map(ToolCall::id).toList());
    assertThat(said.calls()).hasSize(3);
  }

  /** What is about to be done is on the disk before it is done. */
  @Test
  void theJournalIsAheadOfEveryEffect() throws Exception {
    trial
        .then(
            (_, _) -> {
              assertThat(journal()).contains("\"model.call\"").doesNotContain("\"model.answer\"");
              return Trial.answer("", trial.call("run_command", "{\"command\":\"true\"}"));
            })
        .then(
            (_, _) -> {
              assertThat(journal()).containsSubsequence("\"tool.call\"", "\"tool.result\"");
              return Trial.answer("", trial.call("done", "{\"summary\":\"\"}"));
            })
        .run(trial.plan());
  }

  @Test
  void onlyAPenThatProvedItselfIsSaidToHaveHeld() {
    assertThat(new AgentReport.PenFacts(true, "full", "", true).line())
        .isEqualTo("pen of tier full, every attempt to leave it failed");
    assertThat(new AgentReport.PenFacts(true, "full", "", false).line())
        .contains("NOT PROVEN")
        .doesNotContain("every attempt to leave it failed");
    assertThat(new AgentReport.PenFacts(false, "none", "", false).line()).startsWith("WARNING");
  }

  @Test
  void aSecretThatComesInPiecesIsMasked() {
    var stream = new MaskedStream(Mask.of(List.of("abcdabcdx")));
    assertThat(stream.take("1 abcdabcd") + stream.take("abcdx 2 ab") + stream.rest())
        .isEqualTo("1 abcd" + Mask.SHOWN + " 2 ab");
    assertThat(Mask.of(List.of("short")).of("a short text")).isEqualTo("a short text");
    assertThat(Mask.of(List.of("password1")).of("cGFzc3dvcmQx")).isEqualTo(Mask.SHOWN);
  }

  private String journal() {
    try {
      return Files.readString(trial.state.journalOf(trial.state.runs().getFirst()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
