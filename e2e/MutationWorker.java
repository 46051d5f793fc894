import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Compiles and runs tests for {@code e2e/mutate}, in one warm JVM: requests are lines of standard
 * input, fields apart by tabs, and each is answered by one line.
 */
final class MutationWorker {
  private static final PrintStream ANSWERS = System.out;
  private static final String LIBRARIES = System.getProperty("java.class.path");

  private MutationWorker() {}

  static void main() throws Exception {
    System.setOut(System.err);
    try (var in = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split("\t", -1);
        String answer =
            switch (fields[0]) {
              case "compile" -> compile(fields);
              case "test" -> test(fields);
              default -> throw new IllegalArgumentException(line);
            };
        ANSWERS.println(answer);
        ANSWERS.flush();
      }
    }
  }

  /** compile, folder of the classes, class path, source files. */
  private static String compile(String[] fields) throws Exception {
    Files.createDirectories(Path.of(fields[1]));
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-nowarn", "-d", fields[1], "-cp", fields[2], "-Xlint:none"));
    arguments.addAll(List.of(fields).subList(3, fields.length));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, System.err, System.err, arguments.toArray(String[]::new));
    return status == 0 ? "ok" : "does not compile";
  }

  /** test, class path, rows of attacks, then Class or Class#method. */
  private static String test(String[] fields) throws Exception {
    System.setProperty("pinfold.attacks", fields[2]);
    // Tests start JVMs of their own with it.
    System.setProperty("java.class.path", fields[1] + ":" + LIBRARIES);
    List<URL> urls = new ArrayList<>();
    for (String entry : fields[1].split(":")) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new))) {
      Thread.currentThread().setContextClassLoader(loader);
      List<DiscoverySelector> selectors = new ArrayList<>();
      for (String name : List.of(fields).subList(3, fields.length)) {
        selectors.addAll(selectors(loader, name));
      }
      var request = LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
      var listener = new SummaryGeneratingListener();
      LauncherFactory.create().execute(request, listener);
      var summary = listener.getSummary();
      if (summary.getTestsFoundCount() == 0 && summary.getFailures().isEmpty()) {
        return "no tests";
      }
      List<String> red =
          summary.getFailures().stream()
              .map(f -> f.getTestIdentifier().getDisplayName() + " ## " + f.getException())
              .map(f -> f.replaceAll("\\s+", " "))
              .toList();
      return red.isEmpty() ? "green" : "red\t" + String.join("\t", red);
    }
  }

  private static Stream<DiscoverySelector> stream(Class<?> type, String method) {
    return Stream.of(type.getDeclaredMethods())
        .filter(m -> m.getName().equals(method) && !m.isSynthetic())
        .map(m -> selectMethod(type, m));
  }

  private static List<DiscoverySelector> selectors(ClassLoader loader, String name)
      throws ClassNotFoundException {
    int hash = name.indexOf('#');
    if (hash < 0) {
      return List.of(selectClass(loader.loadClass(name)));
    }
    return stream(loader.loadClass(name.substring(0, hash)), name.substring(hash + 1)).toList();
  }
}
