package dev.pinfold.process;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The beginning and the end of a stream, in constant memory. Bytes are kept as they came.
 *
 * <p>Thread contract: one thread adds; others may read at any time.
 */
public final class HeadTail {
  private final byte[] head;
  private final byte[] tail;
  private int headBytes;
  private long total;

  /**
   * @param keepBytes how much to keep at the most; half of it for the beginning
   */
  public HeadTail(int keepBytes) {
    head = new byte[Math.max(0, keepBytes) / 2];
    tail = new byte[Math.max(0, keepBytes) - head.length];
  }

  /** Adds the first {@code length} bytes. */
  public synchronized void add(byte[] bytes, int length) {
    int toHead = Math.min(length, head.length - headBytes);
    System.arraycopy(bytes, 0, head, headBytes, toHead);
    headBytes += toHead;
    total += toHead;
    // Of a chunk larger than the tail only its end matters.
    int skip = Math.max(0, length - toHead - tail.length);
    total += skip;
    for (int at = toHead + skip; at < length && tail.length > 0; ) {
      int position = (int) ((total - headBytes) % tail.length);
      int run = Math.min(length - at, tail.length - position);
      System.arraycopy(bytes, at, tail, position, run);
      at += run;
      total += run;
    }
  }

  /** All bytes that came. */
  public synchronized long total() {
    return total;
  }

  /** Bytes that came and are not kept. */
  public synchronized long dropped() {
    return Math.max(0, total - headBytes - tail.length);
  }

  /** What is kept of the beginning; all of it when nothing was dropped. */
  public synchronized byte[] head() {
    byte[] first = Arrays.copyOf(head, headBytes);
    return dropped() == 0 ? concat(first, tailBytes()) : first;
  }

  /** What is kept of the end; empty when nothing was dropped. */
  public synchronized byte[] tail() {
    return dropped() == 0 ? new byte[0] : tailBytes();
  }

  private byte[] tailBytes() {
    long inTail = total - headBytes;
    if (inTail <= tail.length || tail.length == 0) {
      return Arrays.copyOf(tail, (int) Math.min(inTail, tail.length));
    }
    int start = (int) (inTail % tail.length);
    return concat(Arrays.copyOfRange(tail, start, tail.length), Arrays.copyOf(tail, start));
  }

  private static byte[] concat(byte[] a, byte[] b) {
    var all = new ByteArrayOutputStream(a.length + b.length);
    all.writeBytes(a);
    all.writeBytes(b);
    return all.toByteArray();
  }
}
