package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks the shells of this machine what they make of scripts; nothing is run but their parser. */
final class RealShell {
  private RealShell() {}

  static boolean installed(String name) {
    return Files.isExecutable(Path.of("/usr/bin", name))
        || Files.isExecutable(Path.of("/bin", name));
  }

  /** Whether the shell accepts the syntax of each script. */
  static List<Boolean> accepts(Dialect dialect, List<String> scripts) {
    return accepts(
        dialect == Dialect.BASH ? List.of("bash", "-O", "extglob") : List.of("dash"), scripts);
  }

  static boolean acceptsWithoutExtglob(String script) {
    return accepts(List.of("bash"), List.of(script)).getFirst();
  }

  private static List<Boolean> accepts(List<String> shell, List<String> scripts) {
    String verdicts = run("check.bash", shell, scripts);
    var accepted = new ArrayList<Boolean>();
    verdicts.lines().forEach(line -> accepted.add(line.equals("1")));
    if (accepted.size() != scripts.size()) {
      throw new IllegalStateException(accepted.size() + " verdicts for " + scripts.size());
    }
    return accepted;
  }

  /** Runs a driver of ours with NUL-terminated inputs; returns what it prints. */
  static String run(String driver, List<String> arguments, List<String> inputs) {
    try {
      Path script = Path.of(RealShell.class.getResource(driver).toURI());
      var command = new ArrayList<>(List.of("bash", script.toString()));
      command.addAll(arguments);
      Path output = Files.createTempFile("shell", ".out");
      var builder = new ProcessBuilder(command).redirectOutput(output.toFile());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        for (String input : inputs) {
          in.write(input.getBytes(UTF_8));
          in.write(0);
        }
      }
      process.waitFor();
      String text = Files.readString(output, UTF_8);
      Files.delete(output);
      return text;
    } catch (IOException | java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
