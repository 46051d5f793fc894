package dev.pinfold.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where {@code --report} goes. Opened before the run: a report that can't be written is known
 * before anything happens.
 */
final class ReportFile implements AutoCloseable {
  private final OutputStream out;

  private ReportFile(OutputStream out) {
    this.out = out;
  }

  /** No file: what is written goes nowhere. */
  static ReportFile none() {
    return new ReportFile(OutputStream.nullOutputStream());
  }

  /** Opens the file of that name. */
  static ReportFile open(String name) throws IOException, UsageException {
    if (name.isEmpty()) {
      throw new UsageException(
          "--report names no file", "Name one, as in --report run.json, or leave --report out.");
    }
    List<OpenOption> options =
        new ArrayList<>(
            List.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING));
    if (!name.startsWith("/dev/")) {
      options.add(
          LinkOption.NOFOLLOW_LINKS); // an earlier run may have left a link in the workspace
    }
    try {
      return new ReportFile(
          Files.newOutputStream(Path.of(name), options.toArray(OpenOption[]::new)));
    } catch (InvalidPathException e) {
      throw new UsageException(
          "--report " + name + ": not a name that can be used", "Name a file in UTF-8.");
    } catch (IOException e) {
      throw new UsageException(
          "--report " + name + ": can't be written: " + e.getMessage(),
          "Name a file in a folder of yours; links are not followed.");
    }
  }

  void write(byte[] report) throws IOException {
    out.write(report);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
