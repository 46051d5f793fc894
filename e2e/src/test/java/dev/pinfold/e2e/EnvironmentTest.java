package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the user's environment holds stays out, what a program needs is there. */
class EnvironmentTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  private static final List<String> UNWANTED =
      List.of(
          "LD_PRELOAD",
          "LD_LIBRARY_PATH",
          "LD_AUDIT",
          "DYLD_INSERT_LIBRARIES",
          "NODE_OPTIONS",
          "PYTHONSTARTUP",
          "PYTHONPATH",
          "PERL5OPT",
          "PERL5LIB",
          "RUBYOPT",
          "BASH_ENV",
          "ENV",
          "BASH_FUNC_ls%%",
          "PROMPT_COMMAND",
          "GIT_SSH_COMMAND",
          "GIT_CONFIG_PARAMETERS",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "OP_SESSION_my",
          "GITHUB_TOKEN",
          "GH_TOKEN",
          "ANTHROPIC_API_KEY",
          "OPENAI_API_KEY",
          "PINFOLD_TOKEN",
          "PINFOLD_SAVED_LC_ALL",
          "AWS_SECRET_ACCESS_KEY",
          "AWS_SESSION_TOKEN",
          "NPM_TOKEN",
          "mistral_api_key",
          "Database_Url",
          "SSH_AUTH_SOCK",
          "DBUS_SESSION_BUS_ADDRESS",
          "XDG_RUNTIME_DIR",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "DOCKER_HOST",
          "GPG_AGENT_INFO",
          "KUBECONFIG",
          "an_unknown_variable");

  @Tag("C006")
  @Tag("C008")
  @Tag("R107")
  @Tag("R109")
  @Tag("R110")
  @Tag("R113")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void nothingUnlistedGetsIn(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Map<String, String> environment = stage.environment();
      // Harmless as values of LD_PRELOAD and the like, and easy to find.
      UNWANTED.forEach(name -> environment.put(name, "/unwanted/value"));
      Pen pen = new Pen(stage);
      List<String> words =
          pen.execWords(
              List.of(), List.of("sh", pen.script("env; tr '\\0' '\\n' < /proc/self/environ")));
      Script run = pen.run(environment, words);
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      assertThat(run.out()).doesNotContain("/unwanted/value");
    }
  }

  @Tag("C007")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whatProgramsNeedIsThere(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run = new Pen(stage).exec(List.of(), List.of("env"));
      assertThat(run.out().lines())
          .contains("USER=" + identity.name(), "LANG=C.UTF-8")
          .anyMatch(line -> line.startsWith("TERM="))
          .anyMatch(line -> line.startsWith("PATH=") && line.contains("/usr/bin"))
          .anyMatch(line -> line.startsWith("HOME=/"))
          .anyMatch(line -> line.startsWith("TMPDIR=/"));
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aNamedVariableIsPassed(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Map<String, String> environment = stage.environment();
      environment.put("WANTED", "from outside");
      Pen pen = new Pen(stage);
      Script run =
          pen.run(
              environment,
              pen.execWords(List.of("--env", "GIVEN=a value", "--env", "WANTED"), List.of("env")));
      assertThat(run.out().lines()).contains("GIVEN=a value", "WANTED=from outside");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theHomeIsTheRunsOwnAndGoesWithIt(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run =
          new Pen(stage).execText("cd && pwd && echo x > settings && cat settings && ls -A");
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      Path home = Path.of(run.out().lines().findFirst().orElseThrow());
      assertThat(home).isNotEqualTo(stage.home());
      assertThat(run.out()).doesNotContain(".ssh", ".aws");
      assertThat(Files.exists(home)).as("%s after the run", home).isFalse();
    }
  }

  @Tag("D021")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void noDescriptorIsInherited(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path secret = stage.write(stage.outside().resolve("secret"), Stage.SECRET);
      stage.hand();
      Pen pen = new Pen(stage);
      List<String> inner =
          pen.execWords(List.of(), List.of("sh", "-c", "cat <&7; cat <&9; ls -l /proc/self/fd"));
      String outer =
          "exec 7<'%s' 9<'%s'; exec %s"
              .formatted(secret, stage.outside(), Pen.quote(pen.command(inner)));
      Script run = Script.run(List.of("sh", "-c", outer), stage.workspace(), stage.environment());
      assertThat(run.out()).doesNotContain(Stage.SECRET, stage.outside().toString());
      // 0, 1, 2, and the folder that ls itself reads.
      assertThat(run.out().lines().filter(line -> line.contains(" -> "))).as("%s", run).hasSize(4);
    }
  }

  /**
   * A background job of a shell ignores Ctrl-C; a command that inherited that could not be ended.
   */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void noIgnoredSignalIsInherited(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      String look = "grep SigIgn: /proc/self/status; ";
      List<String> inner = pen.execWords(List.of(), List.of("sh", "-c", look));
      String outer = "trap '' USR2; " + look + "exec " + Pen.quote(pen.command(inner));
      Script run = Script.run(List.of("sh", "-c", outer), stage.workspace(), stage.environment());
      List<String> ignored = run.out().lines().toList();
      assertThat(ignored).as("%s", run).hasSize(2);
      assertThat(ignored.getFirst()).as("outside").endsWith("800"); // bit 11: signal 12
      assertThat(ignored.getLast()).as("in the pen").endsWith("0000000000000000");
    }
  }

  @Tag("D022")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theFolderOfTheCallerIsNoWayOut(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      stage.write(stage.outside().resolve("secret"), Stage.SECRET);
      stage.hand();
      Pen pen = new Pen(stage);
      List<String> words =
          pen.execWords(
              List.of(), List.of("sh", "-c", "pwd; cat secret; ls -d /proc/self/cwd/secret"));
      Script run = Script.run(pen.command(words), stage.outside(), stage.environment());
      assertThat(run.out()).as("%s", run).isEqualTo(stage.workspace() + "\n");
    }
  }
}
