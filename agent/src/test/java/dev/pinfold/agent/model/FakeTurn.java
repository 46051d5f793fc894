package dev.pinfold.agent.model;

import java.util.List;
import java.util.Map;

/** What a {@link FakeModelServer} does with a request. */
public sealed interface FakeTurn {
  /**
   * A call of a tool.
   *
   * @param id pairs it with its result
   * @param name of the tool
   * @param arguments as the model writes them, in pieces of three characters
   */
  record Call(String id, String name, String arguments) {}

  /**
   * Answers.
   *
   * @param text in pieces of a word each
   * @param calls tools called at once
   * @param stop {@code done}, {@code length} or {@code refused}
   * @param input tokens read, of which {@code cached} from a cache
   * @param cached see there
   * @param output tokens written
   */
  record Says(String text, List<Call> calls, String stop, long input, long cached, long output)
      implements FakeTurn {}

  /** Answers with a text. */
  static Says says(String text) {
    return new Says(text, List.of(), "done", 100, 0, 10);
  }

  /** Calls tools; an id is made for each: {@code call_1_NAME} and so on. */
  static Says calls(String text, String... namesAndArguments) {
    List<Call> calls = new java.util.ArrayList<>();
    for (int i = 0; i + 1 < namesAndArguments.length; i += 2) {
      String name = namesAndArguments[i];
      calls.add(new Call("call_" + (i / 2 + 1) + "_" + name, name, namesAndArguments[i + 1]));
    }
    return new Says(text, calls, "done", 100, 0, 10);
  }

  /**
   * Begins an answer and leaves.
   *
   * @param events how many events are sent before, fewer than all
   * @param tidily whether the response looks whole to HTTP
   */
  record BreaksOff(Says answer, int events, boolean tidily) implements FakeTurn {}

  /** Begins an answer and then sends nothing more, until the server is closed. */
  record Stalls(Says answer, int events) implements FakeTurn {}

  /** Sends text until so many bytes were sent. */
  record Floods(long bytes) implements FakeTurn {}

  /** Sends exactly this, with status 200. */
  record Sends(String contentType, String body) implements FakeTurn {}

  /** Fails. */
  record Fails(int status, Map<String, String> headers, String body) implements FakeTurn {}

  /** Fails with an error as servers send it. */
  static Fails fails(int status, String message) {
    return new Fails(
        status, Map.of(), "{\"error\":{\"message\":" + FakeProtocol.quoted(message) + "}}");
  }

  /** Takes the request and sends nothing, until the server is closed. */
  record Hangs() implements FakeTurn {}

  /** Takes the request and closes the connection. */
  record HangsUp() implements FakeTurn {}
}
