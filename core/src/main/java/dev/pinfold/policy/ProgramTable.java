package dev.pinfold.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The programs that the policy knows, from {@code programs.txt}. Safe for use by several threads.
 *
 * <p>Loading only finds where each entry starts; an entry is read when its program is first asked
 * for, so that a short run does not pay for the programs that it never sees.
 */
final class ProgramTable {
  private static final class Holder {
    static final ProgramTable BUILT_IN = new ProgramTable(ResourceText.read("programs.txt"));
  }

  private final String text;
  private final Map<String, Integer> starts = new HashMap<>(1024);
  private final Map<String, Program> read = new ConcurrentHashMap<>();

  ProgramTable(String text) {
    this.text = text;
    for (int at = 0; at < text.length(); at = nextLine(at)) {
      char c = text.charAt(at);
      if (c > ' ' && c != '#') {
        addNames(at);
      }
    }
  }

  static ProgramTable builtIn() {
    return Holder.BUILT_IN;
  }

  private int nextLine(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  private void addNames(int at) {
    int i = at;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ':' || c == '@' || c == '\n') {
        return;
      }
      int end = i;
      while (end < text.length() && text.charAt(end) > ' ') {
        end++;
      }
      starts.put(text.substring(i, end), at);
      i = end;
      while (i < text.length() && text.charAt(i) == ' ') {
        i++;
      }
    }
  }

  boolean knows(String name) {
    return starts.containsKey(name);
  }

  /**
   * The entry of a program ({@code ls}) or sub-command ({@code git/log}); null when there is none.
   */
  @Nullable Program find(String name) {
    Integer start = starts.get(name);
    return start == null ? null : read.computeIfAbsent(name, wanted -> readEntry(wanted, start));
  }

  private Program readEntry(String name, int start) {
    int headerEnd = nextLine(start);
    int end = headerEnd;
    while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '#')) {
      end = nextLine(end);
    }
    return Program.parse(name, text.substring(start, headerEnd), text.substring(headerEnd, end));
  }
}
