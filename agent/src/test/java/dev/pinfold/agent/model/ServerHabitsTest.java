package dev.pinfold.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.process.Cancellation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What servers of chat completions do differently, as it was seen. */
class ServerHabitsTest {
  private static Answer answer(String... chunks) throws Exception {
    StringBuilder body = new StringBuilder();
    for (String chunk : chunks) {
      body.append("data: ").append(chunk).append("\n\n");
    }
    try (FakeModelServer server =
            FakeModelServer.start(new FakeTurn.Sends("text/event-stream", body.toString()));
        Model model =
            Models.open(
                ModelOptions.of("chat:tester").withBaseUrl(server.baseUrl()), Optional.empty());
        Cancellation never = new Cancellation()) {
      Answer answer =
          model.next(
              new Conversation("", List.of(new Message.Asked("x")), List.of(), 77), _ -> {}, never);
      assertThat(server.requests().getFirst().headers()).doesNotContainKey("authorization");
      return answer;
    }
  }

  private static String calls(String calls) {
    return "{\"choices\":[{\"delta\":{\"tool_calls\":[" + calls + "]}}]}";
  }

  private static String call(String place, String id, String name, String arguments) {
    return "{"
        + place
        + "\"id\":\""
        + id
        + "\",\"function\":{\"name\":\""
        + name
        + "\",\"arguments\":"
        + arguments
        + "}}";
  }

  private static final String END = "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}";

  @Test
  void anAnswerWithoutAnEndMarkAndCountsIsWholeAndCountedAsTheMost() throws Exception {
    Answer answer = answer("{\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}", END);
    assertThat(answer.text()).isEqualTo("Hi");
    assertThat(answer.usage().output()).isEqualTo(77);
    assertThat(answer.usage().cacheWrite()).isPositive();
  }

  @Test
  void callsWithOnePlaceForAllOrNoneAreToldApartByTheirIds() throws Exception {
    for (String place : List.of("", "\"index\":0,")) {
      Answer answer =
          answer(
              calls(
                  call(place, "a", "read_file", "\"{\\\"path\\\":\\\"1\\\"}\"")
                      + ","
                      + call(place, "b", "read_file", "\"{\\\"path\\\":\\\"2\\\"}\"")),
              END);
      assertThat(answer.calls())
          .containsExactly(
              new ToolCall("a", "read_file", "{\"path\":\"1\"}"),
              new ToolCall("b", "read_file", "{\"path\":\"2\"}"));
      assertThat(answer.stop()).isEqualTo(Answer.Stop.TOOLS);
    }
  }

  @Test
  void idsThatAreMissingOrTheSameAreMade() throws Exception {
    Answer answer =
        answer(
            calls(
                call("\"index\":0,", "", "list_dir", "\"{}\"")
                    + ","
                    + call("\"index\":1,", "x", "list_dir", "\"{}\"")
                    + ","
                    + call("\"index\":2,", "x", "list_dir", "\"{}\"")),
            END,
            "[DONE]");
    assertThat(answer.calls()).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
  }

  @Test
  void argumentsThatAreAnObjectAlreadyAreOne() throws Exception {
    Answer answer =
        answer(
            calls(call("\"index\":0,", "a", "read_file", "{\"path\":\"a\",\"n\":[1,null]}")), END);
    assertThat(answer.calls().getFirst().arguments()).isEqualTo("{\"path\":\"a\",\"n\":[1]}");
  }
}
