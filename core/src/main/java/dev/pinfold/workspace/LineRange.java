package dev.pinfold.workspace;

import java.io.ByteArrayOutputStream;

/** Picks lines out of a file that is read once, from its beginning. */
final class LineRange implements FileContent.Taker {
  private final String doing;
  private final FileLimits limits;
  private final long first;
  private final long last;
  private final ByteArrayOutputStream picked = new ByteArrayOutputStream();
  private long line = 1;
  private long bytes;
  private boolean stopped;
  private boolean endsInLine;

  /**
   * @param first the first line wanted, from 1
   * @param count how many
   */
  LineRange(String doing, FileLimits limits, long first, long count) {
    this.doing = doing;
    this.limits = limits;
    this.first = first;
    this.last = count > Long.MAX_VALUE - first ? Long.MAX_VALUE : first + count - 1;
  }

  @Override
  public boolean take(byte[] piece, int length) throws FileToolException {
    if (bytes == 0 && FileContent.isBinary(piece, length)) {
      throw new FileToolException(
          FileErrorCode.BINARY_FILE,
          doing + ": it is no text (a NUL is among its first bytes)",
          "look at it with a command, such as xxd or file");
    }
    bytes += length;
    int start = line >= first ? 0 : length;
    for (int i = 0; i < length; i++) {
      if (line > last) {
        picked.write(piece, Math.min(start, i), i - Math.min(start, i));
        stopped = true;
        endsInLine = false;
        check();
        return false;
      }
      if (piece[i] == '\n' && ++line == first) {
        start = i + 1;
      }
    }
    picked.write(piece, start, length - start);
    endsInLine = piece[length - 1] != '\n';
    check();
    return true;
  }

  private void check() throws FileToolException {
    if (picked.size() > limits.contentBytes()) {
      throw FileContent.tooLarge(
          doing, picked.size(), limits.contentBytes(), "read fewer lines at once, or search it");
    }
    if (bytes > limits.scanBytes()) {
      throw FileContent.tooLarge(
          doing, bytes, limits.scanBytes(), "use a command, such as sed -n 10,20p");
    }
  }

  byte[] picked() {
    return picked.toByteArray();
  }

  /** All lines of the file, or those up to the last one wanted when there are more. */
  long lines() {
    return endsInLine ? line : line - 1;
  }

  boolean stopped() {
    return stopped;
  }

  long last() {
    return Math.min(last, lines());
  }
}
