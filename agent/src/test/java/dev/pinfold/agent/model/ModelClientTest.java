package dev.pinfold.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pinfold.agent.model.Answer.Stop;
import dev.pinfold.agent.model.ModelException.Kind;
import dev.pinfold.process.Cancellation;
import dev.pinfold.tools.ToolSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients against a server on the loopback that does what servers do, well and badly. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // A wait that does not end is a failure, not a hang.
class ModelClientTest {
  private static final String KEY = "sk-test-0123456789abcdefghij";
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Retries QUICK = new Retries(3, SOON, SOON, Duration.ofSeconds(90));

  /** Whoever waits by it is never done within a test. */
  private static final Retries FOREVER = new Retries(3, LONG, LONG, LONG);

  private final StringBuilder heard = new StringBuilder();

  private static Model model(FakeModelServer server, String kind, Retries retries)
      throws ModelException {
    return model(server, kind, retries, LONG);
  }

  private static Model model(
      FakeModelServer server, String kind, Retries retries, Duration patience)
      throws ModelException {
    return model(server, kind, retries, patience, new Random(1));
  }

  private static Model model(
      FakeModelServer server,
      String kind,
      Retries retries,
      Duration patience,
      RandomGenerator random)
      throws ModelException {
    return Models.open(
        ModelOptions.of(kind + ":tester").withBaseUrl(server.baseUrl()),
        Optional.of(ApiKey.of(KEY.toCharArray(), "a test")),
        retries,
        patience,
        new HttpModel.Chance(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), random));
  }

  private Answer ask(FakeModelServer server, String kind, Retries retries) throws Exception {
    try (Model model = model(server, kind, retries);
        Cancellation never = new Cancellation()) {
      return model.next(asking("Fix it."), heard::append, never);
    }
  }

  private static Conversation asking(String text) {
    return new Conversation(
        "You fix things.", List.of(new Message.Asked(text)), ToolSet.tools(), 1000);
  }

  private ModelException failure(FakeModelServer server, String kind, Retries retries) {
    return catchThrowableOfType(ModelException.class, () -> ask(server, kind, retries));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void textAndCallsComeInPiecesAndInParallel(String kind) throws Exception {
    FakeTurn.Says turn =
        new FakeTurn.Says(
            "I will look, \"quoted\" and Ünicode \uD83D\uDC11. ",
            List.of(
                new FakeTurn.Call("a", "read_file", "{\"path\":\"src/A.java\",\"first_line\":3}"),
                new FakeTurn.Call("b", "run_command", "{\"command\":\"echo \\\"hi\\\" 'x'\"}")),
            "done",
            120,
            20,
            34);
    try (FakeModelServer server = FakeModelServer.start(turn)) {
      Answer answer = ask(server, kind, QUICK);
      assertThat(answer.text()).isEqualTo(turn.text());
      assertThat(heard).hasToString(turn.text());
      assertThat(answer.stop()).isEqualTo(Stop.TOOLS);
      assertThat(answer.calls())
          .containsExactly(
              new ToolCall("a", "read_file", turn.calls().get(0).arguments()),
              new ToolCall("b", "run_command", turn.calls().get(1).arguments()));
      assertThat(answer.calls().get(0).argumentsByName())
          .contains(Map.of("path", "src/A.java", "first_line", 3L));
      long written = kind.equals("anthropic") ? 7 : 0;
      assertThat(answer.usage()).isEqualTo(new Usage(100, 20, written, 34));
    }
  }

  @ParameterizedTest
  @CsvSource({"anthropic,/v1/messages", "openai,/v1/responses", "chat,/v1/chat/completions"})
  void theWholeConversationIsSentAndTheKeyInItsHeader(String kind, String path) throws Exception {
    var conversation =
        new Conversation(
            "Be brief.",
            List.of(
                new Message.Asked("Go \uD800 on"),
                new Message.Said(
                    "",
                    List.of(
                        new ToolCall("1", "list_dir", "{\"path\":\".\"}"),
                        new ToolCall("2", "no such tool!", "{\"half"))),
                new Message.Result("1", "a.txt", false),
                new Message.Result("2", "there is no such tool", true),
                new Message.Asked("And now?")),
            ToolSet.tools(),
            500);
    try (FakeModelServer server = FakeModelServer.start(FakeTurn.says("Done."));
        Model model = model(server, kind, QUICK);
        Cancellation never = new Cancellation()) {
      assertThat(model.next(conversation, heard::append, never).stop()).isEqualTo(Stop.DONE);
      FakeModelServer.Request request = server.requests().getFirst();
      assertThat(request.path()).isEqualTo(path);
      assertThat(request.headers().values()).anyMatch(value -> value.endsWith(KEY));
      assertThat(JsonObject.parse(request.body())).isPresent();
      assertThat(request.body())
          .contains("tester", "Be brief.", "Go \uFFFD on", "a.txt", "And now?", "run_command")
          .contains("no_such_tool_", "not_a_json_object", "{\\", "half")
          .doesNotContain(KEY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void malformedArgumentsArriveAsTheModelWroteThem(String kind) throws Exception {
    String malformed = "{\"path\": \"a\", nonsense";
    try (FakeModelServer server =
        FakeModelServer.start(FakeTurn.calls("", "read_file", malformed, "list_dir", ""))) {
      Answer answer = ask(server, kind, QUICK);
      assertThat(answer.calls()).extracting(ToolCall::arguments).containsExactly(malformed, "{}");
      assertThat(answer.calls().getFirst().argumentsByName()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void aCallThatTheLimitCutIsNoCall(String kind) throws Exception {
    FakeTurn.Says cut =
        new FakeTurn.Says(
            "So: ",
            List.of(
                new FakeTurn.Call("a", "list_dir", "{\"path\":\".\"}"),
                new FakeTurn.Call("b", "run_command", "{\"command\":\"rm -rf bui")),
            "length",
            1,
            0,
            1);
    try (FakeModelServer server = FakeModelServer.start(cut)) {
      Answer answer = ask(server, kind, QUICK);
      assertThat(answer.stop()).isEqualTo(Stop.LENGTH);
      assertThat(answer.calls()).extracting(ToolCall::id).containsExactly("a");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void aRefusalIsOne(String kind) throws Exception {
    FakeTurn.Says refused = new FakeTurn.Says("I won't.", List.of(), "refused", 1, 0, 1);
    try (FakeModelServer server = FakeModelServer.start(refused)) {
      assertThat(ask(server, kind, QUICK).stop()).isEqualTo(Stop.REFUSED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529})
  void whatPassesIsTriedAgain(int status) throws Exception {
    try (FakeModelServer server =
        FakeModelServer.start(
            FakeTurn.fails(status, "later"), new FakeTurn.HangsUp(), FakeTurn.says("Here."))) {
      assertThat(ask(server, "anthropic", QUICK).text()).isEqualTo("Here.");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void triesEndAndTheFailureSaysWhereAndHowOften() throws Exception {
    try (FakeModelServer server =
        FakeModelServer.start(
            FakeTurn.fails(500, "one"), FakeTurn.fails(500, "two"), FakeTurn.fails(529, "three"))) {
      ModelException failure = failure(server, "anthropic", QUICK);
      assertThat(failure.kind()).isEqualTo(Kind.SERVER);
      assertThat(failure)
          .hasMessage(
              "the model's server at " + server.baseUrl() + " answered 529: three; tried 3 times");
      assertThat(failure.lost()).isEqualTo(Usage.NONE);
    }
  }

  @Test
  void aServerIsLeftAloneAsLongAsItAsks() throws Exception {
    // Were it not for the header, the second try would come after an hour.
    FakeTurn.Fails busy = new FakeTurn.Fails(429, Map.of("Retry-After", "0"), "");
    FakeTurn.Fails dated =
        new FakeTurn.Fails(
            503, Map.of("Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"), "<html>Busy</html>");
    try (FakeModelServer server = FakeModelServer.start(busy, dated, FakeTurn.says("Now."))) {
      assertThat(ask(server, "openai", FOREVER).text()).isEqualTo("Now.");
    }
  }

  @Test
  void aServerThatAsksForTooLongIsNotWaitedFor() throws Exception {
    try (FakeModelServer server =
        FakeModelServer.start(new FakeTurn.Fails(429, Map.of("Retry-After", "7200"), "{}"))) {
      assertThat(failure(server, "chat", QUICK)).hasMessageContaining("7200 s");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,bad tool,REQUEST",
    "400,prompt is too long: 210000 tokens > 200000 maximum,TOO_LONG",
    "400,This model's maximum context length is 8192 tokens,TOO_LONG",
    "413,exceed_context_size_error,TOO_LONG",
    "401,no such key,KEY",
    "403,not yours,KEY",
    "404,no such model,REQUEST",
    "402,Insufficient Balance,REQUEST",
  })
  void whatLastsIsNotTriedAgain(int status, String said, Kind kind) throws Exception {
    try (FakeModelServer server = FakeModelServer.start(FakeTurn.fails(status, said))) {
      ModelException failure = failure(server, "chat", QUICK);
      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(failure).hasMessageContaining(said).hasMessageContaining(server.baseUrl());
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void anEmptyAccountIsNotWaitedFor() throws Exception {
    String body = "{\"error\":{\"message\":\"pay\",\"type\":\"insufficient_quota\"}}";
    try (FakeModelServer server = FakeModelServer.start(new FakeTurn.Fails(429, Map.of(), body))) {
      assertThat(failure(server, "openai", QUICK)).hasMessageContaining("paid for");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void halfAnAnswerIsNone(String kind) throws Exception {
    FakeTurn.Says half = FakeTurn.calls("Half a ", "run_command", "{\"command\":\"ls\"}");
    int events = FakeProtocol.events(path(kind), half).size();
    // Chat completions are whole with their finish_reason, which two events follow.
    int last = kind.equals("chat") ? events - 3 : events - 1;
    try (FakeModelServer server = FakeModelServer.start();
        Model model = model(server, kind, QUICK);
        Cancellation never = new Cancellation()) {
      for (int kept = 0; kept <= last; kept++) {
        for (boolean tidily : new boolean[] {false, true}) {
          server.then(
              new FakeTurn.BreaksOff(half, kept, tidily), FakeTurn.says("All " + kept + tidily));
          Answer answer = model.next(asking("x"), heard::append, never);
          assertThat(answer.text()).isEqualTo("All " + kept + tidily);
          assertThat(answer.calls()).isEmpty();
          assertThat(answer.usage().output()).as("it was paid for, maybe").isEqualTo(1010);
        }
      }
    }
  }

  private static String path(String kind) {
    return switch (kind) {
      case "anthropic" -> "/messages";
      case "openai" -> "/responses";
      default -> "/chat/completions";
    };
  }

  @Test
  void anotherTryThatCostsIsAskedFor() throws Exception {
    try (FakeModelServer server =
            FakeModelServer.start(
                FakeTurn.fails(500, "free"),
                new FakeTurn.BreaksOff(FakeTurn.says("Half of it."), 4, false));
        Model model = model(server, "anthropic", QUICK);
        Cancellation never = new Cancellation()) {
      Model.Progress frugal =
          new Model.Progress() {
            @Override
            public void text(String piece) {}

            @Override
            public boolean mayTryAgain(Usage lost) {
              return false;
            }
          };
      Conversation conversation = asking("x");
      assertThatThrownBy(() -> model.next(conversation, frugal, never))
          .isInstanceOfSatisfying(
              ModelException.class,
              failure -> assertThat(failure.lost()).isEqualTo(conversation.most()))
          .hasMessageContaining("not tried again");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "chat"})
  void anErrorInTheStreamIsOne(String kind) throws Exception {
    String error =
        switch (kind) {
          case "anthropic" ->
              "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
                  + "\"message\":\"busy\"}}\n\n";
          case "openai" ->
              "data: {\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":"
                  + "\"server_error\",\"message\":\"busy\"}}}\n\n";
          default -> "data: {\"error\":{\"code\":502,\"message\":\"busy\"},\"choices\":[]}\n\n";
        };
    String lasting = error.replaceAll("overloaded_error|server_error|502", "9");
    try (FakeModelServer server =
        FakeModelServer.start(
            new FakeTurn.Sends("text/event-stream", error),
            FakeTurn.says("Well."),
            new FakeTurn.Sends("text/event-stream", lasting))) {
      assertThat(ask(server, kind, QUICK).text()).isEqualTo("Well.");
      assertThat(failure(server, kind, QUICK)).hasMessageContaining("busy");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void aSilentServerIsLeftAndAskedAgain() throws Exception {
    try (FakeModelServer server =
            FakeModelServer.start(
                new FakeTurn.Hangs(),
                new FakeTurn.Stalls(FakeTurn.says("Half of it."), 4),
                FakeTurn.says("At last."));
        Model model = model(server, "anthropic", QUICK, Duration.ofMillis(300));
        Cancellation never = new Cancellation()) {
      assertThat(model.next(asking("x"), heard::append, never).text()).isEqualTo("At last.");
    }
  }

  @Test
  void anEndlessAnswerIsCutOffAndNotAskedForAgain() throws Exception {
    try (FakeModelServer server =
        FakeModelServer.start(new FakeTurn.Floods(SseReader.MOST_BYTES * 2))) {
      ModelException failure = failure(server, "chat", QUICK);
      assertThat(failure.kind()).isEqualTo(Kind.ANSWER);
      assertThat(failure).hasMessageContaining(SseReader.MOST_BYTES + " bytes");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void whatIsNoStreamOfEventsIsNoAnswer() throws Exception {
    try (FakeModelServer server =
        FakeModelServer.start(
            new FakeTurn.Sends("text/html", "<h1>Welcome to nginx</h1>"),
            new FakeTurn.Fails(307, Map.of("Location", "http://127.0.0.1:1/v1"), ""))) {
      assertThat(failure(server, "chat", QUICK))
          .hasMessageContaining("Welcome to nginx")
          .extracting(ModelException::kind)
          .isEqualTo(Kind.ANSWER);
      assertThat(failure(server, "chat", QUICK)).hasMessageContaining("leads elsewhere");
    }
  }

  @Test
  void theKeyGoesNowhereElse() throws Exception {
    try (FakeModelServer other = FakeModelServer.start(FakeTurn.says("Thanks."));
        FakeModelServer server =
            FakeModelServer.start(
                new FakeTurn.Fails(
                    307, Map.of("Location", other.baseUrl() + "/chat/completions"), ""))) {
      assertThat(failure(server, "chat", QUICK)).isNotNull();
      assertThat(other.requests()).isEmpty();
      assertThat(ask(other, "chat", QUICK).text()).as("it would answer").isEqualTo("Thanks.");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 500})
  void aServerThatRepeatsTheKeyIsNotRepeated(int status) throws Exception {
    String said = "your key " + KEY + " (" + KEY.substring(0, 14) + "…) is wrong";
    FakeTurn fails = FakeTurn.fails(status, said);
    try (FakeModelServer server = FakeModelServer.start(fails, fails, fails)) {
      assertThat(failure(server, "chat", QUICK))
          .hasMessageContaining("your key [key] ([key]…) is wrong");
    }
  }

  enum Waiting {
    FOR_THE_FIRST_BYTE,
    FOR_THE_NEXT_BYTE,
    FOR_THE_NEXT_TRY;

    FakeTurn turn() {
      return switch (this) {
        case FOR_THE_FIRST_BYTE -> new FakeTurn.Hangs();
        case FOR_THE_NEXT_BYTE -> new FakeTurn.Stalls(FakeTurn.says("Half of it."), 5);
        case FOR_THE_NEXT_TRY -> FakeTurn.fails(500, "later");
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancellingEndsEveryWait(Waiting waiting) throws Exception {
    for (boolean byInterrupt : new boolean[] {false, true}) {
      CountDownLatch hasHeard = new CountDownLatch(1);
      CountDownLatch hasDrawn = new CountDownLatch(1);
      RandomGenerator drawn =
          () -> {
            hasDrawn.countDown(); // How long it is going to wait.
            return 0;
          };
      try (FakeModelServer server =
              FakeModelServer.start(waiting.turn(), FakeTurn.says("Too late."));
          Model model = model(server, "anthropic", FOREVER, LONG, drawn);
          Cancellation cancellation = new Cancellation()) {
        var asked =
            new FutureTask<>(
                () -> model.next(asking("x"), _ -> hasHeard.countDown(), cancellation));
        Thread asking = Thread.ofVirtual().start(asked);
        switch (waiting) {
          case FOR_THE_FIRST_BYTE -> server.awaitRequests(1);
          case FOR_THE_NEXT_BYTE -> hasHeard.await();
          case FOR_THE_NEXT_TRY -> hasDrawn.await();
        }
        if (byInterrupt) {
          asking.interrupt();
        } else {
          cancellation.cancel();
        }
        assertThatThrownBy(asked::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(server.requests()).hasSize(1);
      }
    }
  }

  @Test
  void whoIsCancelledBeforeAsksNothing() throws Exception {
    try (FakeModelServer server = FakeModelServer.start(FakeTurn.says("Too late."));
        Model model = model(server, "anthropic", QUICK);
        Cancellation cancellation = new Cancellation()) {
      cancellation.cancel();
      assertThatThrownBy(() -> model.next(asking("x"), heard::append, cancellation))
          .isInstanceOf(InterruptedException.class);
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void aServerThatIsNotThereIsNamed() throws Exception {
    FakeModelServer gone = FakeModelServer.start();
    gone.close();
    ModelException failure = failure(gone, "chat", QUICK);
    assertThat(failure).hasMessageContaining(gone.baseUrl()).hasMessageContaining("is running");
    assertThat(failure.lost()).isEqualTo(Usage.NONE);
  }
}
