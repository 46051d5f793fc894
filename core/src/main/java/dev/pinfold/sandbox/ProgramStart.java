package dev.pinfold.sandbox;

import java.util.List;

/**
 * A program that a process of the run is about to start.
 *
 * @param forms what would run: the program itself first, then, where it is a script, its
 *     interpreter with the script, and so on
 * @param folder the caller's current folder, absolute in the caller's view
 * @param caller who starts it
 */
public record ProgramStart(List<Form> forms, String folder, Caller caller) {
  /** Copies the list. */
  public ProgramStart {
    forms = List.copyOf(forms);
  }

  /**
   * One reading of a start.
   *
   * @param names absolute paths under which the program is known: as it was named, what that links
   *     to, and the file that is executed last; at least one
   * @param words the argument vector; the first word is what the program is told its name is
   */
  public record Form(List<String> names, List<String> words) {
    /** Copies the lists. */
    public Form {
      names = List.copyOf(names);
      words = List.copyOf(words);
    }

    /** The file that is executed. */
    public String file() {
      return names.getLast();
    }
  }
}
