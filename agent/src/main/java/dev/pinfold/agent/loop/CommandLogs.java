package dev.pinfold.agent.loop;

import dev.pinfold.process.Live;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The output of a run's commands as files, for the person. The run can't reach them. One that a
 * model was told in full is not kept.
 */
final class CommandLogs {
  /** Of one command; a flood must not fill the disk of the person. */
  private static final long MOST_BYTES = 64 << 20;

  private final Path folder;
  private final Mask mask;
  private int number;

  /**
   * @param folder made when the first log is
   */
  CommandLogs(Path folder, Mask mask) {
    this.folder = folder;
    this.mask = mask;
  }

  /** The next one. */
  Log open(Live live) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path file = next();
    return new Log(file, Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), live, mask);
  }

  /** A resumed run goes on counting where it was. */
  private Path next() {
    while (true) {
      Path file = folder.resolve("command-" + ++number + ".log");
      if (!Files.exists(file)) {
        return file;
      }
    }
  }

  /** Of one command. */
  static final class Log implements Live, AutoCloseable {
    private final Path file;
    private final OutputStream out;
    private final Live live;
    private final MaskedStream masked;
    private long written;

    private Log(Path file, OutputStream out, Live live, Mask mask) {
      this.file = file;
      this.out = out;
      this.live = live;
      masked = new MaskedStream(mask);
    }

    @Override
    public void write(Stream stream, byte[] bytes, int length) throws IOException {
      live.write(stream, bytes, length);
      // Characters of one byte each, so that none is lost.
      put(masked.take(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)));
    }

    private void put(String text) throws IOException {
      long room = MOST_BYTES - written;
      if (room > 0) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        out.write(bytes, 0, (int) Math.min(bytes.length, room));
        written += bytes.length;
        if (written > MOST_BYTES) {
          out.write("\n[the rest is not kept]\n".getBytes(StandardCharsets.US_ASCII));
        }
      }
    }

    /** Ends it; it is removed unless it is to be kept. */
    Path end(boolean keep) throws IOException {
      put(masked.rest());
      out.close();
      if (!keep) {
        Files.delete(file);
      }
      return file;
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
