package dev.pinfold.egress;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Inflater;

/** The beginning of a push, kept so that it can go on when it has been judged. */
final class PushBytes {
  /** Some 50,000 commits. */
  private static final int MOST = 16 << 20;

  private final BodyStream body;
  private byte[] bytes = new byte[16 * 1024];
  private int read;
  private int taken;

  PushBytes(BodyStream body) {
    this.body = body;
  }

  int take() throws IOException, MalformedException {
    need(1);
    return bytes[taken++] & 0xFF;
  }

  byte[] take(int count) throws IOException, MalformedException {
    need(count);
    taken += count;
    return Arrays.copyOfRange(bytes, taken - count, taken);
  }

  /** As input: all that is there, at least one byte. */
  void give(Inflater inflater) throws IOException, MalformedException {
    need(1);
    inflater.setInput(bytes, taken, read - taken);
    taken = read;
  }

  void giveBack(int count) {
    taken -= count;
  }

  /** Everything that has been read, which comes again. */
  void unread() {
    body.unread(Arrays.copyOf(bytes, read));
  }

  private void need(int count) throws IOException, MalformedException {
    while (read - taken < count) {
      if (read == MOST) {
        throw new MalformedException("a push with too many commits to be looked at");
      }
      if (read == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(MOST, 2 * bytes.length));
      }
      int more = body.read(bytes, read, bytes.length - read);
      if (more < 0) {
        throw new EOFException("a push that ends too early");
      }
      read += more;
    }
  }
}
