package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
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

  private static String state(Path file) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(file, "unix:ino,mode,uid,nlink,ctime", LinkOption.NOFOLLOW_LINKS);
      String content =
          Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
              ? Integer.toString(java.util.Arrays.hashCode(Files.readAllBytes(file)))
              : "";
      return new TreeMap<>(attributes) + content;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
