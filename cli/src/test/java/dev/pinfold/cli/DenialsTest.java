package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What a person and a program see of denials: before a run, while it goes on and after it. */
class DenialsTest {
  @TempDir Path home;
  private Path workspace = Path.of("/");

  @BeforeEach
  void folders() throws IOException {
    home = home.toRealPath();
    workspace = Files.createDirectory(home.resolve("ws"));
  }

  private Pinfold inWorkspace() {
    return new Pinfold(home).in(workspace);
  }

  private Finished python(String script, String... options) throws Exception {
    Files.writeString(workspace.resolve("go.py"), script);
    String[] words = new String[options.length + 5];
    words[0] = "exec";
    System.arraycopy(options, 0, words, 1, options.length);
    System.arraycopy(
        new String[] {"--", "/usr/bin/python3", "-B", "go.py"}, 0, words, options.length + 1, 4);
    return inWorkspace().run(words);
  }

  /** A terminal would obey them, and a log be forged by them. */
  @Test
  void namesThatDeceiveAreShownEscapedEverywhere() throws Exception {
    Path evil = Files.createDirectory(home.resolve("evil\n\u001b[2J\u202etxt.exe"));
    Finished run =
        python(
            "import os\ntry: os.chmod('"
                + "/usr"
                + "', 0o755)\nexcept OSError: pass\n"
                + "try: os.listdir(os.path.join('"
                + home
                + "', 'evil\\n\\x1b[2J\\u202etxt.exe'))\n"
                + "except OSError as e: print(e.errno)\n",
            "--trace-denials",
            "--report",
            home.resolve("report.json").toString());
    assertThat(run.out()).isIn("2\n", "13\n");
    assertThat(run.err())
        .contains("/evil\\n\\x1b[2J\\u{202e}txt.exe")
        .doesNotContain("\u001b")
        .doesNotContain("\u202e");
    String json = Files.readString(home.resolve("report.json"));
    assertThat(json).contains("/evil\\n\\u001B[2J\\u202Etxt.exe\"").hasLineCount(1);
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      while (parser.nextToken() != null) {
        // Reading it to its end is what shows that it is JSON.
      }
    }
    Finished log = inWorkspace().run("log", "last");
    assertThat(log.out()).contains("evil\\n\\x1b[2J\\u{202e}txt.exe").doesNotContain("\u001b");
    assertThat(inWorkspace().run("explain", "path", evil.toString(), "--run", "last").out())
        .contains("refused in run ", "(by python3[")
        .doesNotContain("\u001b");
  }

  @Test
  void theTerminalIsNotFlooded() throws Exception {
    Finished run =
        python(
            """
            import os
            for name in sorted(os.listdir('/usr/bin')) * 3:
              try: os.chmod('/usr/bin/' + name, 0o755)
              except OSError: pass
            print('on')
            """);
    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo("on\n");
    assertThat(run.err().lines().count()).isLessThan(80);
    assertThat(run.err())
        .containsPattern("refused: \\d+ more of other kinds")
        .containsPattern("refused: \\d+ more, counted and not listed: chmod \\d+ times");
  }

  /** A run must not go on unrecorded. */
  @Test
  void aFullDiskUnderTheJournalEndsTheRunAndSaysSo() throws Exception {
    Files.createDirectories(home.resolve(".local/state"));
    Files.writeString(
        workspace.resolve("go.py"),
        """
        import os, time
        for name in os.listdir('/usr/bin'):
          try: os.chmod('/usr/bin/' + name, 0o755)
          except OSError: pass
        time.sleep(3000)
        """);
    Finished run =
        inWorkspace()
            .script(
                "root=; [ $(id -u) = 0 ] || root=--map-root-user; exec unshare $root --mount sh -c"
                    + " 'mount -t tmpfs -o size=64k none \"$HOME/.local/state\" && exec \"$@\"' sh"
                    + " \"$@\"",
                "exec",
                "--",
                "/usr/bin/python3",
                "-B",
                "go.py");
    assertThat(run.status()).isEqualTo(125);
    assertThat(run.err()).contains("run.denied", "No space left on device");
  }

  @Test
  void aPathIsExplainedWithWhatDecides() throws Exception {
    Files.createDirectories(home.resolve(".ssh"));
    Path data = Files.createDirectory(home.resolve("data"));
    Finished refused =
        inWorkspace().run("explain", "path", data.toString(), "--sandbox", "landlock");
    assertThat(refused.status()).isZero();
    assertThat(refused.out())
        .contains(
            "read: no, by the pen: no rule opens it. --read " + data + " would allow it.",
            "its name, size, owner and modes can be seen all the same");
    assertThat(
            inWorkspace().run("explain", "path", data.toString(), "--read", data.toString()).out())
        .as("also where /tmp is the run's own")
        .contains("read: yes, by the rule for " + data, "write: no, by the pen");
    assertThat(inWorkspace().run("explain", "path", data.toString(), "--sandbox", "full").out())
        .contains("for the run it does not exist");
    assertThat(inWorkspace().run("explain", "path", home + "/.ssh").out())
        .contains("No grant for exactly this would be made.")
        .doesNotContain("would allow it");
    assertThat(inWorkspace().run("explain", "path", "go.py", "--json").out())
        .contains("\"access\":\"write\",\"verdict\":\"allowed\"");
    assertThat(inWorkspace().run("explain", "path", "go.py", "--profile", "locked").out())
        .contains("read: yes", "write: no, by the pen");
    assertThat(inWorkspace().run("explain", "path", "").status()).isEqualTo(2);
    assertThat(inWorkspace().run("explain", "path", "x", "--run", "none").status()).isEqualTo(2);
  }

  @Test
  void aHostIsExplained() throws Exception {
    Finished refused = inWorkspace().run("explain", "host", "EXAMPLE.com:443");
    assertThat(refused.status()).isEqualTo(20);
    assertThat(refused.out()).startsWith("example.com: no, by net.tcp: a run has no network");
    Finished allowed =
        inWorkspace().run("explain", "host", "--allow-host", "*.example.com", "a.example.com");
    assertThat(allowed.status()).isZero();
    assertThat(allowed.out()).startsWith("a.example.com:443: yes, by *.example.com: ");
    Finished other =
        inWorkspace().run("explain", "host", "--allow-host", "*.example.com", "example.net:22");
    assertThat(other.status()).isEqualTo(20);
    assertThat(other.out())
        .startsWith("example.net: no, by ")
        .contains("--allow-host example.net:22 would allow it");
    assertThat(inWorkspace().run("explain", "host", "::1").status()).isEqualTo(20);
    assertThat(inWorkspace().run("explain", "host", "a b").status()).isEqualTo(2);
    assertThat(inWorkspace().run("explain", "host", "x:0").status()).isEqualTo(2);
  }
}
