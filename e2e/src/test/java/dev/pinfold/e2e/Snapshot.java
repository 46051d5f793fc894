package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The state of everything below a folder: what is there, its content, and the inode's change time,
 * which the kernel moves at every change of mode, owner, times, flags, attributes, links or
 * content, and which no call sets.
 */
record Snapshot(Map<String, String> entries) {
  static Snapshot of(Path folder) {
    Map<String, String> entries = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files.forEach(file -> entries.put(folder.relativize(file).toString(), state(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Snapshot(entries);
  }

  /** Paths that {@code later} lacks, has new, or has in another state, with both states. */
  List<String> changes(Snapshot later) {
    Set<String> all = new TreeSet<>(entries.keySet());
    all.addAll(later.entries.keySet());
    return all.stream()
        .filter(path -> !Objects.equals(entries.get(path), later.entries.get(path)))
        .map(path -> path + ": " + entries.get(path) + " -> " + later.entries.get(path))
        .toList();
  }

  private static String state(Path file) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(file, "unix:ino,mode,uid,nlink,ctime", LinkOption.NOFOLLOW_LINKS);
      String content =
          Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
              ? Integer.toString(Arrays.hashCode(Files.readAllBytes(file)))
              : "";
      return new TreeMap<>(attributes) + content;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
