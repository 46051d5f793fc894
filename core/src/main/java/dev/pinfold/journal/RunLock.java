package dev.pinfold.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * Held by the process that writes a journal for as long as it does, so that a reader can tell a run
 * that goes on from one that was killed: the kernel drops it with the process.
 *
 * <p>These are POSIX record locks (fcntl(2)). A child process does not inherit them, so no survivor
 * of a run passes for the run. The price: a process loses its lock when it closes <em>any</em>
 * descriptor of the locked file. Therefore the lock has a file of its own, and {@link #isHeld}
 * never opens that of a run of this very process.
 */
final class RunLock implements AutoCloseable {
  private static final Set<Path> OWN = new HashSet<>();

  private final Path file;
  private final FileChannel channel;

  private RunLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Creates and locks {@code file}, which must not exist. */
  static RunLock acquire(Path file) throws IOException {
    synchronized (OWN) {
      var owner =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      FileChannel channel = FileChannel.open(file, options, owner);
      if (channel.tryLock() == null) {
        channel.close();
        throw new IOException("another process holds the lock of a run that is new");
      }
      OWN.add(file.toRealPath());
      return new RunLock(file.toRealPath(), channel);
    }
  }

  /**
   * Locks a file that a process which has ended has left.
   *
   * @throws IOException when a process, this one included, still holds it
   */
  static RunLock take(Path file) throws IOException {
    synchronized (OWN) {
      Path real = file.toRealPath();
      IOException held = new IOException("another process still writes the journal beside " + file);
      if (OWN.contains(real)) {
        throw held;
      }
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (channel.tryLock() == null) {
        channel.close();
        throw held;
      }
      OWN.add(real);
      return new RunLock(real, channel);
    }
  }

  /** True while a process, this one included, writes the journal beside {@code file}. */
  static boolean isHeld(Path file) throws IOException {
    synchronized (OWN) {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      if (OWN.contains(file.toRealPath())) {
        return true;
      }
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
          @SuppressWarnings("unused") // only its absence tells
              FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
        return lock == null;
      }
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (OWN) {
      OWN.remove(file);
      channel.close();
    }
  }
}
