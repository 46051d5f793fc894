package dev.pinfold.bench;

import dev.pinfold.agent.loop.AgentReport;
import dev.pinfold.agent.loop.AgentRun;
import dev.pinfold.agent.loop.AgentTask;
import dev.pinfold.agent.loop.Budget;
import dev.pinfold.agent.loop.Mask;
import dev.pinfold.agent.loop.RunState;
import dev.pinfold.agent.loop.Watcher;
import dev.pinfold.agent.model.Answer;
import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Model;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.Profile;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.run.User;
import dev.pinfold.tools.ToolReply;
import dev.pinfold.tools.ToolSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the loop adds to a call of a tool, and whether a long run grows: a model that reads one file
 * a thousand times, beside the same tool called directly.
 */
public final class LoopRounds {
  private static final int TURNS = 1000;
  private static final int EVERY = 200;

  private LoopRounds() {}

  /** Prints its figures; the argument is a folder that it may fill. */
  public static void main(String[] args) throws Exception {
    Path home = Files.createDirectories(Path.of(args[0])).toRealPath();
    Path workspace = Files.createDirectories(home.resolve("work"));
    Files.writeString(workspace.resolve("file"), "some words of a line\n".repeat(100));
    var user = new User(home.toString(), "bench", workspace.toString(), System.getenv());
    var runner =
        new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new SecureRandom());
    RunRequest request =
        RunRequest.of(workspace.toString(), new CommandLine.Words(List.of("true")))
            .withUser(user)
            .withProfile(Profile.READ_ONLY);
    long[] bare = bare(runner, request);
    var model = new Reader();
    var worker = new AgentRun.Worker(model, Optional.empty(), Mask.nothing(), new Silent());
    var task =
        new AgentTask(
            "Read.",
            request,
            false,
            true,
            List.of(),
            new Budget(1, TURNS, Duration.ofHours(1)),
            List.of());
    try (Cancellation never = new Cancellation()) {
      new AgentRun(runner, StateDirectory.of(Map.of(), home), InstantSource.system(), worker)
          .run(task, never);
    }
    System.out.println("tool alone, median of " + TURNS + ": " + micros(bare));
    System.out.println("turn of the loop with one call, median: " + micros(model.odd));
    System.out.println("turn of the loop with three calls, median: " + micros(model.even));
    System.out.println("heap in use after a collection, KiB, every 200 turns: " + model.heap());
  }

  private static long[] bare(Runner runner, RunRequest request) throws Exception {
    long[] took = new long[TURNS];
    try (ToolSet tools = ToolSet.open(runner, request);
        Cancellation never = new Cancellation()) {
      for (int i = 0; i < TURNS; i++) {
        long start = System.nanoTime();
        tools.call("read_file", Map.of("path", "file"), Live.NOWHERE, never);
        took[i] = System.nanoTime() - start;
      }
    }
    return took;
  }

  private static String micros(long[] nanos) {
    long[] sorted = Arrays.stream(nanos).filter(one -> one > 0).sorted().toArray();
    return sorted[sorted.length / 2] / 1000 + " us";
  }

  /** Reads the same file, and measures from one question to the next. */
  private static final class Reader implements Model {
    final long[] odd = new long[TURNS];
    final long[] even = new long[TURNS];
    private final StringBuilder heap = new StringBuilder();
    private int turn;
    private long last;

    @Override
    public String name() {
      return "reader";
    }

    @Override
    public long contextTokens() {
      return 32_000;
    }

    @Override
    public Answer next(Conversation asked, Progress progress, Cancellation cancellation) {
      if (turn > 0) {
        (turn % 2 == 0 ? even : odd)[turn - 1] = System.nanoTime() - last;
      }
      if (++turn % EVERY == 0) {
        System.gc();
        Runtime vm = Runtime.getRuntime();
        heap.append(' ').append((vm.totalMemory() - vm.freeMemory()) / 1024);
      }
      last = System.nanoTime();
      List<ToolCall> calls =
          turn % 2 == 0 ? List.of(call("a"), call("b"), call("c")) : List.of(call("a"));
      return new Answer("", calls, Usage.NONE, Answer.Stop.TOOLS);
    }

    private ToolCall call(String name) {
      return new ToolCall("call-" + turn + name, "read_file", "{\"path\":\"file\"}");
    }

    String heap() {
      return heap.toString().strip();
    }

    @Override
    public void close() {}
  }

  private static final class Silent implements Watcher {
    @Override
    public void state(RunState state, String reason) {}

    @Override
    public void note(String text) {}

    @Override
    public void said(String piece) {}

    @Override
    public void called(ToolCall call) {}

    @Override
    public void answered(ToolCall call, ToolReply reply) {}

    @Override
    public void refused(AgentReport.Refused refused) {}

    @Override
    public void checking(String command) {}

    @Override
    public void checked(String command, boolean passed) {}

    @Override
    public Live output() {
      return Live.NOWHERE;
    }
  }
}
