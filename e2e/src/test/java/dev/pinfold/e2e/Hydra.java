package dev.pinfold.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Processes that try to outlive their run ({@code hydra.sh}), and the search for survivors. */
final class Hydra {
  private static final AtomicLong MARKS = new AtomicLong(System.nanoTime());

  private final Stage stage;
  private final String mark = "hydra-" + MARKS.incrementAndGet();

  Hydra(Stage stage) throws IOException {
    this.stage = stage;
    try (InputStream script = Objects.requireNonNull(Hydra.class.getResourceAsStream("hydra.sh"))) {
      stage.write(
          stage.workspace().resolve("hydra.sh"),
          new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    stage.hand();
  }

  /**
   * Shell text that lets every shape loose, with the file {@code loose} as sign that they are
   * there.
   */
  String release() {
    return "sh hydra.sh " + mark + "; : > loose";
  }

  /** Shell text of a main command that lasts, and is as easy to find as the rest. */
  String linger() {
    return "sh -c 'sleep 62; :' main " + mark;
  }

  /** What a process must have among its arguments to be found. */
  String mark() {
    return mark;
  }

  boolean isLoose() {
    return Files.exists(stage.workspace().resolve("loose"));
  }

  /**
   * Command lines of those that live; those that are dying leave the list by themselves. Looks
   * several times, because one that changes its id all the time can be missed.
   */
  List<String> survivors() {
    List<String> found = new ArrayList<>();
    for (int look = 0; look < 5; look++) {
      try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
        processes.map(Hydra::commandLine).filter(line -> line.contains(mark)).forEach(found::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return found.stream().distinct().toList();
  }

  /** Files of processes that the run waited for. */
  List<String> late() throws IOException {
    try (Stream<Path> files = Files.list(stage.workspace())) {
      return files.map(f -> f.getFileName().toString()).filter(f -> f.startsWith("late-")).toList();
    }
  }

  /**
   * Empty for what is no process, or is one no longer: a process that was killed has no arguments.
   */
  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
          .replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }
}
