package dev.pinfold.cli;

import dev.pinfold.agent.SampleRepository;
import dev.pinfold.agent.demo.ScriptedModel;
import dev.pinfold.agent.loop.AgentTask;
import dev.pinfold.agent.loop.Budget;
import dev.pinfold.agent.loop.Mask;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold agent demo}: a whole run, without a model and without a network. */
final class AgentDemoCommand implements Command {
  private final Terminal terminal;

  AgentDemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold agent demo");
    spec.usageMessage()
        .description(
            "Shows a whole run, offline and without an account: a sample repository is made, and a"
                + " script in",
            "the place of a model tries what an agent must not do, then repairs a failing test.",
            "")
        .footer("", AgentResult.STATUSES, AgentResult.MORE_STATUSES, AgentResult.LAST_STATUSES);
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("DIR")
            .arity("0..1")
            .type(String.class)
            .description("Where to make the repository (default: a new temporary folder).")
            .build());
    AgentCarrier.addReportTo(spec);
    ExecOptions.addSandboxTo(spec);
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    User user =
        new User(
            Environment.home(environment).toString(),
            Environment.user(environment),
            Environment.cwd(),
            environment);
    Path folder = folder(parsed, user);
    SampleRepository.make(folder, user);
    terminal.say("sample repository " + folder, "");
    AgentTask task = task(parsed, environment, folder);
    var model = new AgentModel(ScriptedModel.ofDemo(user.home()), Optional.empty(), Mask.nothing());
    return new AgentCarrier(terminal, parsed).run(task, model);
  }

  /** The demo's task in a repository that is there. */
  static AgentTask task(ParseResult parsed, Map<String, String> environment, Path folder)
      throws UsageException {
    User user =
        new User(
            Environment.home(environment).toString(),
            Environment.user(environment),
            folder.toString(),
            environment);
    RunRequest request =
        RunRequest.of(folder.toString(), new CommandLine.Words(List.of("true")))
            .withUser(user)
            .withSandbox(ExecOptions.sandbox(parsed));
    List<String> again = new ArrayList<>(List.of("demo", folder.toString()));
    again.addAll(parsed.originalArgs());
    return new AgentTask(
        SampleRepository.TASK,
        request,
        false,
        false,
        List.of(SampleRepository.CHECK),
        Budget.DEFAULT,
        again);
  }

  private static Path folder(ParseResult parsed, User user) throws IOException, UsageException {
    String given = parsed.matchedPositionalValue(0, "");
    if (given.isEmpty()) {
      return Files.createTempDirectory("pinfold-demo-").toRealPath().resolve("sample");
    }
    Path folder = Path.of(user.folder()).resolve(given).normalize();
    Path parent = folder.resolveSibling(".").normalize();
    if (Files.exists(folder) || !Files.isDirectory(parent)) {
      throw new UsageException(
          folder + (Files.exists(folder) ? " is there already" : ": its parent is not there"),
          "Name a folder that is to be made.");
    }
    return parent.toRealPath().resolve(parent.relativize(folder));
  }
}
