package dev.pinfold.agent.model;

import dev.pinfold.process.Cancellation;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;

/** A model that is asked over HTTP. */
final class HttpModel implements Model {
  private static final Duration CONNECT = Duration.ofSeconds(20);

  /**
   * For the first byte and between two: a server on a machine without a graphics card reads a long
   * conversation for minutes. A run's own limit is what ends a run.
   */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private final String name;
  private final long contextTokens;
  private final Protocol protocol;
  private final Endpoint endpoint;
  private final Retries retries;
  private final Duration patience;
  private final RandomGenerator random;
  private final HttpClient client;
  private final ScheduledThreadPoolExecutor timer;
  private final Exchange exchange;

  /**
   * A model at a server.
   *
   * @param contextTokens how much it can read and write together
   */
  record Served(ModelName model, Endpoint endpoint, long contextTokens) {}

  HttpModel(Served served, Retries retries, Duration patience, Chance chance) {
    this.name = served.model().name();
    this.contextTokens = served.contextTokens();
    this.protocol = served.model().protocol();
    this.endpoint = served.endpoint();
    this.retries = retries;
    this.patience = patience;
    this.random = chance.random();
    // HTTP/1.1: ending a request ends its connection, which is what servers notice. Never to where
    // a server leads: the key goes to the one that was named.
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("model-", 0).factory());
    timer.setRemoveOnCancelPolicy(true);
    exchange = new Exchange(client, timer, chance.clock(), patience, protocol);
  }

  /**
   * What is not decided by the arguments.
   *
   * @param clock for dates in {@code Retry-After}
   * @param random for waits and ids
   */
  record Chance(Clock clock, RandomGenerator random) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public long contextTokens() {
    return contextTokens;
  }

  @Override
  public Answer next(Conversation conversation, Progress progress, Cancellation cancellation)
      throws ModelException, InterruptedException {
    Usage most = conversation.most();
    HttpRequest request = request(conversation);
    Usage lost = Usage.NONE;
    try (Stopper stopper = new Stopper(cancellation)) {
      for (int tries = 1; ; tries++) {
        stopper.check();
        try {
          Draft draft = exchange.ask(request, most, progress, stopper);
          return draft.answer(lost.plus(counted(draft, most)), this::id);
        } catch (FailedTryException failed) {
          lost = lost.plus(failed.cost());
          stopper.sleep(waiting(failed, tries, lost, progress));
        }
      }
    }
  }

  private HttpRequest request(Conversation conversation) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve(protocol.path()))
            .timeout(patience)
            .header("Content-Type", "application/json")
            .header("Accept", "text/event-stream")
            .header("User-Agent", "pinfold");
    protocol.headers().forEach(request::header);
    endpoint.key().ifPresent(key -> protocol.keyHeaders(key.reveal()).forEach(request::header));
    return request
        .POST(HttpRequest.BodyPublishers.ofByteArray(protocol.body(name, conversation)))
        .build();
  }

  /** A server that does not count is taken for the most that it can have been. */
  private static Usage counted(Draft draft, Usage most) {
    return draft.usage().equals(Usage.NONE) ? most : draft.usage();
  }

  private Duration waiting(FailedTryException failed, int tries, Usage lost, Progress progress)
      throws ModelException {
    if (!failed.isPassing()) {
      throw failure(failed, "", lost);
    }
    if (tries == retries.most()) {
      throw failure(failed, "; tried " + tries + " times", lost);
    }
    if (!failed.cost().equals(Usage.NONE) && !progress.mayTryAgain(lost)) {
      throw failure(failed, "; not tried again, for another try may cost too much", lost);
    }
    Optional<Duration> wait = retries.waiting(tries, failed.waitAsked(), random);
    if (wait.isEmpty()) {
      throw failure(
          failed,
          "; it asks to be left alone for "
              + failed.waitAsked().orElse(Duration.ZERO).toSeconds()
              + " s, which is longer than it is waited for",
          lost);
    }
    return wait.get();
  }

  private ModelException failure(FailedTryException failed, String more, Usage lost) {
    String message = "the model's server at " + endpoint.baseUrl() + " " + failed.message() + more;
    return new ModelException(
        failed.kind(), endpoint.key().map(key -> key.masked(message)).orElse(message), lost);
  }

  private String id() {
    byte[] bytes = new byte[8];
    random.nextBytes(bytes);
    return "call_" + HexFormat.of().formatHex(bytes);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    client.shutdownNow();
    endpoint.key().ifPresent(ApiKey::close);
  }
}
