package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A real client, run to its end.
 *
 * @param output both streams
 */
record Program(int status, String output) {
  static Program run(Path folder, Map<String, String> environment, List<String> words)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.toLowerCase(java.util.Locale.ROOT).endsWith("_proxy"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Program(process.waitFor(), output);
  }
}
