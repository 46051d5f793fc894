package dev.pinfold.workspace;

/**
 * What a file tool answers: a refusal is a value, never an exception.
 *
 * @param <T> what it found or did
 */
public sealed interface FileAnswer<T extends FileAnswer.Told> {
  /** Something that can be told to a model. */
  interface Told {
    /** As a model is shown it. */
    String text();
  }

  /**
   * It was done.
   *
   * @param value what came of it
   */
  record Done<T extends Told>(T value) implements FileAnswer<T> {
    @Override
    public String text() {
      return value.text();
    }
  }

  /**
   * It was not done.
   *
   * @param error why
   */
  record Failed<T extends Told>(FileError error) implements FileAnswer<T> {
    @Override
    public String text() {
      return error.text();
    }
  }

  /** As a model is shown it. */
  String text();
}
