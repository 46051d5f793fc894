package dev.pinfold.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * A program that makes system calls given as data, whatever comes of each, and writes their answers
 * to its standard output: a hostile program for which nobody needs a compiler. It is an ELF file of
 * a few kilobytes, in the code of {@link Starter}.
 *
 * <p>Thread contract: built by one thread.
 */
public final class CallScript {
  private static final int STANDARD_OUTPUT = 1;

  /** Eight words for each call; the answer is the last. */
  private static final int ENTRY_BYTES = 64;

  private final Starter.Builder calls = new Starter.Builder();

  /**
   * Adds a call. Descriptors that a call opens have the lowest number that is free, from 3 on.
   *
   * @param arguments at most six: numbers, or what {@link #text}, {@link #bytes} or {@link #vector}
   *     gave
   */
  public CallScript call(Sys sys, long... arguments) {
    long[] a = Arrays.copyOf(arguments, 6);
    calls.attempt(sys, a[0], a[1], a[2], a[3], a[4], a[5]);
    return this;
  }

  /** A NUL-terminated text. */
  public long text(String text) {
    return calls.text(text);
  }

  /** Bytes that the program holds, and that calls can write to. */
  public long bytes(byte[] bytes) {
    return calls.bytes(bytes);
  }

  /** Texts as execve takes them. */
  public long vector(List<String> texts) {
    return calls.vector(texts);
  }

  /** The ELF file; nothing can be added afterwards. */
  public byte[] program() {
    return calls.telling(STANDARD_OUTPUT);
  }

  /**
   * Reads what the program has written: an answer for each call, a negated errno where it failed.
   * Empty when it was replaced by another program, or ended by a signal.
   */
  public static long[] answers(byte[] output) {
    MemorySegment words = MemorySegment.ofArray(output);
    // The last two are the write and the exit.
    long[] answers = new long[Math.max(0, output.length / ENTRY_BYTES - 2)];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = words.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) (i + 1) * ENTRY_BYTES - 8);
    }
    return answers;
  }
}
