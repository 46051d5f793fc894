package dev.pinfold.run;

import java.util.List;

/** What is to run, in one of two forms. */
public sealed interface CommandLine {
  /**
   * A text for a shell.
   *
   * @param text as written
   */
  record Text(String text) implements CommandLine {}

  /**
   * A program and its arguments; no shell looks at them.
   *
   * @param words the program first; not empty
   */
  record Words(List<String> words) implements CommandLine {
    /** Copies the words and checks that there is a program. */
    public Words {
      words = List.copyOf(words);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("no program");
      }
    }
  }
}
