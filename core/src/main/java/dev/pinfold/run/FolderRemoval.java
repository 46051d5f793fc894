package dev.pinfold.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Deletes what a run has made, however it has made it. Only when no process of the run is left. */
public final class FolderRemoval {
  /** A name that nothing at the top of a run's folder has: folders below are moved there. */
  private static final String MOVED = "moved-";

  private FolderRemoval() {}

  /**
   * Deletes a tree of any depth: folders below are first moved up to the top, so that no path grows
   * long and nothing recurses. What the run has closed even to its owner is opened first; links are
   * never followed.
   */
  public static void delete(Path top) throws IOException {
    open(top);
    Deque<Path> folders = new ArrayDeque<>(List.of(top));
    long moved = 0;
    while (!folders.isEmpty()) {
      Path folder = folders.removeLast();
      List<Path> entries;
      try (Stream<Path> listed = Files.list(folder)) {
        entries = listed.toList();
      }
      for (Path entry : entries) {
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(entry);
        } else {
          open(entry);
          Path up = top.resolve(MOVED + moved++);
          Files.move(entry, up, StandardCopyOption.ATOMIC_MOVE);
          folders.addLast(up);
        }
      }
      if (!folder.equals(top)) {
        Files.delete(folder);
      }
    }
    Files.delete(top);
  }

  private static void open(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }
}
