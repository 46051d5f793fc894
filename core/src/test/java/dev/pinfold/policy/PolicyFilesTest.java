package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.HostPort;
import dev.pinfold.egress.Verdict;
import dev.pinfold.run.NetworkRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyFilesTest {
  private static final String TERRAFORM =
      """
      schema = 1
      protected_branches = ["trunk"]

      [[rule]]
      id = "team.no-destroy"
      decision = "deny"
      program = ["terraform", "tofu"]
      sub = ["destroy"]
      options.any = ["--auto-approve"]
      reason = "destroys live resources"
      suggest = "terraform plan"
      match = ["terraform destroy --auto-approve", "sh -c 'cd x && tofu destroy -auto-approve=true'"]
      not_match = ["terraform destroy", "echo terraform destroy --auto-approve"]

      [read-only]
      programs = ["cloc"]
      options.rg.refuse = ["--hidden"]

      [limits]
      timeout_seconds = 600
      """;

  private static final Circumstances NOW = new Circumstances(LocalDate.of(2026, 12, 1), false);
  private static final PolicyContext REPOSITORY = Corpus.CONTEXT.withExistingRepo(true);

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return file.toString();
  }

  private PolicyFiles load(String text) throws IOException, PolicyFileException {
    return PolicyFiles.load(PolicyPlaces.only(List.of(file("p.toml", text))));
  }

  private static String rule(String id, String... lines) {
    return "[[rule]]\nid = \"" + id + "\"\nreason = \"r\"\n" + String.join("\n", lines) + "\n";
  }

  private static Policy policy(PolicyFiles files) {
    return Policy.builtIn(Profile.PERMISSIVE).with(files, NOW);
  }

  private static Decision judge(PolicyFiles files, String command) {
    return policy(files).evaluate(command, REPOSITORY).decision();
  }

  @Test
  void addsRulesBranchesProgramsRefusalsAndLimits() throws Exception {
    PolicyFiles files = load(TERRAFORM);
    Match match =
        policy(files)
            .evaluate("sudo terraform destroy --auto-approve", Corpus.CONTEXT)
            .strictest()
            .orElseThrow();
    assertThat(match.rule()).isEqualTo("team.no-destroy");
    assertThat(match.reason()).isEqualTo("destroys live resources");
    assertThat(judge(files, "git push -f origin trunk")).isEqualTo(Decision.DENY);
    Policy readOnly = Policy.builtIn(Profile.READ_ONLY).with(files, NOW);
    assertThat(readOnly.evaluate("cloc src", Corpus.CONTEXT).decision()).isEqualTo(Decision.ALLOW);
    assertThat(readOnly.evaluate("rg x src", Corpus.CONTEXT).decision()).isEqualTo(Decision.ALLOW);
    assertThat(
            readOnly.evaluate("rg --hidd x src", Corpus.CONTEXT).strictest().orElseThrow().rule())
        .isEqualTo("allow.option");
    assertThat(files.limits().timeoutSeconds()).hasValue(600);
  }

  @Test
  void rulesAlsoHoldInTheProfilesWithoutAShell() throws Exception {
    PolicyFiles files =
        load(
            "schema = 1\n"
                + rule("team.no-keys", "program = \"cat\"", "operands.any.glob = \"*.pem\""));
    Policy readOnly = Policy.builtIn(Profile.READ_ONLY).with(files, NOW);
    assertThat(readOnly.evaluate("cat a.txt", Corpus.CONTEXT).decision()).isEqualTo(Decision.ALLOW);
    assertThat(readOnly.evaluate("cat a.pem", Corpus.CONTEXT).strictest().orElseThrow().rule())
        .isEqualTo("team.no-keys");
    assertThat(readOnly.evaluate(List.of("cat", "a.pem"), Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
  }

  static Stream<Arguments> conditions() {
    return Stream.of(
        Arguments.of("options.all = ['-a', '--bee']", "x --bee -ca", "x --bee"),
        Arguments.of("options.any = ['-f', '--force']", "x -vf", "x f"),
        Arguments.of("options.only = ['-a', '-b']", "x -ab y", "x -ac"),
        Arguments.of("sub = ['get']", "x -n prod get pods", "x pods get"),
        Arguments.of("operands.any.glob = 'prod*'", "x a prod/1", "x a preprod"),
        Arguments.of("operands.all.glob = 'prod*'", "x prod1 prod2", "x prod1 dev"),
        Arguments.of("operands.all.glob = '*'", "x a", "x"),
        Arguments.of("operands.any.regex = '^v[0-9]+$'", "x v12", "x v12a"),
        Arguments.of("operands.any.path = 'outside-workspace'", "x ../y", "x /tmp/y ."),
        Arguments.of("operands.any.path = 'home'", "x ~/y", "x y"),
        Arguments.of("operands.any.path = 'infra/*'", "cd infra && x main.tf", "x infra2/main.tf"),
        Arguments.of("operands.any.ref = 'protected'", "x HEAD:refs/heads/release/1", "x topic"),
        Arguments.of(
            "operands.any.url = '*.example.com'",
            "x https://u@a.example.com:8/y",
            "x https://example.org/.example.com"),
        Arguments.of("operands.any.url = 'git.example.com'", "x git@git.example.com:a/b", "x a/b"),
        Arguments.of(
            "operands.any = { glob = 'p*', path = 'temporary' }",
            "x /tmp/../tmp/p p",
            "x p /tmp/q"));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void conditionsChooseCommands(String condition, String matching, String other) throws Exception {
    if (condition.startsWith("operands.any = { glob")) {
      matching = "cd /tmp && x p1";
    }
    PolicyFiles files =
        load(
            "schema = 1\n"
                + rule("team.x", "program = \"x\"", condition, "match = ['''" + matching + "''']"));
    assertThat(judge(files, matching)).isEqualTo(Decision.DENY);
    assertThat(judge(files, other)).isEqualTo(Decision.ALLOW);
  }

  @Test
  void whatOnlyTheRunKnowsIsAsked() throws Exception {
    PolicyFiles files =
        load(
            "schema = 1\n"
                + rule("team.a", "program = 'x'", "operands.any.glob = 'prod*'")
                + rule("team.b", "program = 'y'", "options.any = '--force'")
                + rule("team.c", "program = 'z'", "sub = 'destroy'"));
    assertThat(judge(files, "x \"$1\"")).isEqualTo(Decision.ASK);
    assertThat(judge(files, "x dev-\"$1\"")).isEqualTo(Decision.ALLOW);
    assertThat(judge(files, "y $1")).isEqualTo(Decision.ASK);
    assertThat(judge(files, "y \"$1\"")).isEqualTo(Decision.ALLOW);
    assertThat(judge(files, "z $1")).isEqualTo(Decision.ASK);
    assertThat(judge(files, "z plan $1")).isEqualTo(Decision.ALLOW);
  }

  @Test
  void anExceptionTakesBackARepositoryRuleForExactlyItsCommands() throws Exception {
    PolicyFiles files =
        load(
            "schema = 1\n"
                + rule(
                    "team.push-topic",
                    "decision = 'allow'",
                    "lifts = 'repo.push'",
                    "program = 'git'",
                    "sub = 'push'",
                    "options.only = ['-u']",
                    "operands.all.glob = ['origin', 'topic/*']",
                    "match = 'git push -u origin topic/1'",
                    "not_match = 'git push origin main'"));
    assertThat(judge(files, "git push origin topic/1")).isEqualTo(Decision.ALLOW);
    for (String other :
        List.of(
            "git push",
            "git push -f origin topic/1",
            "git push -uf origin topic/1",
            "git push --set-upstream origin topic/1",
            "git -c core.sshCommand=x push origin topic/1",
            "git push origin topic/1 $X",
            "git push origin \"$X\"",
            "git push origin topic/1; git push origin main")) {
      assertThat(judge(files, other)).as(other).isNotEqualTo(Decision.ALLOW);
    }
  }

  @Test
  void theFloorCannotBeLowered() {
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(
            () ->
                load(
                    "schema = 1\n"
                        + rule(
                            "team.x",
                            "decision = 'allow'",
                            "lifts = 'floor.delete.outside'",
                            "program = 'rm'")))
        .withMessageContaining("can't be lowered");
  }

  @Test
  void anExceptionEndsWithItsDateAndARefusalOutlivesIt() throws Exception {
    String text =
        "schema = 1\n"
            + rule(
                "team.push",
                "decision = 'allow'",
                "lifts = 'repo.push'",
                "program = 'git'",
                "sub = 'push'",
                "operands.all.glob = '*'",
                "expires = 2026-12-01")
            + rule("team.freeze", "program = 'deploy'", "expires = 2026-12-01");
    PolicyFiles files = load(text);
    Circumstances later = new Circumstances(LocalDate.of(2026, 12, 2), false);
    assertThat(judge(files, "git push origin x")).isEqualTo(Decision.ALLOW);
    assertThat(files.warnings(NOW)).isEmpty();
    Policy then = Policy.builtIn(Profile.PERMISSIVE).with(files, later);
    assertThat(then.evaluate("git push origin x", REPOSITORY).decision()).isEqualTo(Decision.DENY);
    assertThat(then.evaluate("deploy", REPOSITORY).strictest().orElseThrow().reason())
        .contains("looked at again after 2026-12-01");
    assertThat(files.warnings(later))
        .extracting(PolicyProblem::what)
        .containsExactly(
            "exception 'team.push' has expired and no longer applies",
            "rule 'team.freeze' is past its date, and still applies");
  }

  @Test
  void rulesMayDependOnSomebodyWatching() throws Exception {
    PolicyFiles files =
        load(
            "schema = 1\n"
                + rule(
                    "team.a",
                    "program = 'x'",
                    "decision = 'ask'",
                    "when.attended = true",
                    "match = 'x'")
                + rule("team.b", "program = 'x'", "when = { attended = false }", "match = 'x'"));
    assertThat(judge(files, "x")).isEqualTo(Decision.DENY);
    assertThat(
            Policy.builtIn(Profile.PERMISSIVE)
                .with(files, NOW.withAttended(true))
                .evaluate("x", REPOSITORY)
                .decision())
        .isEqualTo(Decision.ASK);
  }

  @Test
  void theStrictestProfileAndTheSmallestLimitsOfAllLayersCount() throws Exception {
    PolicyPlaces places =
        new PolicyPlaces(
            file("etc/policy.toml", "schema = 1\nprofile = 'read-write'\nlimits.processes = 10\n"),
            file("user/policy.toml", "schema = 1\nprofile = 'permissive'\nlimits.processes = 50\n"),
            List.of(),
            folder.toString());
    file(".pinfold/policy.toml", "schema = 1\nlimits.open_files = 5\n");
    PolicyFiles files = PolicyFiles.load(places);
    assertThat(files.files()).extracting(PolicyFile::layer).containsExactly(PolicyLayer.values());
    assertThat(policy(files).profile()).isEqualTo(Profile.READ_WRITE);
    assertThat(Policy.builtIn(Profile.LOCKED).with(files, NOW).profile()).isEqualTo(Profile.LOCKED);
    assertThat(files.limits().processes()).hasValue(10);
    assertThat(files.limits().openFiles()).hasValue(5);
  }

  /** The layers, the run's own words, and what a run of them may reach. */
  @Test
  void whatOneLayerDeniesNoOtherOpens() throws Exception {
    PolicyPlaces places =
        new PolicyPlaces(
            file("etc/policy.toml", "schema = 1\nnetwork.deny = '*.evil.example'\n"),
            file(
                "user/policy.toml",
                "schema = 1\nnetwork.allow = ['a.evil.example', 'b.example']\n"),
            List.of(file("given.toml", "schema = 1\nnetwork.allow = 'registry:npm'\n")),
            folder.toString());
    file(".pinfold/policy.toml", "schema = 1\nnetwork.deny = 'b.example:80'\n");
    NetworkRequest asked = NetworkRequest.of(List.of("open"), List.of("c.example"));
    EgressRules rules = asked.heldTo(PolicyFiles.load(places).network()).rules();
    for (String open : List.of("b.example:443", "registry.npmjs.org:443", "d.example:80")) {
      assertThat(rules.judge(HostPort.parse(open))).as(open).isInstanceOf(Verdict.Allowed.class);
    }
    for (String closed : List.of("a.evil.example:443", "b.example:80", "c.example:443")) {
      assertThat(asked.rules().judge(HostPort.parse(closed)) instanceof Verdict.Allowed)
          .as("the control: %s", closed)
          .isEqualTo(!closed.startsWith("c."));
      assertThat(rules.judge(HostPort.parse(closed)))
          .as(closed)
          .isInstanceOf(Verdict.Refused.class);
    }
    EgressRules nothing =
        NetworkRequest.of(List.of("none"), List.of())
            .heldTo(PolicyFiles.load(places).network())
            .rules();
    assertThat(nothing.isNone()).isTrue();
  }

  @Test
  void aRepositoryThatOpensAHostCannotBeUsed() throws Exception {
    file(".pinfold/policy.toml", "schema = 1\n[network]\n\nallow = 'example.org'\n");
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> PolicyFiles.load(new PolicyPlaces("", "", List.of(), folder.toString())))
        .withMessageStartingWith(folder.resolve(".pinfold/policy.toml") + ":4: ")
        .withMessageContaining("may only tighten");
  }

  @Test
  void aRepositoryMayOnlyTighten() throws Exception {
    file(
        ".pinfold/policy.toml",
        "schema = 1\nprofile = 'permissive'\n[read-only]\nprograms = ['cloc']\n"
            + rule("team.x", "decision = 'allow'", "lifts = 'repo.push'", "program = 'git'")
            + rule("team.y", "program = 'y'"));
    PolicyFiles files = PolicyFiles.load(new PolicyPlaces("", "", List.of(), folder.toString()));
    assertThat(files.warnings(NOW)).extracting(PolicyProblem::line).containsExactly(5, 4);
    assertThat(files.warnings(NOW))
        .allMatch(warning -> warning.what().contains("may only tighten"));
    assertThat(judge(files, "git push")).isEqualTo(Decision.DENY);
    assertThat(judge(files, "y")).isEqualTo(Decision.DENY);
    assertThat(
            Policy.builtIn(Profile.READ_ONLY)
                .with(files, NOW)
                .evaluate("cloc", REPOSITORY)
                .decision())
        .isEqualTo(Decision.DENY);
  }

  @Test
  void includesAreReadOnceRelativeToTheirFile() throws Exception {
    file("a/git.toml", "schema = 1\ninclude = '../p.toml2'\n" + rule("team.g", "program = 'g'"));
    file("p.toml2", "schema = 1\n" + rule("team.p", "program = 'p'"));
    PolicyFiles files =
        load("schema = 1\ninclude = ['a/git.toml', 'p.toml2']\n" + rule("team.x", "program = 'x'"));
    assertThat(files.files()).hasSize(3);
    for (String command : List.of("x", "g", "p")) {
      assertThat(judge(files, command)).isEqualTo(Decision.DENY);
    }
  }

  static Stream<Arguments> errors() {
    String rule = "schema = 1\n[[rule]]\nid = \"team.x\"\nprogram = \"x\"\nreason = \"r\"\n";
    return Stream.of(
        Arguments.of("schema = ", 1, ""),
        Arguments.of("", 1, "no schema"),
        Arguments.of("schema = 2", 1, "another schema"),
        Arguments.of("schema = 1\nprotect = []", 2, "unknown key 'protect'"),
        Arguments.of(rule + "programm = \"y\"\n", 6, "unknown key 'programm'"),
        Arguments.of(rule + "options.al = ['-x']\n", 6, "unknown key 'al' in rule.options"),
        Arguments.of(rule + "decision = \"alow\"\n", 6, "unknown decision 'alow'"),
        Arguments.of(rule + "decision = \"allow\"\n", 2, "takes no rule back"),
        Arguments.of(rule + "lifts = 'repo.push'\n", 6, "lifts stands in a rule that refuses"),
        Arguments.of(rule + "decision = 'allow'\nlifts = 'repo.psuh'\n", 7, "no rule 'repo.psuh'"),
        Arguments.of(rule + "match = [1]\n", 6, "match is a number"),
        Arguments.of(rule + "match = ['x',\n\n'y']\n", 8, "does not match its example: y"),
        Arguments.of(rule + "\nnot_match = [\"x a\"]\n", 7, "matches what it says it does not"),
        Arguments.of(rule + "suggest = \"rm -rf /\"\n", 6, "not allowed itself"),
        Arguments.of(rule + "suggest = \"x\"\n", 6, "not allowed itself"),
        Arguments.of(rule + rule.substring(11), 6, "two rules have the id"),
        Arguments.of(rule.replace("team.x", "floor.x"), 3, "built-in rule"),
        Arguments.of(rule.replace("team.x", "Team"), 3, "no id for a rule"),
        Arguments.of(rule.replace("program = \"x\"\n", ""), 2, "names no program"),
        Arguments.of(rule.replace("\"x\"", "\"/bin/x\""), 4, "can never match"),
        Arguments.of(rule.replace("\"x\"", "[]"), 4, "names no program"),
        Arguments.of(
            rule.replace("\"x\"", "'env'") + "sub = 'A=b'\n",
            2,
            "can never match: not even env A=b"),
        Arguments.of(rule + "sub = '--x'\n", 6, "can never match"),
        Arguments.of(rule + "options.any = 'force'\n", 6, "can never match"),
        Arguments.of(rule + "options = { any = '-a', only = '-b' }\n", 2, "can never match"),
        Arguments.of(rule.replace("reason = \"r\"\n", ""), 2, "without reason"),
        Arguments.of(rule + "operands.any.regex = '(a)\\1'\n", 6, "no regular expression of RE2"),
        Arguments.of(rule + "operands.any.regex = '((a{100}){100}){100}'\n", 6, "takes too long"),
        Arguments.of(rule + "operands.any.path = 'outside'\n", 6, "unknown place 'outside'"),
        Arguments.of(rule + "expires = '2027-01-01'\n", 6, "expires is a text"),
        Arguments.of(rule + "when = { attended = 'yes' }\n", 6, "attended is a text"),
        Arguments.of("schema = 1\nprofile = 'strict'\n", 2, "unknown profile 'strict'"),
        Arguments.of("schema = 1\n[limits]\ntimeout_seconds = 0\n", 3, "timeout_seconds is 0"),
        Arguments.of(
            "schema = 1\n[limits]\ntimeout_seconds = 3601\n", 3, "timeout_seconds is 3601"),
        Arguments.of("schema = 1\n[limits]\nprocesses = -1\n", 3, "processes is -1"),
        Arguments.of("schema = 1\n[read-only]\nprograms = [\"env\"]\n", 3, "'env'"),
        Arguments.of("schema = 1\n[read-only]\nprograms = ['java']\n", 3, "programs_that_run_code"),
        Arguments.of("schema = 1\n[network]\nalow = []\n", 3, "unknown key 'alow' in network"),
        Arguments.of("schema = 1\n[network]\nallow = 1\n", 3, "allow is a number"),
        Arguments.of(
            "schema = 1\nnetwork.allow = ['registry:npm',\n'registry:nmp']\n", 3, "is no preset"),
        Arguments.of("schema = 1\nnetwork.allow = 'https://example.org'\n", 2, "is a URL"),
        Arguments.of("schema = 1\nnetwork.allow = 'open'\n", 2, "open every run"),
        Arguments.of("schema = 1\nnetwork.allow = 'none'\n", 2, "closes nothing"),
        Arguments.of("schema = 1\nnetwork.allow = '169.254.169.254'\n", 2, "credentials"),
        Arguments.of("schema = 1\nnetwork.allow = ''\n", 2, "an empty word"),
        Arguments.of("schema = 1\nnetwork.deny = 'registry:npm'\n", 2, "'registry:npm'"),
        Arguments.of("schema = 1\nnetwork.deny = 'example.org:0'\n", 2, "port"),
        Arguments.of("schema = 1\nnetwork.deny = 'a\u202eb.example'\n", 2, "\uFFFD"),
        Arguments.of(
            "schema = 1\nnetwork.deny = ["
                + "'a.example',\n".repeat(PolicyNetwork.MAX_WORDS)
                + "'b.example']\n",
            2 + PolicyNetwork.MAX_WORDS,
            "more than 500 words"),
        Arguments.of("schema = 1\ninclude = ['x']\n", 2, "can't include x: there is no such file"),
        Arguments.of("schema = 1\n\ninclude = ['p.toml']\n", 3, "includes itself"),
        Arguments.of("schema = 1\nprotected_branches = ['a b']\n", 2, "no name of a branch"),
        Arguments.of("schema = 1\n# \0\n", 2, "control character"),
        Arguments.of("#".repeat(PolicyFile.MAX_BYTES + 1), 1, "longer than 256 KiB"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void whatIsWrongIsAnErrorWithItsLine(String text, int line, String problem) {
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> load(text))
        .withMessageStartingWith(folder.resolve("p.toml") + ":" + line + ": ")
        .withMessageContaining(problem);
  }

  @Test
  void aCircleOfFilesIsAnErrorInTheFileThatClosesIt() throws Exception {
    file("q.toml", "schema = 1\n\n\ninclude = ['p.toml']\n");

    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> load("schema = 1\ninclude = ['q.toml']\n"))
        .withMessageStartingWith(folder.resolve("q.toml") + ":4: ")
        .withMessageContaining("includes itself");
  }

  @Test
  void anUnknownKeyIsAnsweredWithTheNearestOne() {
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> load("schema = 1\nprotected_branch = []\nxyz = 1\n"))
        .matches(e -> e.problems().size() == 2, "both problems")
        .matches(
            e ->
                e.problems()
                    .getFirst()
                    .next()
                    .startsWith("Did you mean protected_branches? There are: "));
  }

  @Test
  void whatIsNoReadableFileIsAnErrorAtOnce() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    Path latin =
        Files.write(folder.resolve("latin"), "# \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    Path open = Files.writeString(folder.resolve("open"), "schema = 1");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--rw-"));
    for (String[] bad :
        List.of(
            new String[] {fifo.toString(), "pipe"},
            new String[] {"/dev/zero", "device"},
            new String[] {folder.toString(), "folder"},
            new String[] {folder + "/none", "no such file"},
            new String[] {latin.toString(), "not UTF-8"},
            new String[] {open.toString(), "every user can write it"})) {
      assertThatExceptionOfType(PolicyFileException.class)
          .isThrownBy(() -> PolicyFiles.load(PolicyPlaces.only(List.of(bad[0]))))
          .withMessageStartingWith(bad[0] + ":1: ")
          .withMessageContaining(bad[1]);
    }
  }

  @Test
  void aRepositoryCannotLeadTheReaderOut() throws Exception {
    PolicyPlaces places = new PolicyPlaces("", "", List.of(), folder.resolve("w").toString());
    String outside = file("outside.toml", "schema = 1\n");
    Path policy = folder.resolve("w/.pinfold/policy.toml");
    for (String include : List.of("../../outside.toml", outside, "../x.toml", "link.toml")) {
      file("w/.pinfold/policy.toml", "schema = 1\ninclude = ['" + include + "']\n");
      Files.deleteIfExists(folder.resolve("w/.pinfold/link.toml"));
      Files.createSymbolicLink(folder.resolve("w/.pinfold/link.toml"), Path.of(outside));
      assertThatExceptionOfType(PolicyFileException.class)
          .isThrownBy(() -> PolicyFiles.load(places))
          .withMessageStartingWith(policy + ":2: ");
    }
    Files.delete(policy);
    Files.createSymbolicLink(policy, Path.of(outside));
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> PolicyFiles.load(places))
        .withMessageContaining("symbolic link");
  }

  @Test
  void theOrganisationsFileIsRootsAlone() throws Exception {
    Path policy = Path.of(file("etc/policy.toml", "schema = 1\n"));
    PolicyPlaces places = new PolicyPlaces(policy.toString(), "", List.of(), "");
    boolean root = Files.getOwner(policy).getName().equals("root");
    if (root) {
      assertThat(PolicyFiles.load(places).files()).hasSize(1);
      for (Path open : List.of(policy, policy.resolveSibling(""))) {
        var before = Files.getPosixFilePermissions(open);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertThatExceptionOfType(PolicyFileException.class)
            .isThrownBy(() -> PolicyFiles.load(places))
            .withMessageContaining("others than root can write it");
        Files.setPosixFilePermissions(open, before);
      }
    } else {
      assertThatExceptionOfType(PolicyFileException.class)
          .isThrownBy(() -> PolicyFiles.load(places))
          .withMessageContaining("others than root can write it");
    }
  }

  @Test
  void idsAreUniqueInAllLayers() throws Exception {
    String one = file("etc.toml", "schema = 1\n" + rule("team.x", "program = 'x'"));
    file("w/.pinfold/policy.toml", "schema = 1\n" + rule("team.x", "program = 'y'"));
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(
            () ->
                PolicyFiles.load(
                    new PolicyPlaces("", one, List.of(), folder.resolve("w").toString())))
        .withMessageContaining("the other is at " + one + ":2");
  }

  @Test
  void includesAreBoundedInDepthAndNumber() throws Exception {
    for (int i = 0; i < 12; i++) {
      file("deep" + i, "schema = 1\ninclude = ['deep" + (i + 1) + "']\n");
    }
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> load("schema = 1\ninclude = ['deep0']\n"))
        .withMessageContaining("nested deeper than 8");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      file("many" + i, "schema = 1\n");
      many.append("'many").append(i).append("',");
    }
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> load("schema = 1\ninclude = [" + many + "]\n"))
        .withMessageContaining("more than 32 files");
  }
}
