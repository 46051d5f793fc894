package dev.pinfold.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real git against git's real server, through the proxy. */
class GitPushTest {
  @TempDir private Path folder;
  private GitBridge server;
  private Path bare;
  private Path clone;
  private TestRun run;
  private boolean proxied;

  @BeforeEach
  void startServer() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root/owner"));
    bare = root.resolve("repo.git");
    git(folder, "init", "-q", "--bare", "-b", "main", bare.toString());
    git(bare, "config", "http.receivepack", "true");
    Path seed = folder.resolve("seed");
    git(folder, "init", "-q", "-b", "main", seed.toString());
    commit(seed, "first");
    git(seed, "push", "-q", bare.toString(), "main", "main:agent/theirs");
    server = new GitBridge(Objects.requireNonNull(root.getParent()));
    clone = folder.resolve("clone");
  }

  @AfterEach
  void stop() {
    if (run != null) {
      run.close();
    }
    server.close();
  }

  private void grant(String rest) throws Exception {
    String place = "127.0.0.1:" + server.port();
    proxied = true;
    run = new TestRun(List.of("git:" + place + "/owner/repo" + rest));
  }

  private String url() {
    return "http://127.0.0.1:" + server.port() + "/owner/repo.git";
  }

  private Program git(Path where, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t.example"));
    command.addAll(List.of(words));
    String proxy = proxied ? run.token.url(run.port) : "";
    Program program =
        Program.run(
            where,
            Map.of(
                "http_proxy",
                proxy,
                "HOME",
                folder.toString(),
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "GIT_TERMINAL_PROMPT",
                "0"),
            command);
    if (run == null) {
      assertThat(program.status()).as(program.output()).isZero();
    }
    return program;
  }

  private void commit(Path where, String text) throws Exception {
    Files.writeString(where.resolve("file"), text);
    git(where, "add", "file");
    git(where, "commit", "-q", "-m", text);
  }

  private String tip(String branch) throws Exception {
    return Program.run(bare, Map.of(), List.of("git", "rev-parse", "-q", "--verify", branch))
        .output();
  }

  private void clone(String rest) throws Exception {
    grant(rest);
    Program cloned = git(folder, "clone", "-q", url(), clone.toString());
    assertThat(cloned.status()).as(cloned.output()).isZero();
    commit(clone, "second");
  }

  @Test
  void fetchingIsGrantedAndPushingIsNot() throws Exception {
    clone("");
    Program pushed = git(clone, "push", "-q", "origin", "HEAD:refs/heads/agent/new");
    assertThat(pushed.status()).isNotZero();
    assertThat(tip("agent/new")).isEmpty();
    assertThat(server.requests).noneMatch(request -> request.contains("git-receive-pack"));
    Program other = git(folder, "ls-remote", url().replace("/repo.git", "/other.git"));
    assertThat(other.output()).contains("403");
  }

  @Test
  void exactlyTheNamedBranchesCanBePushed() throws Exception {
    clone("+push:agent/*");
    Program pushed = git(clone, "push", "-q", "origin", "HEAD:refs/heads/agent/new");
    assertThat(pushed.status()).as(pushed.output()).isZero();
    assertThat(tip("agent/new")).isNotEmpty();
    String main = tip("main");
    for (String ref :
        List.of(
            "HEAD:refs/heads/main",
            "HEAD:refs/tags/v1",
            "HEAD:refs/heads/agent/deep/er",
            "HEAD:refs/heads/agentx",
            "HEAD:refs/notes/x")) {
      assertThat(git(clone, "push", "-q", "origin", ref).status()).as(ref).isNotZero();
    }
    // One that is granted does not carry another along.
    assertThat(
            git(clone, "push", "-q", "origin", "HEAD:refs/heads/agent/two", "HEAD:refs/heads/main")
                .status())
        .isNotZero();
    assertThat(tip("main")).isEqualTo(main);
    assertThat(tip("agent/two")).isEmpty();
    assertThat(tip("v1")).isEmpty();
    assertThat(run.lastJudged().verdict())
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.grant())
                    .contains("git:127.0.0.1:" + server.port() + "/owner/repo+push:main"));
  }

  @Test
  void aBranchThatExistsIsOnlyLedOn() throws Exception {
    clone("+push:agent/*");
    assertThat(git(clone, "push", "-q", "origin", "HEAD:refs/heads/agent/theirs").status())
        .isZero();
    String led = tip("agent/theirs");
    commit(clone, "third");
    assertThat(git(clone, "push", "-q", "origin", "HEAD:refs/heads/agent/theirs").status())
        .isZero();
    assertThat(tip("agent/theirs")).isNotEqualTo(led);
    String kept = tip("agent/theirs");
    git(clone, "reset", "-q", "--hard", "HEAD~2");
    commit(clone, "instead");
    Program forced = git(clone, "push", "-q", "--force", "origin", "HEAD:refs/heads/agent/theirs");
    assertThat(forced.status()).isNotZero();
    assertThat(git(clone, "push", "-q", "origin", ":refs/heads/agent/theirs").status()).isNotZero();
    assertThat(
            git(clone, "push", "-q", "--force", "origin", "HEAD~1:refs/heads/agent/theirs")
                .status())
        .isNotZero();
    assertThat(tip("agent/theirs")).isEqualTo(kept);
  }

  @Test
  void withoutTheProxyTheSamePushesWork() throws Exception {
    clone("");
    proxied = false;
    git(clone, "push", "-q", "--force", "origin", "HEAD:refs/heads/main");
    git(clone, "push", "-q", "origin", ":refs/heads/agent/theirs");
    assertThat(tip("agent/theirs")).isEmpty();
  }
}
