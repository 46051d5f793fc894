import com.google.googlejavaformat.java.Main;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks ({@code check}) or rewrites ({@code apply}) the format of every Java source below a folder with
 * google-java-format. A program of its own because the formatter must run in the JDK that reads our sources, and
 * takes no folders.
 */
final class Format {
  public static void main(String[] args) throws Exception {
    boolean apply = args[0].equals("apply");
    List<String> command = new ArrayList<>(apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    try (Stream<Path> files = Files.walk(Path.of(args[1]))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/"))
          .filter(file -> !file.toString().contains("/target/"))
          .forEach(file -> command.add(file.toString()));
    }
    var out = new PrintWriter(System.out, true);
    int status = new Main(out, new PrintWriter(System.err, true), System.in).format(command.toArray(String[]::new));
    if (status != 0) {
      System.err.println("These files are not formatted; run: build/format");
    }
    System.exit(status);
  }
}
