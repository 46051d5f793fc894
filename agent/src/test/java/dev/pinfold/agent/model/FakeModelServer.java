package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A model's server on the loopback, which does as it is told: request by request, in each of the
 * three protocols (by the path that is asked for). Nothing but the JDK is needed, so that it also
 * runs as a program of its own: {@link FakeModelServerMain}.
 *
 * <p>Thread contract: any thread.
 */
public final class FakeModelServer implements AutoCloseable {
  /** Enough for a test's conversation. */
  private static final int MOST_REQUEST_BYTES = 32 << 20;

  /**
   * A request as it came.
   *
   * @param path as {@code /v1/messages}
   * @param headers names in lower case
   * @param body JSON
   */
  public record Request(String path, Map<String, String> headers, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Deque<FakeTurn> script = new ArrayDeque<>();
  private final List<Request> requests = new ArrayList<>();

  private FakeModelServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Starts it; each request gets the next turn. */
  public static FakeModelServer start(FakeTurn... turns) throws IOException {
    FakeModelServer started = new FakeModelServer();
    started.then(turns);
    return started;
  }

  /** Adds turns. */
  public FakeModelServer then(FakeTurn... turns) {
    synchronized (script) {
      script.addAll(List.of(turns));
    }
    return this;
  }

  /** The base URL for {@code --base-url}. */
  public String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** What was asked so far. */
  public List<Request> requests() {
    synchronized (script) {
      return List.copyOf(requests);
    }
  }

  /** Waits until so many requests came. */
  public void awaitRequests(int count) throws InterruptedException {
    synchronized (script) {
      while (requests.size() < count) {
        script.wait();
      }
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new java.util.TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) ->
                  headers.put(name.toLowerCase(java.util.Locale.ROOT), values.getFirst()));
      String body = new String(exchange.getRequestBody().readNBytes(MOST_REQUEST_BYTES), UTF_8);
      String path = exchange.getRequestURI().getPath();
      answer(exchange, path, next(new Request(path, headers, body)));
    }
  }

  private FakeTurn next(Request request) {
    synchronized (script) {
      requests.add(request);
      script.notifyAll();
      FakeTurn turn = script.poll();
      return turn == null
          ? new FakeTurn.Fails(400, Map.of(), "{\"error\":{\"message\":\"the script is over\"}}")
          : turn;
    }
  }

  private void answer(HttpExchange exchange, String path, FakeTurn turn) throws IOException {
    switch (turn) {
      case FakeTurn.Says says -> stream(exchange, FakeProtocol.events(path, says), true);
      case FakeTurn.BreaksOff off -> {
        List<String> events = FakeProtocol.events(path, off.answer());
        int kept = Math.min(off.events(), events.size() - 1);
        stream(exchange, events.subList(0, kept), off.tidily());
      }
      case FakeTurn.Stalls stalls -> {
        List<String> events = FakeProtocol.events(path, stalls.answer());
        OutputStream out = open(exchange);
        for (String event : events.subList(0, Math.min(stalls.events(), events.size() - 1))) {
          out.write(event.getBytes(UTF_8));
        }
        out.flush();
        hang();
      }
      case FakeTurn.Floods floods -> flood(exchange, path, floods.bytes());
      case FakeTurn.Sends sends -> send(exchange, 200, sends.contentType(), sends.body());
      case FakeTurn.Fails fails -> {
        fails.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        send(exchange, fails.status(), "application/json", fails.body());
      }
      case FakeTurn.Hangs() -> hang();
      case FakeTurn.HangsUp() -> {
        // The exchange is closed without an answer.
      }
    }
  }

  private static OutputStream open(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  /** Closing the body ends it well; closing the exchange alone breaks it off. */
  private static void stream(HttpExchange exchange, List<String> events, boolean tidily)
      throws IOException {
    OutputStream out = open(exchange);
    for (String event : events) {
      out.write(event.getBytes(UTF_8));
      out.flush();
    }
    if (tidily) {
      out.close();
    }
  }

  private static void flood(HttpExchange exchange, String path, long bytes) throws IOException {
    OutputStream out = open(exchange);
    byte[] event = FakeProtocol.text(path, "x".repeat(60_000)).getBytes(UTF_8);
    for (long sent = 0; sent < bytes; sent += event.length) {
      out.write(event);
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void hang() {
    try {
      closing.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
