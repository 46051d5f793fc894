package dev.pinfold.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
  static RunFolder create(Map<String, String> environment) throws IOException {
    Path base = base(environment);
    Path root = Files.createTempDirectory(base, PREFIX).toRealPath();
    FileChannel channel =
        FileChannel.open(
            root.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.lock();
    for (String name : new String[] {"home", "tmp"}) {
      Files.createDirectory(
          root.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Files.writeString(root.resolve("canary"), "A run that can read this has left its pen.\n");
    return new RunFolder(root, channel);
  }

  private static Path base(Map<String, String> environment) {
    String named = environment.getOrDefault("TMPDIR", "");
    Path path = Path.of(named.startsWith("/") ? named : "/tmp");
    boolean usable =
        named.length() <= LONGEST_BASE && Files.isDirectory(path) && Files.isWritable(path);
    return usable ? path : Path.of("/tmp");
  }

  Path home() {
    return root.resolve("home");
  }

  Path tmp() {
    return root.resolve("tmp");
  }

  /** A file that the pen must not reach. */
  Path canary() {
    return root.resolve("canary");
  }

  /**
   * Removes the folder, and those that killed runs left beside it. Only when no process of the run
   * is left.
   */
  @Override
  public void close() throws IOException {
    delete(root);
    channel.close();
    try (DirectoryStream<Path> siblings =
        Files.newDirectoryStream(root.resolveSibling(""), PREFIX + "*")) {
      for (Path sibling : siblings) {
        deleteIfAbandoned(sibling);
      }
    }
  }

  private static void deleteIfAbandoned(Path folder) {
    Path lock = folder.resolve("lock");
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
          || !Files.isWritable(lock)
          || Files.getLastModifiedTime(lock).toInstant().isAfter(Instant.now().minus(YOUNG))) {
        return;
      }
      try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
          FileLock held = channel.tryLock()) {
        if (held != null) {
          delete(folder);
        }
      }
    } catch (IOException | OverlappingFileLockException _) {
      // Somebody else's, in use, or just removed by another run: not ours to report on.
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
            // A folder that the run has closed even to its owner.
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && !Files.isReadable(file)) {
              Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
              delete(file);
              return FileVisitResult.CONTINUE;
            }
            throw failed;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
