package dev.pinfold.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.run.User;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools as whoever drives a model calls them: all that goes wrong is an answer. */
class ToolSetTest {
  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private ToolSet tools;

  private static ToolSet open(Path workspace, Path home) throws Exception {
    var user =
        new User(
            home.toString(),
            "tester",
            workspace.toString(),
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
    var runner =
        new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new Random(1));
    var any = new CommandLine.Words(List.of("true"));
    return ToolSet.open(runner, RunRequest.of(workspace.toString(), any).withUser(user));
  }

  @BeforeEach
  void folders() throws Exception {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("work"));
    tools = open(workspace, Files.createDirectory(dir.resolve("home")));
  }

  @AfterEach
  void close() {
    tools.close();
  }

  private ToolReply call(String name, Map<String, Object> arguments) throws Exception {
    try (var never = new Cancellation()) {
      return tools.call(name, arguments, Live.NOWHERE, never);
    }
  }

  @Test
  void everyToolDoesWhatItSays() throws Exception {
    assertThat(call("write_file", Map.of("path", "a", "content", "one\ntwo\n", "mode", "create")))
        .isEqualTo(new ToolReply("wrote a (8 bytes)", false));
    assertThat(call("edit_file", Map.of("path", "a", "old_text", "two", "new_text", "2")).failed())
        .isFalse();
    assertThat(call("read_file", Map.of("path", "a", "first_line", 2)).text()).contains("2\n");
    assertThat(call("list_dir", Map.of()).text()).isEqualTo("a\n");
    assertThat(call("search_files", Map.of("pattern", "o.e", "context", 0)).text())
        .isEqualTo("a:1: one\n");
    assertThat(call("file_info", Map.of("path", "a")).text()).startsWith("a: file, 6 bytes");
    assertThat(call("move_file", Map.of("path", "a", "new_path", "b")).failed()).isFalse();
    assertThat(call("run_command", Map.of("command", "cat b; echo oh >&2; exit 4")))
        .satisfies(
            reply -> {
              assertThat(reply.text()).isEqualTo("exit=4\nstdout:\none\n2\nstderr:\noh\n");
              assertThat(reply.failed()).isFalse();
              assertThat(reply.run()).isPresent();
              assertThat(reply.refusal()).isEmpty();
            });
    assertThat(call("delete_file", Map.of("path", "b")).failed()).isFalse();
    assertThat(workspace).isEmptyDirectory();
  }

  @Test
  void wrongCallsAreAnswered() throws Exception {
    assertThat(call("no_such", Map.of()).text()).contains("no tool 'no_such'", "read_file");
    assertThat(call("read_file", Map.of()).text()).contains("needs path");
    assertThat(call("read_file", Map.of("path", 5)).text()).contains("a text");
    assertThat(call("read_file", Map.of("path", "a", "first_line", 1.5)).text())
        .contains("a whole number");
    assertThat(call("read_file", Map.of("path", "a", "lines", 1)).text())
        .contains("no parameter 'lines'", "line_count");
    assertThat(call("write_file", Map.of("path", "a", "content", "", "mode", "x")).text())
        .contains("no mode 'x'");
    assertThat(call("run_command", Map.of("command", "true", "timeout_seconds", 0)).failed())
        .isTrue();
    assertThat(call("run_command", Map.of("command", "rm -rf /")).text())
        .startsWith("exit=126\nblocked by policy");
    assertThat(workspace).isEmptyDirectory();
  }

  /** Head and tail are kept, and what is left out is counted. */
  @Test
  void aFloodOfOutputIsCutAndATimeoutIsSaid() throws Exception {
    String text = call("run_command", Map.of("command", "seq 100000")).text();
    assertThat(text).contains("1\n2\n3\n", "more bytes] ...", "99999\n100000\n");
    assertThat(text.length()).isLessThan(12_000);
    assertThat(
            call("run_command", Map.of("command", "echo begun; sleep 1000", "timeout_seconds", 1))
                .text())
        .startsWith("exit=124 [TIMED OUT after 1 s]\nstdout:\nbegun\n");
  }
}
