package dev.pinfold.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What came of a program that ran to its end. */
final class Script {
  /**
   * A hang is a failure with the output so far, not a stuck build. Generous, since machines of CI
   * are slow.
   */
  private static final long LIMIT_SECONDS = 120;

  private final int exit;
  private final byte[] out;
  private final byte[] err;

  private Script(int exit, byte[] out, byte[] err) {
    this.exit = exit;
    this.out = out;
    this.err = err;
  }

  /** The status; 128 and the signal when a signal ended it. */
  int exit() {
    return exit;
  }

  byte[] outBytes() {
    return out.clone();
  }

  byte[] errBytes() {
    return err.clone();
  }

  String out() {
    return new String(out, StandardCharsets.UTF_8);
  }

  String err() {
    return new String(err, StandardCharsets.UTF_8);
  }

  Script expectSuccess() {
    if (exit != 0) {
      throw new AssertionError("exit " + exit + "\n" + out() + err());
    }
    return this;
  }

  @Override
  public String toString() {
    return "exit " + exit + "\n-- stdout\n" + out() + "\n-- stderr\n" + err();
  }

  /** Runs a tool of the suite itself, with the suite's environment. */
  static Script run(List<String> command) throws IOException {
    return finish(new ProcessBuilder(command).start());
  }

  /** Runs with this environment only. Standard input is empty. */
  static Script run(List<String> command, Path folder, Map<String, String> environment) {
    try {
      Process process = start(command, folder, environment);
      process.getOutputStream().close();
      return finish(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Process start(List<String> command, Path folder, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Reads both streams to their end and waits. */
  static Script finish(Process process) {
    // A thread each: the common pool of a small machine has one, and one stream would wait for the
    // other.
    var out = new FutureTask<>(() -> drain(process.getInputStream()));
    var err = new FutureTask<>(() -> drain(process.getErrorStream()));
    Thread.ofVirtual().start(out);
    Thread.ofVirtual().start(err);
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running after " + LIMIT_SECONDS + " s: " + process.info());
      }
      return new Script(process.exitValue(), out.get(), err.get());
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] drain(InputStream stream) {
    try (stream) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
