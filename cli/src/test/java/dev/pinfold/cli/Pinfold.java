package dev.pinfold.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts the command line as a process of its own, with a home, a cache and a state directory of
 * its own.
 */
final class Pinfold {
  private final Path home;
  private final Path cwd;

  Pinfold(Path home) {
    this(home, home);
  }

  private Pinfold(Path home, Path cwd) {
    this.home = home;
    this.cwd = cwd;
  }

  Pinfold in(Path directory) {
    return new Pinfold(home, directory);
  }

  Path runs() {
    return home.resolve(".local/state/pinfold/runs");
  }

  Finished run(String... arguments) throws Exception {
    return fed("", arguments);
  }

  Finished fed(String input, String... arguments) throws Exception {
    return Finished.of(process(arguments).start(), input.getBytes(StandardCharsets.UTF_8));
  }

  ProcessBuilder process(String... arguments) {
    List<String> command = new ArrayList<>(javaCommand());
    command.addAll(List.of(arguments));
    return cleanly(new ProcessBuilder(command));
  }

  /** A shell script; {@code "$@"} in it is the command line that starts Pinfold. */
  Finished script(String script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(javaCommand());
    command.addAll(List.of(arguments));
    return Finished.of(cleanly(new ProcessBuilder(command)).start(), new byte[0]);
  }

  private ProcessBuilder cleanly(ProcessBuilder builder) {
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().putAll(Map.of("HOME", home.toString(), "LC_ALL", "C.UTF-8"));
    return builder.directory(cwd.toFile());
  }

  private static List<String> javaCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.pinfold.cli.Main");
  }
}
