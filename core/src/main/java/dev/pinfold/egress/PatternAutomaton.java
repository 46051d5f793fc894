package dev.pinfold.egress;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * Finds many patterns in one pass (A. Aho and M. Corasick, Efficient string matching, 1975), and
 * knows at every place how much of what it saw may be the beginning of one.
 */
final class PatternAutomaton {
  static final int START = 0;
  private static final int BYTES = 256;

  /**
   * A pattern and whose it is.
   *
   * @param owner 0 to 63
   */
  record Pattern(String text, int owner) {}

  /** For each byte its column; the patterns have far fewer different bytes than there are. */
  private final int[] column = new int[BYTES];

  private final int columns;
  private int[] next;
  private int[] depth;
  private long[] owners;
  private int states = 1;

  PatternAutomaton(List<Pattern> patterns) {
    int used = 1;
    for (Pattern pattern : patterns) {
      for (int i = 0; i < pattern.text().length(); i++) {
        int c = pattern.text().charAt(i);
        if (column[c] == 0) {
          column[c] = used++;
        }
      }
    }
    columns = used;
    int most = 1 + patterns.stream().mapToInt(pattern -> pattern.text().length()).sum();
    next = new int[most * columns];
    depth = new int[most];
    owners = new long[most];
    patterns.forEach(this::add);
    link();
    next = Arrays.copyOf(next, states * columns);
  }

  private void add(Pattern pattern) {
    int state = START;
    for (int i = 0; i < pattern.text().length(); i++) {
      int edge = state * columns + column[pattern.text().charAt(i)];
      if (next[edge] == START) {
        depth[states] = depth[state] + 1;
        next[edge] = states++;
      }
      state = next[edge];
    }
    owners[state] |= 1L << pattern.owner();
  }

  /** Breadth first: where a state has no edge, that of its longest proper end. */
  private void link() {
    int[] fallback = new int[states];
    var queue = new ArrayDeque<Integer>();
    queue.add(START);
    while (!queue.isEmpty()) {
      int state = queue.remove();
      owners[state] |= owners[fallback[state]];
      for (int c = 1; c < columns; c++) {
        int edge = state * columns + c;
        int inherited = state == START ? START : next[fallback[state] * columns + c];
        if (next[edge] == START) {
          next[edge] = inherited;
        } else {
          fallback[next[edge]] = inherited;
          queue.add(next[edge]);
        }
      }
    }
  }

  int step(int state, int value) {
    return next[state * columns + column[value]];
  }

  /** How many of the last bytes begin a pattern. */
  int depth(int state) {
    return depth[state];
  }

  /** Whose patterns end here, as bits. */
  long owners(int state) {
    return owners[state];
  }

  int longest() {
    int longest = 0;
    for (int i = 0; i < states; i++) {
      longest = Math.max(longest, depth[i]);
    }
    return longest;
  }
}
