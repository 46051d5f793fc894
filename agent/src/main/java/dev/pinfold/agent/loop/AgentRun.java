package dev.pinfold.agent.loop;

import dev.pinfold.agent.Change;
import dev.pinfold.agent.Clones;
import dev.pinfold.agent.PrivateClone;
import dev.pinfold.agent.RepositoryException;
import dev.pinfold.agent.SourceRepository;
import dev.pinfold.agent.TakenWork;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.Model;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.Journal;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.policy.Profile;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets a model work on a repository: a private clone is made, the loop runs, the work is taken
 * over. A run is never unrecorded, and what it has committed is never lost.
 *
 * <p>Thread contract: any free thread; each call is a run of its own.
 */
public final class AgentRun {
  /** An answer of a model; enough for a file of some hundred lines. */
  private static final int ANSWER_TOKENS = 8192;

  private final Runner runner;
  private final StateDirectory state;
  private final InstantSource clock;
  private final Worker worker;

  /**
   * Who works, and who sees it.
   *
   * @param model the model; not closed here
   * @param tariff what it costs; empty when that is not known
   * @param mask what must not be readable in what is recorded
   * @param watcher sees the run
   */
  public record Worker(Model model, Optional<Tariff> tariff, Mask mask, Watcher watcher) {}

  /**
   * @param state where journals are kept
   * @param clock tells when
   */
  public AgentRun(Runner runner, StateDirectory state, InstantSource clock, Worker worker) {
    this.runner = runner;
    this.state = state;
    this.clock = clock;
    this.worker = worker;
  }

  /** What the run uses without having it is hidden as the worker's own secrets are. */
  private AgentRun hiding(AgentTask task) {
    Mask mask =
        worker
            .mask()
            .with(
                task.request().network().credentials().stream()
                    .map(credential -> credential.injection().reveal())
                    .toList());
    return new AgentRun(
        runner,
        state,
        clock,
        new Worker(
            worker.model(), worker.tariff(), mask, new MaskingWatcher(worker.watcher(), mask)));
  }

  /**
   * Runs a task to its end.
   *
   * @param cancellation ends it early; used up when the task's time is
   * @return what came of it, whatever that is
   * @throws IOException when there is no clone, no workspace or no journal; nothing was asked of
   *     the model, and nothing is left
   * @throws SandboxUnavailableException when the pen asked for can't be had; likewise
   * @throws PolicyFileException when a policy file can't be used; likewise
   */
  public AgentReport run(AgentTask task, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return hiding(task).begun(task, cancellation);
  }

  private AgentReport begun(AgentTask task, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    RunId run = runner.nextId();
    Instant started = clock.instant();
    try (Journal journal = Journal.open(state, run, clock);
        Deadline deadline = Deadline.in(task.budget().time(), Duration.ZERO, cancellation)) {
      RunRecord record = new RunRecord(journal, worker.mask());
      Ledger ledger = new Ledger(task.budget(), worker.tariff());
      Session session =
          new Session(
              task, worker.model(), record, worker.watcher(), ledger, cancellation, deadline);
      record.append("agent.asked", asked(task, record));
      Lifecycle life = new Lifecycle(record, worker.watcher(), RunState.QUEUED);
      life.become(RunState.PREPARING, "");
      Prepared prepared = prepare(run, session, life);
      return work(new Work(run, started, session, life, prepared), new Earlier());
    }
  }

  /** What the caller of a run gave with its task, to make it again; its text is what was asked. */
  public record Interrupted(List<String> again, String text) {}

  /**
   * Looks at a run whose JVM was killed.
   *
   * @throws RepositoryException when nothing of it is there to go on with
   */
  public static Interrupted interrupted(StateDirectory state, RunId run) throws IOException {
    Path file = transcript(state, run);
    if (!Files.exists(file)) {
      throw new RepositoryException(
          "run " + run + " can't be resumed: it has ended, had not begun, or is no agent's",
          "pinfold log " + run + " tells; pinfold show lists the private clones.");
    }
    Transcript.Content content = Transcript.read(file);
    return new Interrupted(
        content.again(),
        content.messages().stream()
            .filter(Message.Asked.class::isInstance)
            .map(message -> ((Message.Asked) message).text())
            .findFirst()
            .orElse(""));
  }

  /**
   * Goes on with a run whose JVM was killed: in its clone, with what was said, and with what is
   * left of its budget.
   *
   * @param task the same as then
   */
  public AgentReport resume(RunId run, AgentTask task, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return hiding(task).resumed(run, task, cancellation);
  }

