package dev.pinfold.agent.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link FakeModelServer} as a program: {@code java -cp agent/target/test-classes
 * dev.pinfold.agent.model.FakeModelServerMain SCRIPT}. It prints its base URL on a line and serves
 * until its standard input ends.
 *
 * <p>A script's lines: {@code say TEXT}, {@code call TOOL ARGUMENTS} (added to the turn of the line
 * above), {@code fail STATUS MESSAGE}, {@code break EVENTS TEXT} (an answer that breaks off),
 * {@code hang}, {@code hangup}; others are comments.
 */
public final class FakeModelServerMain {
  private FakeModelServerMain() {}

  /** Starts it. */
  public static void main(String[] arguments) throws IOException {
    List<FakeTurn> turns = turns(Files.readAllLines(Path.of(arguments[0])));
    try (FakeModelServer server = FakeModelServer.start(turns.toArray(FakeTurn[]::new))) {
      System.out.println(server.baseUrl());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Until whoever started it is done.
      }
    }
  }

  /** The turns of a script. */
  public static List<FakeTurn> turns(List<String> lines) {
    List<FakeTurn> turns = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      String rest = line.substring(Math.min(line.length(), words[0].length() + 1));
      switch (words[0]) {
        case "say" -> turns.add(FakeTurn.says(rest));
        case "call" -> turns.add(withCall((FakeTurn.Says) turns.removeLast(), words[1], words[2]));
        case "fail" -> turns.add(FakeTurn.fails(Integer.parseInt(words[1]), words[2]));
        case "break" ->
            turns.add(
                new FakeTurn.BreaksOff(FakeTurn.says(words[2]), Integer.parseInt(words[1]), false));
        case "hang" -> turns.add(new FakeTurn.Hangs());
        case "hangup" -> turns.add(new FakeTurn.HangsUp());
        default -> {
          // A comment.
        }
      }
    }
    return turns;
  }

  private static FakeTurn withCall(FakeTurn.Says before, String name, String arguments) {
    List<FakeTurn.Call> calls = new ArrayList<>(before.calls());
    calls.add(new FakeTurn.Call("call_" + (calls.size() + 1) + "_" + name, name, arguments));
    return new FakeTurn.Says(
        before.text(), calls, before.stop(), before.input(), before.cached(), before.output());
  }
}
