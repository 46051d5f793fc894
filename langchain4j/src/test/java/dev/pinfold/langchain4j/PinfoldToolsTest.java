package dev.pinfold.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.run.User;
import dev.pinfold.tools.Tool;
import dev.pinfold.tools.ToolSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools as LangChain4j calls them: what they do, and what they don't, on the disk. */
class PinfoldToolsTest {
  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path outside = Path.of("/");
  private Runner runner = runner(Path.of("/"));
  private ToolSet tools;

  private static Runner runner(Path home) {
    return new Runner(
        StateDirectory.of(Map.of(), home), InstantSource.system(), new SecureRandom());
  }

  private static ToolSet open(Runner runner, Path workspace, Path home) throws Exception {
    var user =
        new User(
            home.toString(),
            "tester",
            workspace.toString(),
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
    return ToolSet.open(
        runner, RunRequest.of(workspace.toString(), new CommandLine.Text("true")).withUser(user));
  }

  @BeforeEach
  void folders() throws Exception {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("work"));
    outside = Files.writeString(dir.resolve("outside"), "theirs");
    Path home = Files.createDirectory(dir.resolve("home"));
    runner = runner(home);
    tools = open(runner, workspace, home);
  }

  @AfterEach
  void close() {
    tools.close();
  }

  private ToolExecutor executor(String name) {
    return PinfoldTools.of(tools).entrySet().stream()
        .filter(tool -> tool.getKey().name().equals(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static ToolExecutionRequest request(String name, String arguments) {
    return ToolExecutionRequest.builder().id("1").name(name).arguments(arguments).build();
  }

  private String call(String name, String arguments) {
    return executor(name).execute(request(name, arguments), "memory");
  }

  @Test
  void everyToolIsSpecifiedWithAllItsParameters() {
    List<ToolSpecification> specifications = List.copyOf(PinfoldTools.of(tools).keySet());
    assertThat(specifications).hasSameSizeAs(ToolSet.tools());
    for (int i = 0; i < specifications.size(); i++) {
      Tool tool = ToolSet.tools().get(i);
      ToolSpecification specification = specifications.get(i);
      assertThat(specification.name()).isEqualTo(tool.name());
      assertThat(specification.description()).isEqualTo(tool.description());
      var properties = specification.parameters().properties();
      assertThat(properties).hasSize(tool.parameters().size());
      for (Tool.Parameter parameter : tool.parameters()) {
        JsonSchemaElement property = Objects.requireNonNull(properties.get(parameter.name()));
        assertThat(property)
            .isInstanceOf(
                switch (parameter.kind()) {
                  case TEXT -> JsonStringSchema.class;
                  case WHOLE_NUMBER -> JsonIntegerSchema.class;
                  case FLAG -> JsonBooleanSchema.class;
                });
        assertThat(property.description()).isEqualTo(parameter.description());
        assertThat(specification.parameters().required().contains(parameter.name()))
            .isEqualTo(parameter.required());
      }
    }
  }

  @Test
  void whatIsAllowedIsDone() throws Exception {
    assertThat(call("write_file", "{\"path\":\"a.txt\",\"content\":\"one\\n\"}"))
        .isEqualTo("wrote a.txt (4 bytes)");
    assertThat(workspace.resolve("a.txt")).hasContent("one\n");
    assertThat(call("list_dir", "")).isEqualTo("a.txt\n");
    assertThat(call("run_command", "{\"command\":\"cat a.txt; echo two >> a.txt\"}"))
        .startsWith("exit=0\nstdout:\none\n");
    assertThat(workspace.resolve("a.txt")).hasContent("one\ntwo\n");
  }

  @Test
  void whatIsRefusedIsAnsweredAndNotDone() throws Exception {
    String write = "{\"path\":\"../outside\",\"content\":\"mine\"}";
    assertThat(call("write_file", write)).contains("../outside");
    var result = executor("write_file").executeWithContext(request("write_file", write), null);
    assertThat(result.isError()).isTrue();
    // Whether it fails, or writes a file of a /tmp of its own, is the tier's business.
    assertThat(call("run_command", "{\"command\":\"echo mine > " + outside + "\"}"))
        .startsWith("exit=");
    assertThat(call("run_command", "{\"command\":\"rm -rf /\"}")).contains("blocked by policy");
    assertThat(outside).hasContent("theirs");
  }

  @Test
  void argumentsThatAreNoneAreAnswered() {
    for (String wrong : List.of("{\"path\":", "[]", "{\"path\":\"a\",\"path\":\"b\"}", "x")) {
      assertThat(call("read_file", wrong)).startsWith("INVALID_ARGUMENT");
    }
    assertThat(call("read_file", "{}")).contains("needs path");
  }

  interface Assistant {
    String chat(String message);
  }

  /** Asks for tools as it is told, and says at the end what the last one answered. */
  private static final class ScriptedChat implements ChatModel {
    private final Deque<AiMessage> script = new ArrayDeque<>();
    private final List<String> results = new ArrayList<>();

    ScriptedChat asks(String name, String arguments) {
      script.add(AiMessage.from(request(name, arguments)));
      return this;
    }

    @Override
    public ChatResponse doChat(ChatRequest asked) {
      if (asked.messages().getLast() instanceof ToolExecutionResultMessage result) {
        results.add(result.text());
      }
      AiMessage next = script.poll();
      return ChatResponse.builder()
          .aiMessage(next == null ? AiMessage.from("Done.") : next)
          .build();
    }
  }

  /** The example of README.md: what is between the marks is there too. */
  @Test
  void theExampleRuns() throws Exception {
    Path project = workspace;
    var request =
        RunRequest.of(project.toString(), new CommandLine.Text("true"))
            .withUser(
                new User(
                    dir.resolve("home").toString(),
                    "tester",
                    project.toString(),
                    Map.of("PATH", "/usr/bin:/bin")));
    ScriptedChat model =
        new ScriptedChat()
            .asks("write_file", "{\"path\":\"NOTES.md\",\"content\":\"hello\"}")
            .asks("read_file", "{\"path\":\"/etc/shadow\"}")
            .asks("run_command", "{\"command\":\"cat NOTES.md\"}");
    // README>
    try (ToolSet tools = ToolSet.open(runner, request)) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(model)
              .tools(PinfoldTools.of(tools))
              .build();
      System.out.println(assistant.chat("Write down what this project is."));
    }
    // <README
    assertThat(workspace.resolve("NOTES.md")).hasContent("hello");
    assertThat(model.results).hasSize(3);
    assertThat(model.results.get(0)).isEqualTo("wrote NOTES.md (5 bytes)");
    assertThat(model.results.get(1)).contains("/etc/shadow").doesNotContain("root:");
    assertThat(model.results.get(2)).startsWith("exit=0\nstdout:\nhello");
  }

  @Test
  void theExampleIsTheOneOfTheReadme() throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/dev/pinfold/langchain4j/PinfoldToolsTest.java"));
    String marks = "    // README>\n";
    int from = source.indexOf(marks) + marks.length();
    String example = source.substring(from, source.indexOf("\n    // <README")).stripIndent();
    assertThat(example).contains("PinfoldTools.of");
    assertThat(Files.readString(Path.of("../README.md"))).contains(example);
  }
}
