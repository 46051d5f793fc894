package dev.pinfold.agent.model;

import dev.pinfold.agent.model.ModelException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What servers say when they do not answer. */
final class ServerErrors {
  /**
   * Request time-out, too many requests, failures of the server, of one before it, and overload
   * (RFC 9110, RFC 6585; 529 is Anthropic's; 520 to 524 are those of a widespread gateway).
   */
  private static final Set<Integer> PASSING =
      Set.of(408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529);

  /** Errors inside a stream, which has no status of its own. */
  private static final Set<String> PASSING_TYPES =
      Set.of(
          "overloaded_error",
          "api_error",
          "rate_limit_error",
          "timeout_error",
          "server_error",
          "rate_limit_exceeded",
          "internal_server_error",
          "server_is_overloaded");

  /** Waiting does not bring money. */
  private static final Set<String> UNPAID =
      Set.of("insufficient_quota", "billing_error", "billing_hard_limit_reached");

  /** How servers say that a conversation is too long, each in its own words. */
  private static final List<String> TOO_LONG =
      List.of(
          "context_length_exceeded",
          "exceed_context_size",
          "prompt is too long",
          "input is too long",
          "maximum context length",
          "exceeds the context window",
          "exceeds the available context",
          "context window exceeded",
          "request_too_large");

  /** Of what a server says a person is shown so many characters. */
  private static final int MOST_QUOTED = 300;

  private ServerErrors() {}

  /** An event's data, which is a JSON object in all protocols. */
  static JsonObject event(SseEvent event) throws FailedTryException {
    return JsonObject.parse(event.data())
        .orElseThrow(
            () ->
                FailedTryException.passing(
                    "sent an event that is no JSON object: " + quoted(event.data())));
  }

  /** A failure that the stream of an answer tells of. */
  static FailedTryException inStream(JsonObject error) {
    String type = error.text("type").or(() -> error.text("code")).orElse("");
    long status = error.count("code");
    String message = type + (type.isEmpty() ? "" : ": ") + quoted(error.textOrEmpty("message"));
    if (isTooLong(type + " " + error.textOrEmpty("message"))) {
      return FailedTryException.lasting(Kind.TOO_LONG, "broke its answer off, " + message);
    }
    String code = error.textOrEmpty("code");
    if (UNPAID.contains(type) || UNPAID.contains(code)) {
      return FailedTryException.lasting(Kind.REQUEST, "wants to be paid, " + message);
    }
    boolean passing =
        PASSING_TYPES.contains(type)
            || PASSING_TYPES.contains(code)
            || PASSING.contains((int) Math.min(status, 1000));
    return passing
        ? FailedTryException.passing("broke its answer off, " + message)
        : FailedTryException.lasting(Kind.SERVER, "broke its answer off, " + message);
  }

  /**
   * A response that is no answer.
   *
   * @param body its beginning
   * @param wait what its header {@code Retry-After} says
   */
  static FailedTryException of(int status, String body, Optional<Duration> wait) {
    Optional<JsonObject> error = JsonObject.parse(body).map(whole -> whole.object("error"));
    String said = error.flatMap(e -> e.text("message")).orElse(body);
    String codes = error.map(e -> e.textOrEmpty("type") + " " + e.textOrEmpty("code")).orElse("");
    String message = "answered " + status + (said.isBlank() ? "" : ": " + quoted(said));
    if (UNPAID.stream().anyMatch(codes::contains) || status == 402) {
      return FailedTryException.lasting(
          Kind.REQUEST, message + "; the account has to be paid for first");
    }
    if (PASSING.contains(status)) {
      return FailedTryException.passing(message, wait);
    }
    return switch (status) {
      case 401, 403 ->
          FailedTryException.lasting(
              Kind.KEY, message + "; see that the key is the one of this server, and still valid");
      case 404, 405 ->
          FailedTryException.lasting(
              Kind.REQUEST, message + "; see that the model's name and the base URL are right");
      case 400, 413, 422 ->
          isTooLong(codes + " " + said)
              ? FailedTryException.lasting(Kind.TOO_LONG, message)
              : FailedTryException.lasting(Kind.REQUEST, message);
      default ->
          status >= 300 && status < 400
              ? FailedTryException.lasting(
                  Kind.REQUEST,
                  "answered "
                      + status
                      + " and leads elsewhere, where the key is not taken; give the base URL that"
                      + " it leads to")
              : FailedTryException.lasting(Kind.REQUEST, message);
    };
  }

  private static boolean isTooLong(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return TOO_LONG.stream().anyMatch(lower::contains);
  }

  /** On one line, without control characters, and not too long. */
  private static String quoted(String text) {
    String line = text.strip().replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ");
    return line.length() <= MOST_QUOTED ? line : line.substring(0, MOST_QUOTED) + "…";
  }
}
