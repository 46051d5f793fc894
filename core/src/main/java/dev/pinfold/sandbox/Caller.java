package dev.pinfold.sandbox;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Paths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The thread that has made a call, as /proc shows it while it waits for the answer. What it says of
 * itself (its name, its words) it can have made up.
 *
 * @param thread its number
 */
public record Caller(int thread) {
  /** Enough for an ancestry that somebody reads, and a bound on what a run can make us look at. */
  private static final int MOST_ANCESTORS = 32;

  private static final int MOST_WORD_BYTES = 4096;

  /**
   * A process on the way from the caller up to the run's command.
   *
   * @param pid its number, as seen from outside the run
   * @param name the kernel's name for it
   */
  public record Ancestor(int pid, String name) {
    @Override
    public String toString() {
      return name + "[" + pid + "]";
    }
  }

  /** The file that the caller itself is running; empty when it can't be told. */
  public String program() {
    try {
      return Paths.readlink("/proc/" + thread + "/exe");
    } catch (ErrnoException _) {
      return "";
    }
  }

  /** The caller's own argument vector, its first 4 KiB; empty when it can't be told. */
  public List<String> words() {
    try (InputStream in = Files.newInputStream(Path.of("/proc/" + thread + "/cmdline"))) {
      String all = NativeString.decode(in.readNBytes(MOST_WORD_BYTES));
      return all.isEmpty() ? List.of() : List.of(all.split("\0", -1));
    } catch (IOException _) {
      return List.of();
    }
  }

  /** The caller and its parents, up to the command that {@code jvm} has started. */
  List<Ancestor> ancestry(int jvm) {
    List<Ancestor> chain = new ArrayList<>();
    int pid = thread;
    while (pid > 1 && pid != jvm && chain.size() < MOST_ANCESTORS) {
      String name = "?";
      int process = pid;
      int parent = 0;
      try {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
          if (line.startsWith("Name:")) {
            name = line.substring(5).strip();
          } else if (line.startsWith("Tgid:")) {
            process = number(line);
          } else if (line.startsWith("PPid:")) {
            parent = number(line);
          }
        }
      } catch (IOException _) {
        // Gone meanwhile, or a name that is no UTF-8: the chain ends here.
        return chain;
      }
      chain.add(new Ancestor(process, name));
      pid = parent;
    }
    return chain;
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(5).strip());
  }
}
