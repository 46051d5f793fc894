package dev.pinfold.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.Secret;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where values come from that nobody but Pinfold may see: never an argument or a variable, which
 * every process of the user can read.
 */
final class Secrets {
  /** Longer than any {@link Secret}. */
  private static final int LONGEST = 16 * 1024;

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final @Nullable InputStream lines;

  private Secrets(@Nullable InputStream lines) {
    this.lines = lines;
  }

  /** From files, or as lines of {@code in}. */
  static Secrets of(InputStream in) {
    return new Secrets(in);
  }

  /** From files only. */
  static Secrets inFiles() {
    return new Secrets(null);
  }

  /** The next line; from a terminal without showing it. */
  @SuppressWarnings("SystemConsoleNull") // It is null again in JDK 25 where no terminal is (seen).
  Secret nextLine(String name) throws IOException, UsageException {
    if (lines == null) {
      throw new UsageException(
          "the value of " + name + " can't come from standard input, which is used otherwise",
          "Put it into a file that only you can read: --secret-file " + name + "=FILE");
    }
    Console console = System.console();
    if (console != null && console.isTerminal()) {
      char[] typed = console.readPassword("%s: ", name);
      return secret(name, typed == null ? "" : new String(typed));
    }
    var line = new ByteArrayOutputStream();
    for (int next = lines.read(); next >= 0 && next != '\n'; next = lines.read()) {
      line.write(next);
      if (line.size() > LONGEST) {
        break;
      }
    }
    return secret(name, line.toString(ISO_8859_1));
  }

  /** The content of a file without the end of its line. */
  Secret inFile(String name, Path file) throws IOException, UsageException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UsageException(
          "the value of " + name + ": " + file + " is no file that you can read",
          "Name a regular file of yours that holds the value alone.");
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER.containsAll(permissions)) {
      throw new UsageException(
          "the value of "
              + name
              + ": others can read "
              + file
              + " ("
              + PosixFilePermissions.toString(permissions)
              + ")",
          "chmod 600 " + ShellQuote.word(file.toString()));
    }
    if (Files.size(file) > LONGEST) {
      throw new UsageException(
          "the value of " + name + ": " + file + " is too long for one",
          "Name a regular file of yours that holds the value alone.");
    }
    return secret(name, Files.readString(file, ISO_8859_1));
  }

  private static Secret secret(String name, String text) throws UsageException {
    try {
      return Secret.of(text.replaceFirst("\r?\n?$", ""));
    } catch (EgressSyntaxException e) {
      throw new UsageException(
          "the value of " + name + ": " + e.getMessage(),
          "It is read from standard input, a line for each --inject, or from --secret-file.");
    }
  }
}
