package dev.pinfold.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The fake server of models, as a program: it answers request by request as its script says. It
 * ends with its standard input.
 */
final class ModelServer implements AutoCloseable {
  private final Path script;
  private final Process process;
  private final BufferedReader out;
  private final String baseUrl;

  /**
   * @param lines {@code say TEXT} begins a turn, {@code call TOOL ARGUMENTS} adds to it
   */
  ModelServer(List<String> lines) throws IOException {
    script = Files.createTempFile("pinfold-e2e-model-", ".txt");
    Files.write(script, lines);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Distribution.checkout().resolve("agent/target/test-classes").toString(),
                "dev.pinfold.agent.model.FakeModelServerMain",
                script.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    out = process.inputReader();
    String line = out.readLine();
    if (line == null) {
      close();
      throw new IOException("the fake server of models did not start");
    }
    baseUrl = line;
  }

  String baseUrl() {
    return baseUrl;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    out.close();
    process.destroyForcibly();
    Files.delete(script);
  }
}
