package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs {@code ./pinfold} of the checkout, as a user of a {@link Stage} would. */
final class Pen {
  /** The property pinfold.tier names it where a test does not. */
  private static final String TIER = System.getProperty("pinfold.tier", "auto");

  private final Stage stage;

  Pen(Stage stage) {
    this.stage = stage;
  }

  /**
   * {@code pinfold exec --workspace … OPTION… -- COMMAND…}, to its end, with empty standard input.
   */
  Script exec(List<String> options, List<String> command) {
    return run(stage.environment(), execWords(options, command));
  }

  /** {@code pinfold exec --workspace … OPTION… -c TEXT}. */
  Script execText(String text, String... options) {
    List<String> words = execWords(List.of(options), List.of());
    words.addAll(List.of("-c", text));
    return run(stage.environment(), words);
  }

  /**
   * As {@link #execText}, but the text is in a file and the exec guard is off, so that only the
   * kernel sees what it does: for what the policy would refuse to run.
   */
  Script execFile(String text, String... options) {
    List<String> all = new ArrayList<>(List.of("--exec-guard", "off"));
    all.addAll(List.of(options));
    return exec(all, List.of("/bin/sh", script(text)));
  }

  /** Puts a shell script into the workspace; its path. */
  String script(String text) {
    try {
      Path file = stage.write(stage.workspace().resolve("script.sh"), text + "\n");
      stage.hand();
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code pinfold WORD…} with this environment, to its end. */
  Script run(Map<String, String> environment, List<String> words) {
    return Script.run(command(words), stage.workspace(), environment);
  }

  /** As {@link #run}, but hands over the live process. */
  Process start(Map<String, String> environment, List<String> words) {
    try {
      return Script.start(command(words), stage.workspace(), environment);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> command(List<String> words) {
    List<String> command = new ArrayList<>(List.of(Distribution.INSTANCE.launcher().toString()));
    command.addAll(words);
    return stage.identity().command(command);
  }

  List<String> execWords(List<String> options, List<String> command) {
    List<String> words =
        new ArrayList<>(List.of("exec", "--workspace", stage.workspace().toString()));
    if (options.stream().noneMatch(option -> option.startsWith("--sandbox"))) {
      words.add("--sandbox=" + TIER);
    }
    words.addAll(options);
    if (!command.isEmpty()) {
      words.add("--");
      words.addAll(command);
    }
    return words;
  }

  /** Words as text for a shell: each in single quotes, which none of ours contains. */
  static String quote(List<String> words) {
    return String.join(" ", words.stream().map(word -> "'" + word + "'").toList());
  }
}
