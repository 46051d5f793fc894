package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policy files as a user meets them: which ones count, and the verbs that work on them. */
class PolicyCommandsTest {
  private static final String RULE =
      """
      schema = 1
      [[rule]]
      id = "team.no-deploy"
      program = "deploy"
      reason = "somebody else deploys"
      match = ["deploy now"]
      not_match = ["echo deploy"]
      """;

  @TempDir Path folder;
  private Path home;
  private Path work;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    work = Files.createDirectory(folder.resolve("work"));
  }

  private Finished pinfold(String... arguments) throws Exception {
    return new Pinfold(home).in(work).run(arguments);
  }

  private Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Path users(String text) throws IOException {
    return write(home.resolve(".config/pinfold/policy.toml"), text);
  }

  private Path repositorys(String text) throws IOException {
    return write(work.resolve(".pinfold/policy.toml"), text);
  }

  @Test
  void checkAndExecObeyTheUsersFileTheRepositorysAndThoseThatAreNamed() throws Exception {
    assertThat(pinfold("check", "deploy").status()).isZero();
    users(RULE);
    repositorys(RULE.replace("deploy", "publish-it"));
    Path given = write(folder.resolve("given.toml"), RULE.replace("deploy", "announce"));
    for (String command : List.of("deploy", "publish-it", "announce")) {
      Finished checked = pinfold("check", "--policy", given.toString(), command);
      assertThat(checked.status()).as(command).isEqualTo(20);
      assertThat(checked.out()).contains("team.no-" + command + ": somebody else");
      Finished run = pinfold("exec", "--policy", given.toString(), "-c", command);
      assertThat(run.status()).isEqualTo(126);
      assertThat(run.err()).contains("blocked by policy: team.no-" + command);
    }
    assertThat(pinfold("check", "announce").status()).isZero();
  }

  @Test
  void aFileThatCannotBeUsedIsNeverNoPolicy() throws Exception {
    Path bad = users("schema = 1\nprotected_branch = []\n");
    for (String[] call :
        List.of(
            new String[] {"check", "true"},
            new String[] {"check", "--batch"},
            new String[] {"exec", "--", "true"})) {
      Finished refused = pinfold(call);
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .contains(
              bad + ":2: unknown key 'protected_branch'\nhint: Did you mean protected_branches?");
    }
    assertThat(new Pinfold(home).runs()).doesNotExist();
  }

  @Test
  void theReportSaysWhichFilesCountedAndWhichProfile() throws Exception {
    users("schema = 1\nprofile = 'read-only'\nlimits.timeout_seconds = 5\n");
    repositorys("schema = 1\n[read-only]\nprograms = ['cloc']\n");
    Finished run = pinfold("exec", "--json", "--", "ls");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "\"profile\":\"read-only\",\"policies\":[{\"layer\":\"user\",\"file\":\"" + home,
            "{\"layer\":\"repository\",\"file\":\""
                + work
                + "/.pinfold/policy.toml\",\"sha256\":\"",
            "\"policyWarnings\":[\""
                + work
                + "/.pinfold/policy.toml:3: a repository's policy may only");
    assertThat(run.err())
        .contains("warning: " + work + "/.pinfold/policy.toml:3: ")
        .contains("profile read-only, not permissive: a policy file holds to it");
    assertThat(pinfold("check", "--", "touch", "x").status()).isEqualTo(20);
  }

  @Test
  void whatIsOddAboutAFileIsSaidBeforeTheCommandRuns() throws Exception {
    repositorys("schema = 1\n[read-only]\nprograms = ['cloc']\n");
    Finished run = pinfold("exec", "-c", "echo it-ran >&2");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).containsSubsequence("a repository's policy may only", "it-ran");
    assertThat(pinfold("exec", "--quiet", "-c", "echo it-ran >&2").err()).isEqualTo("it-ran\n");
  }

  @Test
  void rulesForUnattendedRunsEndWithAttended() throws Exception {
    users(RULE + "when = { attended = false }\n");
    assertThat(pinfold("check", "deploy").status()).isEqualTo(20);
    assertThat(pinfold("check", "--attended", "deploy").status()).isZero();
  }

  @Test
  void noRunMayBeLetIntoTheUsersPolicy() throws Exception {
    users(RULE);
    Finished run = pinfold("exec", "--write", home + "/.config", "--", "true");
    assertThat(run.status()).isEqualTo(125);
    assertThat(run.err()).contains("Pinfold's own");
  }

  @Test
  void aTestOfACorpusNamesEachWrongRow() throws Exception {
    Path policy = write(folder.resolve("p.toml"), RULE);
    Path corpus =
        write(
            folder.resolve("c.tsv"),
            """
            # a comment
            id\tmode\tcommand\texpected\tkind
            A1\tfloor\trm -rf /\tdeny\tx
            A2\tfloor\techo a\\\\n\\nrm -rf /\tallow\tx
            A3\texisting-repo\tgit push\task\tx
            A4\tread-only\tls\tallow\tx
            A5\tfloor\tdel /s /q C:\\\\Windows\tdeny\twin-cmd/x
            A6\tfloor\tdeploy\tdeny\tx
            """);
    Finished wrong = pinfold("policy", "test", policy.toString(), corpus.toString());
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out())
        .isEqualTo(
            """
            wrong: expected allow, got deny (floor.delete.outside): %s:4 A2: echo a\\\\n\\nrm -rf /
            expected \\ given     allow       ask      deny
            allow                    1         0         1
            ask                      0         0         1
            deny                     0         0         3
            7 right, 1 wrong
            """
                .formatted(corpus)
                .replace("a\\\\n\\nrm", "a\\n\\nrm"));
    Finished json = pinfold("policy", "test", "--json", policy.toString(), corpus.toString());
    assertThat(json.out().lines()).hasSize(9);
    assertThat(json.out())
        .contains("\"type\":\"example\",\"place\":\"" + policy + ":6\",\"id\":\"team.no-deploy\"")
        .contains("\"id\":\"A2\",")
        .contains("\"decision\":\"deny\",\"rules\":[\"floor.delete.outside\"],\"right\":false}")
        .contains(
            "{\"type\":\"summary\",\"right\":7,\"wrong\":1,\"table\":{\"allow\":{\"allow\":1,");
  }

  @Test
  void aTestOfAPolicyTriesItsExamples() throws Exception {
    Path policy = write(folder.resolve("p.toml"), RULE.replace("deploy now", "destroy"));
    Finished wrong = pinfold("policy", "test", policy.toString());
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.out())
        .isEqualTo(
            "wrong: "
                + policy
                + ":6: rule 'team.no-deploy' does not match its example: destroy\n"
                + "1 right, 1 wrong\n");
  }

  @Test
  void lintSaysAllThatIsWrong() throws Exception {
    Path policy = write(folder.resolve("p.toml"), RULE + "decison = 'deny'\n[limit]\n");
    Finished wrong = pinfold("policy", "lint", policy.toString());
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out())
        .startsWith(policy + ":8: error: unknown key 'decison' in rule\n  Did you mean decision?")
        .contains(policy + ":9: error: unknown key 'limit'\n  Did you mean limits?")
        .endsWith("2 errors, 0 warnings\n");
    Files.writeString(policy, RULE.replace("not_match = [\"echo deploy\"]\n", ""));
    Finished better = pinfold("policy", "lint", "--json", policy.toString());
    assertThat(better.status()).isZero();
    assertThat(better.out())
        .startsWith(
            "{\"file\":\"" + policy + "\",\"line\":2,\"severity\":\"warning\",\"problem\":");
  }

  @Test
  void diffTellsWhichVerdictsChangeOverACorpusAndOverRecordedRuns() throws Exception {
    Path policy = write(folder.resolve("p.toml"), RULE);
    Path corpus = write(folder.resolve("c.tsv"), "command\texpected\ndeploy\tdeny\nls\tallow\n");
    Finished diff =
        pinfold("policy", "diff", "built-in", policy.toString(), "--over", corpus.toString());
    assertThat(diff)
        .isEqualTo(
            new Finished(
                1,
                "allow -> deny (team.no-deploy): " + corpus + ":2: deploy\n2 judged, 1 changed\n",
                ""));
    assertThat(pinfold("exec", "-c", "deploy || true").status()).isZero();
    Finished runs = pinfold("policy", "diff", policy.toString(), "built-in", "--over", "all");
    assertThat(runs.status()).isEqualTo(1);
    assertThat(runs.out())
        .contains("deny (team.no-deploy) -> allow: ")
        .endsWith("1 judged, 1 changed\n");
    Finished same = pinfold("policy", "diff", "built-in", "built-in", "--over", "last");
    assertThat(same).isEqualTo(new Finished(0, "1 judged, 0 changed\n", ""));
  }

  @Test
  void replayJudgesARecordedRunAsItWasJudged() throws Exception {
    assertThat(pinfold("exec", "-c", "rm -rf ~").status()).isEqualTo(126);
    assertThat(pinfold("exec", "-c", "rm -rf ~/x").status()).as("the run's own").isZero();
    assertThat(pinfold("exec", "--profile", "read-only", "--", "ls").status()).isZero();
    assertThat(pinfold("exec", "--", "echo", "a b").status()).isZero();
    Finished same = new Pinfold(home).in(folder).run("policy", "replay", "all");
    assertThat(same).isEqualTo(new Finished(0, "4 judged, 0 changed\n", ""));
    repositorys(RULE.replace("deploy", "ls"));
    Finished changed = new Pinfold(home).in(folder).run("policy", "replay", "--json", "all");
    assertThat(changed.status()).isEqualTo(1);
    assertThat(changed.out())
        .contains(
            "\"command\":\"ls\",\"before\":\"allow\",\"after\":\"deny\",\"rules\":[\"team.no-ls\"]}")
        .endsWith("{\"type\":\"summary\",\"judged\":4,\"changed\":1,\"leftOut\":0}\n");
    assertThat(pinfold("policy", "replay", "all", "--under", "built-in").status()).isZero();
  }

  @Test
  void replayShowsThatAFileNoLongerHoldsToAStricterProfile() throws Exception {
    Path file = users("schema = 1\nprofile = 'read-only'\n");
    assertThat(pinfold("exec", "--", "touch", "x").status()).isEqualTo(126);
    assertThat(pinfold("policy", "replay", "last").status()).isZero();
    Files.writeString(file, "schema = 1\n");
    Finished looser = new Pinfold(home).in(folder).run("policy", "replay", "last");
    assertThat(looser.status()).isEqualTo(1);
    assertThat(looser.out()).startsWith("deny -> allow: ").contains("touch x");
  }

  @Test
  void replayLeavesOutWhatTheJournalHadToCut() throws Exception {
    assertThat(pinfold("exec", "-c", "true " + "x".repeat(20_000)).status()).isZero();
    Finished cut = pinfold("policy", "replay", "last");
    assertThat(cut.status()).isZero();
    assertThat(cut.out()).isEqualTo("0 judged, 0 changed, 1 left out\n");
    assertThat(cut.err()).contains("too long for the journal");
  }

  @Test
  void theUsersFileMayNotBeEverybodys() throws Exception {
    Files.setPosixFilePermissions(users(RULE), PosixFilePermissions.fromString("rw-rw-rw-"));
    Finished refused = pinfold("check", "true");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("every user can write it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "policy|policy what?|policy test, policy lint",
        "policy tset|unknown command 'policy tset'|Did you mean policy test?",
        "policy test|no file to test|corpora",
        "policy lint|no file to look at|policy files",
        "policy replay|no run|last",
        "policy test --jsn x.toml|unknown option --jsn|Did you mean --json?",
        "policy test none.toml|none.toml:1: there is no such file|Check the spelling",
        "policy test none.tsv|can't read none.tsv: there is no such file|readable",
        "policy diff a|1 policies; a comparison needs two|built-in",
        "policy diff built-in built-in|over which commands?|--over",
        "policy diff built-in built-in --over nothing|no run 'nothing'|pinfold log",
        "policy replay last|no run 'last'|pinfold log",
        "policy replay x --under y --policy z|--under judges by one policy alone|Leave one",
        "check --policy none.toml true|none.toml:1: there is no such file|Check",
      })
  void aCommandLineThatMakesNoSenseIsAUsageError(String words, String message, String hint)
      throws Exception {
    Finished wrong = pinfold(words.split(" ", -1));
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).startsWith("pinfold: " + message).contains("\nhint: ").contains(hint);
  }
}
