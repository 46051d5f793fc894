package dev.pinfold.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The {@code #!} line of a script, read as the kernel does (fs/binfmt_script.c): an interpreter's
 * path and at most one argument, blanks inside it included.
 *
 * @param interpreter its path, absolute or relative to the caller's folder
 * @param argument what stands after it; empty for none
 */
record ScriptLine(String interpreter, Optional<String> argument) {
  /** Empty when the kernel would find no interpreter. */
  static Optional<ScriptLine> of(String header) {
    int end = 2;
    while (end < header.length() && header.charAt(end) != '\n' && header.charAt(end) != 0) {
      end++;
    }
    String line = header.substring(2, end);
    String text = strip(line);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int blank = 0;
    while (blank < text.length() && !isBlank(text.charAt(blank))) {
      blank++;
    }
    String rest = strip(text.substring(blank));
    return Optional.of(
        new ScriptLine(
            text.substring(0, blank), rest.isEmpty() ? Optional.empty() : Optional.of(rest)));
  }

  /** The vector that the kernel makes of it. */
  List<String> vector(String script, List<String> words) {
    var vector = new ArrayList<String>();
    vector.add(interpreter);
    argument.ifPresent(vector::add);
    vector.add(script);
    vector.addAll(words.subList(Math.min(1, words.size()), words.size()));
    return vector;
  }

  private static String strip(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
