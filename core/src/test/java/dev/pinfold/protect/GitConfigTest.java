package dev.pinfold.protect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.protect.GitConfig.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings as the real git reads them. */
class GitConfigTest {
  private static final List<String> PIECES =
      List.of(
          "[core]",
          "[alias]",
          "[a \"B c\"]",
          "[a.B]",
          "[a \"q\\\"\\x\"]",
          "\n",
          "\r\n",
          "\r",
          " ",
          "\t",
          "k",
          "K-2",
          "=",
          "\"",
          "\\",
          "\\n",
          "\\t",
          "\\\"",
          "#",
          ";",
          "v w",
          "]",
          "[",
          "!x",
          "é",
          "fsmonitor",
          "\\\n");

  @TempDir Path dir;

  @Test
  void readsWhatGitReads() throws Exception {
    Random random = new Random(7);
    int readable = 0;
    for (int i = 0; i < 1500; i++) {
      StringBuilder text = new StringBuilder(i % 3 == 0 ? "[s]\n" : "");
      for (int pieces = random.nextInt(14); pieces >= 0; pieces--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      byte[] bytes = text.toString().getBytes(ISO_8859_1);
      Optional<List<Setting>> ours = GitConfig.parse(bytes);
      Optional<List<Setting>> gits = git(bytes);
      if (gits.isPresent()) {
        readable++;
        assertThat(ours.map(GitConfigTest::squeezed))
            .as("%s", text)
            .isEqualTo(gits.map(GitConfigTest::squeezed));
      }
    }
    assertThat(readable).as("texts that git can read").isGreaterThan(150);
  }

  /** White space inside a value is kept, or is one blank each, by git's version. */
  private static List<Setting> squeezed(List<Setting> settings) {
    return settings.stream()
        .map(s -> new Setting(s.name(), s.value().replaceAll("\\s+", " ").strip()))
        .toList();
  }

  private Optional<List<Setting>> git(byte[] bytes) throws IOException, InterruptedException {
    Path file = Files.write(dir.resolve("config"), bytes);
    Process git =
        new ProcessBuilder("git", "config", "--file", file.toString(), "--list", "-z")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(git.getInputStream().readAllBytes(), ISO_8859_1);
    if (git.waitFor() != 0) {
      return Optional.empty();
    }
    List<Setting> settings = new ArrayList<>();
    for (String entry : out.split("\0", -1)) {
      if (!entry.isEmpty()) {
        int end = entry.indexOf('\n');
        settings.add(
            new Setting(
                end < 0 ? entry : entry.substring(0, end),
                end < 0 ? "" : entry.substring(end + 1)));
      }
    }
    return Optional.of(settings);
  }

  private static final String FORMER =
      "[core]\n\trepositoryformatversion = 0\n\teditor = vim\n[alias]\n\tst = !x; y\n";

  private static List<String> refused(String former, String now) {
    return GitConfigJudge.refused(
        former.getBytes(ISO_8859_1), now.getBytes(ISO_8859_1), "/ws", ".git");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[user]\n\tname = A B\n\temail = a@b.example\n",
        "[remote \"o\"]\n\turl = https://host.example/x.git\n\tfetch = +a:b\n",
        "[remote \"o\"]\n\turl = git@host.example:x/y.git\n",
        "[remote \"o\"]\n\turl = /ws/lib\n",
        "[remote \"o\"]\n\turl = ./lib\n",
        "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n",
        "[branch \"l\"]\n\tremote = .\n",
        "[submodule \"s\"]\n\turl = /ws/sub\n\tactive = true\n\tupdate = rebase\n",
        "[extensions]\n\tworktreeConfig = true\n",
        "[core]\n\tworktree = ../sub\n\tsparseCheckout = true\n",
        "[color \"diff\"]\n\tmeta = yellow\n",
        "[gc]\n\tauto = 0\n"
      })
  void ordinaryKeysMayBeSet(String added) {
    assertThat(refused(FORMER, FORMER + added)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[core]\n\tfsmonitor = /ws/p\n",
        "[core]\n\thooksPath = h\n",
        "[core]\n\tsshCommand = x\n",
        "[CORE]FSMONITOR=x\n",
        "[core] # c\n\tpager = x\n",
        "[alias]\n\tst = !z\n",
        "[alias \"x\"]\n\tcommand = !z\n",
        "[include]\n\tpath = x\n",
        "[includeIf \"gitdir:/\"]\n\tpath = x\n",
        "[filter \"x\"]\n\tclean = x\n",
        "[diff \"x\"]\n\ttextconv = x\n",
        "[diff]\n\texternal = x\n",
        "[merge \"x\"]\n\tdriver = x\n",
        "[credential]\n\thelper = x\n",
        "[gpg]\n\tprogram = x\n",
        "[remote \"o\"]\n\turl = ext::sh -c x\n",
        "[remote \"o\"]\n\turl = -oProxyCommand=x\n",
        "[remote \"o\"]\n\turl = /elsewhere/repo\n",
        "[remote \"o\"]\n\turl = ../../x\n",
        "[remote \"o\"]\n\turl = file:///elsewhere\n",
        "[remote \"o\"]\n\tuploadpack = x\n",
        "[remote \"o\"]\n\tvcs = x\n",
        "[branch \"m\"]\n\tremote = ../x\n",
        "[branch \"m\"]\n\tremote = ext::x\n",
        "[submodule \"s\"]\n\tupdate = !x\n",
        "[url \"ext::x\"]\n\tinsteadOf = https:\n",
        "[core]\n\tworktree = ../../outside\n",
        "[core]\n\tworktree = /\n",
        "[gc]\n\trecentObjectsHook = x\n",
        "[user]\n\tname = \"a\\nb\"\n",
        "[broken\n",
        "[user]\n\tname = a\u0000b\n"
      })
  void keysThatNameProgramsMayNot(String added) {
    assertThat(refused(FORMER, FORMER + added)).isNotEmpty();
  }

  @Test
  void whatNamesAProgramStaysAsItWas() {
    assertThat(refused(FORMER, FORMER.replace("vim", "/ws/evil"))).containsExactly("core.editor");
    assertThat(refused(FORMER, FORMER.replace("\teditor = vim\n", "")))
        .containsExactly("core.editor");
    assertThat(refused(FORMER, FORMER.replace("\trepositoryformatversion = 0\n", ""))).isEmpty();
    // The rest of a comment in the value is not the alias's any more: another text, the same lines.
    assertThat(refused("[alias]\n\ta = b \\\n!c\n", "[alias]\n\ta = b\n!c\n")).isNotEmpty();
  }

  @Test
  void manySettingsTakeLittleTime() {
    StringBuilder text = new StringBuilder("[user]\n");
    for (int i = 0; i < 40_000; i++) {
      text.append("name=").append(i).append('\n');
    }
    assertThat(refused(text.toString(), text + "[core]\nfsmonitor=x\n"))
        .containsExactly("core.fsmonitor");
  }
}
