package dev.pinfold.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server as a process of its own, at the end of real pipes. */
class McpTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path home = Path.of("/");

  @BeforeEach
  void folders() throws IOException {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("work"));
    home = Files.createDirectory(dir.resolve("home"));
    Files.writeString(dir.resolve("secret"), "decoy-secret");
    Files.writeString(workspace.resolve("a.txt"), "one\ntwo\n");
  }

  private List<String> words(String... options) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx256m"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of("dev.pinfold.cli.Main", "mcp", "--workspace", workspace.toString()));
    words.addAll(List.of(options));
    return words;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Map<String, String> environment() {
    return Map.of(
        "HOME", home.toString(), "PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString());
  }

  private McpSyncClient client(BlockingQueue<ProgressNotification> progress, String... options) {
    ServerParameters server =
        ServerParameters.builder(java()).args(words(options)).env(environment()).build();
    McpSyncClient client =
        McpClient.sync(new StdioClientTransport(server, new JacksonMcpJsonMapper(JSON)))
            .requestTimeout(Duration.ofMinutes(5))
            .initializationTimeout(Duration.ofMinutes(5))
            .progressConsumer(progress::add)
            .build();
    client.initialize();
    return client;
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  private static CallToolResult call(
      McpSyncClient client, String name, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(name).arguments(arguments).build());
  }

  @Test
  void anAgentReadsWritesAndRuns() throws Exception {
    BlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
    try (McpSyncClient client = client(progress)) {
      List<Tool> tools = client.listTools().tools();
      assertThat(tools).extracting(Tool::name).contains("read_file", "run_command");
      for (Tool tool : tools) {
        boolean reads =
            List.of("read_file", "list_dir", "search_files", "file_info").contains(tool.name());
        assertThat(tool.annotations().readOnlyHint()).as(tool.name()).isEqualTo(reads);
        assertThat(tool.annotations().destructiveHint()).as(tool.name()).isEqualTo(!reads);
      }
      assertThat(text(call(client, "read_file", Map.of("path", "a.txt")))).isEqualTo("one\ntwo\n");
      assertThat(text(call(client, "write_file", Map.of("path", "new/b.txt", "content", "b\n"))))
          .isEqualTo("wrote new/b.txt (2 bytes)");
      assertThat(workspace.resolve("new/b.txt")).hasContent("b\n");
      CallToolResult out = call(client, "read_file", Map.of("path", "../secret"));
      assertThat(out.isError()).isTrue();
      assertThat(text(out)).startsWith("PATH_ESCAPE_ATTEMPT").doesNotContain("decoy-secret");
      assertThat(text(call(client, "write_file", Map.of("path", ".envrc", "content", "x"))))
          .startsWith("PROTECTED");
      assertThat(workspace.resolve(".envrc")).doesNotExist();

      CallToolResult ran =
          client.callTool(
              CallToolRequest.builder("run_command")
                  .arguments(
                      Map.of("command", "cat a.txt; cat " + dir + "/secret; echo made > c.txt"))
                  .progressToken("p1")
                  .build());
      assertThat(text(ran)).startsWith("exit=0\nstdout:\none\ntwo\n").doesNotContain("decoy");
      assertThat(workspace.resolve("c.txt")).hasContent("made");
      ProgressNotification first = progress.take();
      assertThat(first.progressToken()).isEqualTo("p1");
      assertThat(first.progress()).isPositive();

      CallToolResult refused = call(client, "run_command", Map.of("command", "rm -rf /"));
      assertThat(refused.isError()).isTrue();
      assertThat(text(refused)).startsWith("exit=126\nblocked by policy");
      assertThat(text(call(client, "run_command", Map.of("command", "exit 3"))))
          .startsWith("exit=3\n");
    }
  }

  @Test
  void aProfileThatOnlyReadsWritesNothing() throws Exception {
    try (McpSyncClient client = client(new LinkedBlockingQueue<>(), "--profile", "read-only")) {
      assertThat(text(call(client, "write_file", Map.of("path", "b", "content", "x"))))
          .startsWith("READ_ONLY_PROFILE");
      assertThat(text(call(client, "run_command", Map.of("command", "touch b"))))
          .startsWith("exit=126");
      assertThat(text(call(client, "run_command", Map.of("command", "cat a.txt"))))
          .startsWith("exit=0\nstdout:\none\n");
    }
    assertThat(workspace.resolve("b")).doesNotExist();
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(words());
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().putAll(environment());
    return builder.start();
  }

  private static void send(Writer out, String message) throws IOException {
    out.write(message + "\n");
    out.flush();
  }

  private static void begin(Process server) throws IOException {
    Writer out = server.outputWriter();
    send(
        out,
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\
        """);
    assertThat(answer(server.inputReader(), "0").path("result").path("serverInfo").path("name"))
        .hasToString("\"pinfold\"");
    send(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /** The answer to a request; what comes before it is passed over. */
  private static JsonNode answer(BufferedReader in, String id) throws IOException {
    while (true) {
      String line = in.readLine();
      assertThat(line).as("the server has ended").isNotNull();
      JsonNode node = JSON.readTree(line);
      if (node.path("id").toString().equals(id)) {
        return node;
      }
    }
  }

  private static String run(String id, String command) {
    return JSON.writeValueAsString(
        Map.of(
            "jsonrpc",
            "2.0",
            "id",
            id,
            "method",
            "tools/call",
            "params",
            Map.of(
                "name", "run_command",
                "arguments", Map.of("command", command),
                "_meta", Map.of("progressToken", "t-" + id))));
  }

  /** The command says that it runs by its first line, which comes as progress. */
  private static void awaitProgress(BufferedReader in, String token) throws IOException {
    JsonNode node;
    do {
      String line = in.readLine();
      assertThat(line).as("the server has ended").isNotNull();
      node = JSON.readTree(line);
    } while (!node.path("params").path("progressToken").asString("").equals(token));
    assertThat(node.path("params").path("message").asString("")).isEqualTo("running");
  }

  @Test
  void aCancelledCommandEndsAndOthersGoOn() throws Exception {
    Process server = start();
    try (Writer out = server.outputWriter();
        BufferedReader in = server.inputReader()) {
      begin(server);
      send(out, run("one", "echo running; sleep 1000; touch survived"));
      awaitProgress(in, "t-one");
      send(
          out,
          """
          {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"one","reason":"x"}}\
          """);
      assertThat(answer(in, "\"one\"").toString()).contains("[CANCELLED]");
      send(out, run("two", "echo second"));
      assertThat(answer(in, "\"two\"").toString()).contains("second");
      assertThat(workspace.resolve("survived")).doesNotExist();
    } finally {
      server.destroyForcibly();
    }
  }

  /** The end of standard input ends what runs, and then the server. */
  @Test
  void theEndOfTheClientIsTheEndOfItsCommands() throws Exception {
    Process server = start();
    try (BufferedReader in = server.inputReader()) {
      begin(server);
      send(server.outputWriter(), run("one", "echo running; sleep 1000; touch survived"));
      awaitProgress(in, "t-one");
      server.outputWriter().close();
      assertThat(server.waitFor()).isZero();
      assertThat(workspace.resolve("survived")).doesNotExist();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void whatIsNoMessageIsAnsweredOrPassedOverAndTheServerLives() throws Exception {
    Process server = start();
    try (Writer out = server.outputWriter();
        BufferedReader in = server.inputReader()) {
      begin(server);
      send(out, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"no/such\"}");
      assertThat(answer(in, "7").path("error").isMissingNode()).isFalse();
      send(
          out,
          """
          {"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"read_file","arguments":{"path":5}}}\
          """);
      assertThat(answer(in, "8").toString()).containsIgnoringCase("path");
      send(out, run("nine", "echo still-here"));
      assertThat(answer(in, "\"nine\"").toString()).contains("still-here");
    } finally {
      server.destroyForcibly();
    }
  }
}
