package dev.pinfold.workspace;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads text. */
final class Reading {
  private final Tree tree;
  private final FileLimits limits;

  Reading(Tree tree, FileLimits limits) {
    this.tree = tree;
    this.limits = limits;
  }

  FileText read(String given, long first, long count) throws FileToolException, ErrnoException {
    WorkspacePath path = tree.path(given);
    String doing = "reading " + path.shown();
    if (first < 1 || count < 1) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT,
          doing + ": there is no line " + first + ", or no count " + count,
          "lines are counted from 1");
    }
    try (Fd fd = tree.file(path, doing)) {
      long size = FileStatus.of(fd).size();
      if (count == Long.MAX_VALUE && first == 1 && size > limits.contentBytes()) {
        throw FileContent.tooLarge(
            doing, size, limits.contentBytes(), "name the lines that you want, or search it");
      }
      LineRange range = new LineRange(doing, limits, first, count);
      FileContent.read(fd, size, range);
      return text(path, doing, range, first);
    }
  }

  private static FileText text(WorkspacePath path, String doing, LineRange range, long first)
      throws FileToolException {
    byte[] bytes = range.picked();
    if (first > 1 && first > range.lines()) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT,
          doing + ": there is no line " + first + ", it has " + range.lines(),
          "");
    }
    return new FileText(
        path.shown(),
        FileContent.decode(bytes),
        bytes.length == 0 ? 0 : first,
        range.last(),
        range.stopped(),
        !isUtf8(bytes));
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