  private AgentReport resumed(RunId run, AgentTask task, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Earlier earlier = new Earlier();
    try (Journal journal = Journal.reopen(state, run, clock, earlier::take);
        Deadline deadline = Deadline.in(task.budget().time(), earlier.elapsed(), cancellation)) {
      RunRecord record = new RunRecord(journal, worker.mask());
      Ledger ledger = new Ledger(task.budget(), worker.tariff());
      earlier.carryTo(ledger);
      Session session =
          new Session(
              task, worker.model(), record, worker.watcher(), ledger, cancellation, deadline);
      record.append("agent.resumed", Fields.none().with("state", earlier.state().label()));
      Lifecycle life = new Lifecycle(record, worker.watcher(), earlier.state());
      Optional<PrivateClone> copy =
          task.plan() ? Optional.empty() : Optional.of(new Clones(task.request().user()).of(run));
      RunRequest request = request(task, copy);
      Prepared prepared = new Prepared(copy, request, tried(request, session));
      return work(new Work(run, earlier.started(), session, life, prepared), earlier);
    }
  }

  private static Path transcript(StateDirectory state, RunId run) {
    return state.journalOf(run).resolveSibling("transcript.jsonl");
  }

  private Fields asked(AgentTask task, RunRecord record) {
    return Fields.none()
        .with("command", Fields.none().with("text", "agent: " + record.mask(task.text())))
        .with("workspace", task.request().workspace())
        .with("model", worker.model().name())
        .with("plan", task.plan())
        .withTexts("checks", task.checks().stream().map(record::mask).toList())
        .with("metered", worker.tariff().isPresent())
        .with("budgetMicroDollars", task.budget().microDollars())
        .with("budgetTurns", task.budget().turns())
        .with("budgetMillis", task.budget().time().toMillis());
  }

  /** What was made for the run. */
  private record Prepared(
      Optional<PrivateClone> copy, RunRequest request, AgentReport.PenFacts pen) {}

  /** A run on its way. */
  private record Work(
      RunId run, Instant started, Session session, Lifecycle life, Prepared prepared) {}

