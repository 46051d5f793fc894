package dev.pinfold.run;

import dev.pinfold.linux.Signals;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's own folder, outside every workspace and open to nobody else: its home and its temporary
 * folder live in it, and end with it. One that a killed Pinfold left behind is removed by the next
 * run of the same user.
 */
final class RunFolder implements AutoCloseable {
  private static final String PREFIX = "pinfold-";

  /**
   * Between making a folder and locking it lie microseconds; nobody takes a younger one for
   * abandoned.
   */
  private static final Duration YOUNG = Duration.ofMinutes(1);

  /** Of sun_path's 107 bytes our own part takes about 35; the rest is for the socket's name. */
  private static final int LONGEST_BASE = 40;

  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;

  private final Path root;
  private final FileChannel channel;

  private RunFolder(Path root, FileChannel channel) {
    this.root = root;
    this.channel = channel;
  }

  /**
   * Makes one below the user's TMPDIR, or /tmp: short names, for sockets' sake (sun_path holds 107
   * bytes).
   */
  static RunFolder create(Map<String, String> environment, String workspace) throws IOException {
    Path base = base(environment, workspace);
    Path root = folder(base).toRealPath();
    FileChannel channel =
        FileChannel.open(
            root.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.lock();
    for (String name : new String[] {"home", "tmp", "pen-tmp", "trust"}) {
      Files.createDirectory(
          root.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Files.writeString(root.resolve("canary"), "A run that can read this has left its pen.\n");
    return new RunFolder(root, channel);
  }

  private static Path folder(Path base) throws IOException {
    try {
      return Files.createTempDirectory(base, PREFIX);
    } catch (FileSystemException failed) {
      String reason = failed.getReason() == null ? failed.toString() : failed.getReason();
      throw new IOException(
          "nothing was run: no folder for the run's own files can be made in "
              + base
              + ": "
              + reason
              + "; name one that you can write, of at most "
              + LONGEST_BASE
              + " characters, with TMPDIR",
          failed);
    }
  }

  private static Path base(Map<String, String> environment, String workspace) throws IOException {
    String named = environment.getOrDefault("TMPDIR", "");
    Path path = Path.of(named.startsWith("/") ? named : "/tmp");
    boolean usable =
        named.length() <= LONGEST_BASE
            && Files.isDirectory(path)
            && Files.isWritable(path)
            && !path.toRealPath().startsWith(workspace);
    return usable ? path : Path.of("/tmp");
  }

  Path home() {
    return root.resolve("home");
  }

  Path tmp() {
    return root.resolve("tmp");
  }

  /**
   * What is /tmp in tier full; beside TMPDIR, so that a run that closes the one keeps the other.
   */
  Path penTmp() {
    return root.resolve("pen-tmp");
  }

  /** What the run's TLS clients are to trust: it can read it and no more. */
  Path trust() {
    return root.resolve("trust");
  }

  /** What the run can do here, and in {@code caches}, which outlive it. */
  List<Grant> grants(Path caches) {
    return List.of(
        new Grant(home().toString(), Access.ALL, Origin.RUN),
        new Grant(tmp().toString(), Access.ALL, Origin.RUN),
        new Grant(trust().toString(), Access.READ, Origin.RUN),
        new Grant(caches.toString(), Access.ALL, Origin.RUN));
  }

  /** A file that the pen must not reach. */
  Path canary() {
    return root.resolve("canary");
  }

  /**
   * Removes the folder, and those that killed runs left beside it. Only when no process of the run
   * is left.
   *
   * @return what could not be removed and why; empty when nothing is left
   */
  Optional<String> remove() {
    Optional<String> left = Optional.empty();
    try {
      FolderRemoval.delete(root);
    } catch (IOException failed) {
      left = Optional.of("the run's folder could not be removed: " + failed);
    }
    close();
    try (DirectoryStream<Path> siblings =
        Files.newDirectoryStream(root.resolveSibling(""), PREFIX + "*")) {
      siblings.forEach(RunFolder::deleteIfAbandoned);
    } catch (IOException | DirectoryIteratorException _) {
      // Only tidying up after others: their next run, or ours, tries again.
      return left;
    }
    return left;
  }

  /** {@link #remove} for a run that did not come to its end. */
  void removeIfThere() {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      remove();
    }
  }

  /** Lets go of the folder: the next run of this user removes what is left of it. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException _) {
      // It was only held for its lock, which ends with this process at the latest.
      return;
    }
  }

  private static void deleteIfAbandoned(Path folder) {
    Path lock = folder.resolve("lock");
    try {
      if (!isOurs(folder)
          || !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
          || !Files.isWritable(lock)
          || Files.getLastModifiedTime(lock).toInstant().isAfter(Instant.now().minus(YOUNG))) {
        return;
      }
      try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
          FileLock held = channel.tryLock()) {
        if (held != null) {
          FolderRemoval.delete(folder);
        }
      }
    } catch (IOException | OverlappingFileLockException _) {
      // Somebody else's, in use, or just removed by another run: not ours to report on.
    }
  }

  /**
   * A folder that only this user can have made and only this user can look into: others may put
   * things of the same name beside it (/tmp is everybody's), and lead a careless deletion, root's
   * above all, to somewhere else. In a sticky /tmp nobody but its owner can then exchange it.
   */
  private static boolean isOurs(Path folder) throws IOException {
    Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    Object mode = Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return owner instanceof Integer uid
        && uid == Signals.user()
        && mode instanceof Integer bits
        && (bits & (S_IFMT | 07777)) == (S_IFDIR | 0700);
  }
}
