package dev.pinfold.cli;

import dev.pinfold.agent.loop.AgentTask;
import dev.pinfold.agent.loop.Budget;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.User;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold agent run}: a model works on a repository. */
final class AgentRunCommand implements Command {
  /** Options of exec that say something of one command, its streams, or a person who watches. */
  private static final List<String> NOT_HERE =
      List.of("-c", "--stdin", "--yes", "--attended", "--report", "--workspace", "--timeout");

  /** Longer than anybody writes by hand; it goes to the model with every turn. */
  private static final long MOST_TASK_BYTES = 256 << 10;

  /** A slip of the keyboard should not cost more than a car. */
  private static final BigDecimal MOST_DOLLARS = new BigDecimal(10_000);

  private final Terminal terminal;

  AgentRunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold agent run");
    spec.usageMessage()
        .description(
            "Lets a model work on a repository, within a budget: on a private clone, with file"
                + " tools, and with",
            "commands in pens. What it made waits to be claimed; your repository stays as it is.",
            "")
        .footer(
            "",
            "Examples:",
            "  pinfold agent run --model anthropic:claude-sonnet-4-5 --key file:~/.keys/model"
                + " 'Repair the failing test'",
            "  pinfold agent run --model chat:qwen3 --base-url http://127.0.0.1:11434/v1 --check"
                + " 'make test' --task-file todo.md",
            "",
            AgentResult.STATUSES,
            AgentResult.MORE_STATUSES,
            AgentResult.LAST_STATUSES);
    addTaskTo(spec);
    AgentModel.addTo(spec);
    ExecOptions.addTo(spec);
    for (String name : NOT_HERE) {
      if (spec.findOption(name) != null) {
        spec.remove(spec.findOption(name));
      }
    }
    return spec;
  }

  private static void addTaskTo(CommandSpec spec) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("TASK")
            .arity("0..1")
            .type(String.class)
            .description("What is to be done, in words.")
            .build());
    spec.addOption(NamedOption.one("--task-file", "FILE", "The task is in this file."));
    spec.addOption(
        NamedOption.one(
            "--repo", "DIR", "The repository's working tree (default: the current folder)."));
    spec.addOption(
        NamedOption.flag("--plan", "Let it only look, in a read-only pen, and end with a plan."));
    spec.addOption(
        NamedOption.many(
            "--check",
            "CMD",
            "Shell text that has to succeed, in the pen, before the work counts as done."));
    spec.addOption(
        NamedOption.one("--budget-usd", "DOLLARS", "Never spend more on the model (2); hard."));
    spec.addOption(
        NamedOption.one("--max-turns", "NUMBER", "Never ask the model more often (50)."));
    spec.addOption(NamedOption.one("--max-time", "TIME", "End it after this time (1h)."));
    spec.addOption(
        NamedOption.one("--command-timeout", "TIME", "End each command after this time (10m)."));
    spec.addOption(
        NamedOption.flag("--force-dirty", "Take uncommitted work along, as a commit of its own."));
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    String folder = Environment.cwd();
    AgentTask task = task(parsed, environment, folder, text(parsed, folder));
    return new AgentCarrier(terminal, parsed)
        .run(task, AgentModel.of(parsed, terminal, environment));
  }

  /**
   * What the words mean.
   *
   * @param folder in which they were written
   */
  static AgentTask task(
      ParseResult parsed, Map<String, String> environment, String folder, String text)
      throws IOException, UsageException {
    String repository =
        Path.of(folder).resolve(parsed.matchedOptionValue("--repo", ".")).normalize().toString();
    User user =
        new User(
            Environment.home(environment).toString(),
            Environment.user(environment),
            Path.of(folder).startsWith(repository) ? folder : repository,
            environment);
    RunRequest request =
        ExecOptions.request(
                parsed,
                new CommandLine.Words(List.of("true")),
                environment,
                Secrets.inFiles(),
                folder)
            .withWorkspace(repository)
            .withUser(user);
    request =
        request.withTiming(
            request
                .timing()
                .withLimit(
                    Amounts.time(
                        "--command-timeout",
                        parsed.matchedOptionValue("--command-timeout", "10m"))));
    List<String> again = new ArrayList<>(List.of("run", folder));
    again.addAll(parsed.originalArgs());
    return new AgentTask(
        text,
        request,
        parsed.hasMatchedOption("--force-dirty"),
        parsed.hasMatchedOption("--plan"),
        parsed.matchedOptionValue("--check", List.of()),
        budget(parsed),
        again);
  }

  private static Budget budget(ParseResult parsed) throws UsageException {
    long turns = Amounts.count("--max-turns", parsed.matchedOptionValue("--max-turns", "50"));
    if (turns > Integer.MAX_VALUE) {
      throw new UsageException("--max-turns: too many: " + turns, "50 is the default.");
    }
    return new Budget(
        dollars(parsed.matchedOptionValue("--budget-usd", "2")),
        (int) turns,
        Amounts.time("--max-time", parsed.matchedOptionValue("--max-time", "1h")));
  }

  private static long dollars(String text) throws UsageException {
    if (text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
      BigDecimal dollars = new BigDecimal(text);
      if (dollars.compareTo(MOST_DOLLARS) <= 0) {
        return dollars.movePointRight(6).longValueExact();
      }
    }
    throw new UsageException(
        "--budget-usd: no amount: " + text, "Write dollars, up to 10000: 2 or 0.50.");
  }

  private static String text(ParseResult parsed, String folder) throws IOException, UsageException {
    boolean isInFile = parsed.hasMatchedOption("--task-file");
    if (isInFile == parsed.hasMatchedPositional(0)) {
      throw new UsageException(
          isInFile ? "a task and --task-file" : "no task",
          "pinfold agent run 'What is to be done', or: --task-file FILE");
    }
    String text =
        isInFile
            ? read(folder, parsed.matchedOptionValue("--task-file", ""))
            : parsed.matchedPositionalValue(0, "");
    if (text.isBlank() || text.length() > MOST_TASK_BYTES) {
      throw new UsageException(
          text.isBlank() ? "the task is empty" : "the task is longer than 256 KiB",
          "Say in some sentences what is to be done; the model can read the repository.");
    }
    return text;
  }

  private static String read(String folder, String name) throws IOException, UsageException {
    try {
      Path file = Path.of(folder).resolve(name);
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_TASK_BYTES) {
        throw new UsageException(
            "--task-file " + name + ": no file of up to 256 KiB", "Name a text file.");
      }
      return Files.readString(file);
    } catch (InvalidPathException | CharacterCodingException e) {
      throw new UsageException(
          "--task-file " + name + ": can't be read: " + e.getMessage(), "Name a file in UTF-8.");
    }
  }
}
