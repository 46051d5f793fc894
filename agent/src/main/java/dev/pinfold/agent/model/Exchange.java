package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLException;

/** One request and its answer. */
final class Exchange {
  /** Of a response that is no answer. */
  private static final int MOST_ERROR_BYTES = 64 * 1024;

  private final HttpClient client;
  private final ScheduledExecutorService timer;
  private final Clock clock;
  private final Duration patience;
  private final Protocol protocol;

  Exchange(
      HttpClient client,
      ScheduledExecutorService timer,
      Clock clock,
      Duration patience,
      Protocol protocol) {
    this.client = client;
    this.timer = timer;
    this.clock = clock;
    this.patience = patience;
    this.protocol = protocol;
  }

  /**
   * Sends a request and reads the answer to its end.
   *
   * @param most what it costs at most
   * @return a draft that is whole
   * @throws FailedTryException if there is no whole answer
   */
  Draft ask(HttpRequest request, Usage most, Model.Progress progress, Stopper stopper)
      throws FailedTryException, InterruptedException {
    HttpResponse<InputStream> response = send(request, most, stopper);
    try (InputStream body = new PatientStream(response.body(), timer, patience)) {
      stopper.watch(() -> closed(response.body()));
      if (response.statusCode() != 200) {
        throw ServerErrors.of(
            response.statusCode(), beginning(body), retryAfter(response, clock.instant()));
      }
      if (!isStream(response)) {
        throw noStream(response, beginning(body));
      }
      return answer(new SseReader(body), most, progress);
    } catch (IOException failed) {
      stopper.check();
      throw FailedTryException.passing("broke off: " + reason(failed)).costing(most);
    } catch (FailedTryException failed) {
      stopper.check();
      throw failed;
    }
  }

  private HttpResponse<InputStream> send(HttpRequest request, Usage most, Stopper stopper)
      throws FailedTryException, InterruptedException {
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
    stopper.watch(() -> answer.cancel(true));
    try {
      return answer.get();
    } catch (InterruptedException interrupted) {
      answer.cancel(true);
      throw interrupted;
    } catch (CancellationException _) {
      stopper.check();
      throw FailedTryException.passing("was not asked to the end").costing(most);
    } catch (ExecutionException failed) {
      stopper.check();
      throw unsent(Objects.requireNonNullElse(failed.getCause(), failed), most);
    }
  }

  private static FailedTryException unsent(Throwable cause, Usage most) {
    return switch (cause) {
      case ConnectException _, HttpConnectTimeoutException _ ->
          FailedTryException.passing(
              "can't be reached ("
                  + reason(cause)
                  + "); see that the base URL is right and that it is running");
      case SSLException _ ->
          FailedTryException.lasting(
              ModelException.Kind.SERVER,
              "can't prove who it is (" + reason(cause) + "); see that the base URL is right");
      case HttpTimeoutException _ ->
          FailedTryException.passing("did not answer in time").costing(most);
      case IOException _ -> FailedTryException.passing("broke off: " + reason(cause)).costing(most);
      default -> throw new IllegalStateException("a request failed by itself", cause);
    };
  }

  private static String reason(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && !message.isBlank()) {
        return message;
      }
    }
    return failed.getClass().getSimpleName();
  }

  private Draft answer(SseReader events, Usage most, Model.Progress progress)
      throws IOException, FailedTryException {
    Draft draft = new Draft(progress);
    try {
      while (!draft.isComplete()) {
        Optional<SseEvent> event = events.next();
        if (event.isEmpty()) {
          break;
        }
        protocol.take(event.get(), draft);
      }
    } catch (SseReader.TooLargeException tooLarge) {
      throw FailedTryException.lasting(
              ModelException.Kind.ANSWER, "sent " + tooLarge.getMessage() + " as one answer")
          .costing(most);
    } catch (FailedTryException failed) {
      throw failed.costing(most);
    }
    if (!draft.isFinishable()) {
      throw FailedTryException.passing("ended its answer in the middle").costing(most);
    }
    return draft;
  }

  private static boolean isStream(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Content-Type")
        .map(type -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
        .orElse(true);
  }

  private static FailedTryException noStream(HttpResponse<?> response, String body) {
    return FailedTryException.lasting(
        ModelException.Kind.ANSWER,
        ServerErrors.of(response.statusCode(), body, Optional.empty()).message()
            + ", which is no stream of events; see that the base URL is that of the protocol");
  }

  private static String beginning(InputStream body) throws IOException {
    return new String(body.readNBytes(MOST_ERROR_BYTES), UTF_8);
  }

  /** RFC 9110, 10.2.3: seconds, or a date. */
  private static Optional<Duration> retryAfter(HttpResponse<?> response, Instant now) {
    Optional<String> header = response.headers().firstValue("Retry-After").map(String::strip);
    if (header.isEmpty()) {
      return Optional.empty();
    }
    if (header.get().matches("[0-9]{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(header.get())));
    }
    try {
      Duration until =
          Duration.between(
              now, ZonedDateTime.parse(header.get(), DateTimeFormatter.RFC_1123_DATE_TIME));
      return Optional.of(until.isNegative() ? Duration.ZERO : until);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static void closed(InputStream body) {
    try {
      body.close();
    } catch (IOException _) {
      // It was to end.
    }
  }
}
