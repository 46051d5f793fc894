package dev.pinfold.agent.model;

import dev.pinfold.agent.model.ModelException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Where the key of a model's server comes from. Never a command line, which every user of the
 * machine can read; the environment only where it is named, for programs that run as the same user
 * can read it.
 */
public sealed interface KeySource {
  /** Standard input, to its end. */
  record StandardInput() implements KeySource {}

  /**
   * A file that only its owner, who must be the reader, can read.
   *
   * @param path of the file
   */
  record File(Path path) implements KeySource {}

  /**
   * A variable of the environment.
   *
   * @param name of the variable
   */
  record Variable(String name) implements KeySource {}

  /**
   * Reads {@code stdin}, {@code file:PATH} or {@code env:NAME}.
   *
   * @throws ModelException for any other word, which it does not repeat: it may be the key itself
   */
  static KeySource parse(String word) throws ModelException {
    if (word.equals("stdin")) {
      return new StandardInput();
    }
    if (word.startsWith("file:") && word.length() > 5 && word.indexOf('\0') < 0) {
      return new File(Path.of(word.substring(5)));
    }
    if (word.matches("env:[A-Za-z_][A-Za-z0-9_]*")) {
      return new Variable(word.substring(4));
    }
    throw new ModelException(
        Kind.KEY,
        "a key comes from stdin, file:PATH or env:NAME, and from nothing else. If the key itself"
            + " was written there, others may have seen it: get a new one");
  }

  /**
   * Reads the key.
   *
   * @param standardInput read only when it is the source
   * @param environment looked at only when it is the source
   * @throws ModelException if there is none that can be used; the message does not show it
   */
  default ApiKey read(InputStream standardInput, Map<String, String> environment)
      throws ModelException {
    return switch (this) {
      case StandardInput() -> fromStream(standardInput);
      case File(Path path) -> KeyFile.read(path);
      case Variable(String name) -> {
        String value = environment.get(name);
        if (value == null) {
          throw new ModelException(Kind.KEY, "the variable " + name + " is not set");
        }
        yield ApiKey.of(value.toCharArray(), "the variable " + name);
      }
    };
  }

  private static ApiKey fromStream(InputStream in) throws ModelException {
    char[] buffer = new char[ApiKey.MOST_CHARS + 3];
    int length = 0;
    try {
      Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
      for (int n = 0; n >= 0 && length < buffer.length; ) {
        n = reader.read(buffer, length, buffer.length - length);
        length += Math.max(0, n);
      }
      return ApiKey.of(Arrays.copyOf(buffer, length), "standard input");
    } catch (IOException failed) {
      throw new ModelException(
          Kind.KEY, "the key can't be read from standard input: " + failed.getMessage());
    } finally {
      Arrays.fill(buffer, '\0');
    }
  }
}
