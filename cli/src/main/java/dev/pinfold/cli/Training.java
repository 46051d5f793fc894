package dev.pinfold.cli;

import java.io.IOException;
import java.util.List;

/**
 * What the JVM is shown when it makes its AOT cache (JEP 514): the launcher runs this once, in a
 * folder and a home of its own that are thrown away. Every command on the hot path is called as a
 * user would; what a machine can't do is just not trained.
 */
public final class Training {
  private static final List<List<String>> CALLS =
      List.of(List.of("version"), List.of("log"), List.of("log", "verify"));

  private Training() {}

  /** Runs each call; its output goes where the launcher sends it. */
  public static void main(String[] args) throws IOException {
    Arguments.raw(args);
    for (List<String> call : CALLS) {
      Main.run(call);
    }
  }
}