  private Prepared prepare(RunId run, Session session, Lifecycle life)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Optional<PrivateClone> clone = Optional.empty();
    boolean done = false;
    try {
      AgentTask task = session.task();
      if (!task.plan()) {
        clone = Optional.of(clone(run, task));
      }
      RunRequest request = request(task, clone);
      AgentReport.PenFacts pen = tried(request, session);
      done = true;
      return new Prepared(clone, request, pen);
    } finally {
      if (!done) {
        if (clone.isPresent()) {
          Clones clones = new Clones(session.task().request().user());
          clones.discard(clones.take(run), false);
        }
        RunState end = session.cancellation().isCancelled() ? RunState.CANCELLED : RunState.FAILED;
        life.become(end, "it could not be prepared");
        session.record().append(Journal.END, Fields.none().with("outcome", end.label()));
      }
    }
  }

  private static RunRequest request(AgentTask task, Optional<PrivateClone> copy) {
    return copy.isPresent()
        ? copy.get().on(task.request())
        : task.request().withProfile(Profile.READ_ONLY);
  }

  private static PrivateClone clone(RunId run, AgentTask task) throws IOException {
    RunRequest request = task.request();
    Workspace workspace = Workspace.open(request.workspace(), request.user().home());
    SourceRepository source = SourceRepository.open(Path.of(workspace.path()), request.user());
    return PrivateClone.make(source, run, request.user(), task.takeDirty());
  }

  /** A pen that can't be had is known before the model costs anything. */
  private AgentReport.PenFacts tried(RunRequest request, Session session)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    RunReport report =
        runner.run(
            request.withCommand(new CommandLine.Words(List.of("true"))),
            Live.NOWHERE,
            session.cancellation());
    return switch (report.end()) {
      case RunReport.End.Refused() ->
          new AgentReport.PenFacts(false, "none", "the policy refuses every command", false);
      case RunReport.End.Finished finished ->
          new AgentReport.PenFacts(
              finished.pen().sandboxed(),
              finished.pen().tier(),
              finished.pen().notFull(),
              isProven(finished.pen()));
    };
  }

  /** A proof without an attempt holds too, and proves nothing. */
  private static boolean isProven(RunReport.PenState pen) {
    return pen.sandboxed() && !pen.proof().attempts().isEmpty() && pen.proof().holds();
  }

  private AgentReport work(Work work, Earlier earlier) throws IOException, PolicyFileException {
    Session session = work.session();
    AgentTask task = session.task();
    Path file = transcript(state, work.run());
    CommandLogs logs = new CommandLogs(file.resolveSibling("logs"), worker.mask());
    boolean isNew = earlier.started().equals(Instant.EPOCH);
    try (AgentTools tools = AgentTools.open(runner, work.prepared().request(), task.plan(), logs);
        Transcript transcript =
            isNew ? Transcript.create(file, task.again()) : Transcript.reopen(file)) {
      Checks checks = new Checks(runner, work.prepared().request(), session);
      Dialogue dialogue = new Dialogue(context(task, tools), transcript);
      Loop loop = new Loop(session, tools, checks, dialogue, earlier);
      if (work.life().state() != RunState.FINALIZING) {
        begin(work, dialogue, isNew ? List.of() : Transcript.read(file).messages());
      }
      Ending ending = earlier.ending().isPresent() ? earlier.ending().get() : loop.run();
      AgentReport report = finish(work, loop, checks, ending);
      transcript.remove();
      return report;
    }
  }

  private void begin(Work work, Dialogue dialogue, List<Message> said) throws IOException {
    if (work.life().state() != RunState.RUNNING) {
      work.life().become(RunState.RUNNING, "");
    }
    tellWhere(work);
    dialogue.resume(said);
    if (said.isEmpty()) {
      dialogue.add(new Message.Asked(work.session().task().text()));
    }
  }

  private Context context(AgentTask task, AgentTools tools) {
    long window = worker.model().contextTokens();
    int answerTokens = (int) Math.min(ANSWER_TOKENS, window / 4);
    return new Context(Prompt.of(task), tools.offered(), window, answerTokens);
  }

  private void tellWhere(Work work) {
    Prepared prepared = work.prepared();
    prepared
        .copy()
        .ifPresent(
            clone -> {
              worker.watcher().note("private clone " + clone.tree());
              worker.watcher().note("branch " + clone.branch());
              clone.notes().forEach(worker.watcher()::note);
            });
    worker.watcher().note(prepared.pen().line());
    if (worker.tariff().isEmpty()) {
      worker
          .watcher()
          .note("unmetered: what this model costs is not known; turns and time are the budget");
    }
  }

  private AgentReport finish(Work work, Loop loop, Checks checks, Ending worked)
      throws IOException {
    Session session = work.session();
    if (work.life().state() != RunState.FINALIZING) {
      session
          .record()
          .append(
              "agent.ending",
              Fields.none()
                  .with("cause", worked.cause().label())
                  .with("reason", session.record().mask(worked.reason()))
                  .with("summary", loop.summary()));
      work.life().become(RunState.FINALIZING, "");
    }
    Ending ending = worked;
    Optional<AgentReport.Work> taken = Optional.empty();
    List<String> notes = new ArrayList<>();
    if (work.prepared().copy().isPresent()) {
      notes.addAll(work.prepared().copy().get().notes());
      try {
        taken = taken(work);
      } catch (IOException failed) {
        ending =
            new Ending(
                Ending.Cause.WORK,
                "the work could not be taken over: "
                    + failed.getMessage()
                    + "; it is in "
                    + work.prepared().copy().get().tree());
      }
    }
    taken.ifPresent(found -> notes.addAll(found.taken().notes()));
    work.life().become(ending.state(), ending.reason());
    Journal journal = session.record().journal();
    journal.append(
        Journal.END,
        Fields.none()
            .with("outcome", ending.state().label())
            .with("cause", ending.cause().label())
            .with("reason", session.record().mask(ending.reason()))
            .with("tip", taken.map(found -> found.taken().tip().hex()).orElse("")));
    return new AgentReport(
            work.run().value(),
            session.task().text(),
            worker.model().name(),
            work.started(),
            session.deadline().elapsed(),
            ending,
            loop.summary(),
            loop.refused(),
            checks.last(),
            taken,
            session.ledger().use(loop.toolCalls()),
            work.prepared().pen(),
            notes,
            journal.file(),
            journal.head())
        .masked(worker.mask());
  }

  private static Optional<AgentReport.Work> taken(Work work) throws IOException {
    Clones clones = new Clones(work.session().task().request().user());
    TakenWork taken = clones.take(work.run());
    List<Change> changes = clones.changes(taken);
    List<String> runsLater = new ArrayList<>();
    for (Change change : changes) {
      ProtectedPaths.runsOutside(change.path())
          .ifPresent(reason -> runsLater.add(change.path() + ": " + reason));
    }
    return Optional.of(new AgentReport.Work(taken, clones.commits(taken), changes, runsLater));
  }
}
