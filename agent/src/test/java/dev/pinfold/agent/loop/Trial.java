package dev.pinfold.agent.loop;

import dev.pinfold.agent.Clones;
import dev.pinfold.agent.SampleRepository;
import dev.pinfold.agent.model.Answer;
import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.Model;
import dev.pinfold.agent.model.ModelException;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.process.Cancellation;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** A sample repository, a model that says what a test wants, and everything else as it is. */
final class Trial {
  final Path repository;
  final StateDirectory state;
  final Seen seen = new Seen();
  final List<Conversation> asked = new ArrayList<>();

  /** Whether the model was told that it may ask again after a try that cost so much. */
  final List<Boolean> tries = new ArrayList<>();

  final User user;

  private static Optional<Path> sample = Optional.empty();

  private final Deque<Step> script = new ArrayDeque<>();
  private Optional<Tariff> tariff = Optional.empty();
  private Mask mask = Mask.nothing();
  private Usage lost = Usage.NONE;
  private int id;
  private long contextTokens = 100_000;

  /** What the model does when it is asked. */
  @FunctionalInterface
  interface Step {
    Answer answer(Conversation asked, Cancellation cancellation)
        throws ModelException, InterruptedException;
  }

  Trial(Path dir) throws Exception {
    Path top = dir.toRealPath();
    Path home = Files.createDirectory(top.resolve("home"));
    repository = top.resolve("sample");
    user =
        new User(
            home.toString(),
            "tester",
            repository.toString(),
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
    copyOfSample();
    state = StateDirectory.of(Map.of(), home);
  }

  /** Made once: it takes three calls of git, each in a pen. */
  private void copyOfSample() throws Exception {
    synchronized (Trial.class) {
      if (sample.isEmpty()) {
        Path made = Files.createTempDirectory("pinfold-sample-").toRealPath();
        SampleRepository.make(made.resolve("sample"), user);
        for (Path file : files(made)) {
          file.toFile().deleteOnExit();
        }
        sample = Optional.of(made.resolve("sample"));
      }
    }
    for (Path file : files(sample.orElseThrow())) {
      Files.copy(file, repository.resolve(sample.orElseThrow().relativize(file)));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    }
  }

  Trial then(Step step) {
    script.add(step);
    return this;
  }

  Trial says(String text) {
    return then((_, _) -> answer(text));
  }

  /** One call; arguments as the model writes them. */
  Trial calls(String tool, String arguments) {
    ToolCall call = call(tool, arguments);
    return then((_, _) -> answer("", call));
  }

  Trial runs(String command) {
    return calls("run_command", "{\"command\":\"" + command + "\"}");
  }

  Trial done() {
    return calls("done", "{\"summary\":\"all is well\"}");
  }

  Trial repairs() {
    return calls(
        "edit_file", "{\"path\":\"sum.sh\",\"old_text\":\"total=1\",\"new_text\":\"total=0\"}");
  }

  Trial metered(Tariff known) {
    tariff = Optional.of(known);
    return this;
  }

  /** Each answer comes after a try that broke off. */
  Trial losing(Usage each) {
    lost = each;
    return this;
  }

  Trial masking(String secret) {
    mask = Mask.of(List.of(secret));
    return this;
  }

  Trial window(long tokens) {
    contextTokens = tokens;
    return this;
  }

  ToolCall call(String tool, String arguments) {
    return new ToolCall("call-" + ++id, tool, arguments);
  }

  static Answer answer(String text, ToolCall... calls) {
    return new Answer(
        text,
        List.of(calls),
        new Usage(100, 0, 0, 10),
        calls.length == 0 ? Answer.Stop.DONE : Answer.Stop.TOOLS);
  }

  AgentTask task() {
    RunRequest request =
        RunRequest.of(repository.toString(), new CommandLine.Words(List.of("true"))).withUser(user);
    return new AgentTask(
        "Repair it.", request, false, false, List.of(), Budget.DEFAULT, List.of("again"));
  }

  AgentTask checked() {
    AgentTask task = task();
    return new AgentTask(
        task.text(),
        task.request(),
        false,
        false,
        List.of("sh test.sh"),
        task.budget(),
        task.again());
  }

  /** A plan: for what the loop does, no clone is needed. */
  AgentTask within(Budget budget) {
    AgentTask task = task();
    return new AgentTask(task.text(), task.request(), false, true, List.of(), budget, task.again());
  }

  AgentTask working(Budget budget) {
    AgentTask task = task();
    return new AgentTask(
        task.text(), task.request(), false, false, List.of(), budget, task.again());
  }

  AgentTask plan() {
    AgentTask task = task();
    return new AgentTask(
        task.text(), task.request(), false, true, List.of(), task.budget(), task.again());
  }

  AgentReport run() throws Exception {
    return run(task());
  }

  AgentReport run(AgentTask task) throws Exception {
    try (Cancellation cancellation = new Cancellation()) {
      return run(task, cancellation);
    }
  }

  AgentReport run(AgentTask task, Cancellation cancellation) throws Exception {
    InstantSource clock = InstantSource.system();
    Runner runner = new Runner(state, clock, new Random());
    var worker = new AgentRun.Worker(new Scripted(), tariff, mask, seen);
    return new AgentRun(runner, state, clock, worker).run(task, cancellation);
  }

  AgentReport resume(RunId run) throws Exception {
    InstantSource clock = InstantSource.system();
    Runner runner = new Runner(state, clock, new Random());
    var worker = new AgentRun.Worker(new Scripted(), tariff, mask, seen);
    try (Cancellation cancellation = new Cancellation()) {
      return new AgentRun(runner, state, clock, worker).resume(run, checked(), cancellation);
    }
  }

  Clones clones() {
    return new Clones(user);
  }

  /** What the model was told of its last call. */
  String told() {
    return asked.getLast().messages().getLast() instanceof Message.Result result
        ? result.text()
        : "";
  }

  /** Of the answer to the call that was made in the turn before that one, from 0. */
  String told(int turn) {
    return asked.get(turn).messages().getLast() instanceof Message.Result result
        ? result.text()
        : "";
  }

  private final class Scripted implements Model {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public long contextTokens() {
      return contextTokens;
    }

    @Override
    public Answer next(Conversation conversation, Progress progress, Cancellation cancellation)
        throws ModelException, InterruptedException {
      asked.add(conversation);
      tries.add(progress.mayTryAgain(lost));
      Step step = script.size() > 1 ? script.removeFirst() : script.getFirst();
      Answer answer = step.answer(conversation, cancellation);
      progress.text(answer.text());
      return answer;
    }

    @Override
    public void close() {}
  }
}
