package dev.pinfold.tools;

import java.util.List;

/**
 * A tool as a model is told of it.
 *
 * @param name {@code read_file}
 * @param description what it does, in a sentence or two
 * @param parameters what it is called with
 * @param readOnly whether it changes nothing
 * @param destructive whether it may undo or remove what was there
 */
public record Tool(
    String name,
    String description,
    List<Parameter> parameters,
    boolean readOnly,
    boolean destructive) {
  /** Copies the list. */
  public Tool {
    parameters = List.copyOf(parameters);
  }

  /** The kinds of values. */
  public enum Kind {
    TEXT,
    WHOLE_NUMBER,
    FLAG
  }

  /**
   * A value that it takes.
   *
   * @param name {@code path}
   * @param kind of which kind
   * @param description what it means
   * @param required whether it must be given
   */
  public record Parameter(String name, Kind kind, String description, boolean required) {
    static Parameter text(String name, String description) {
      return new Parameter(name, Kind.TEXT, description, true);
    }

    static Parameter optional(String name, Kind kind, String description) {
      return new Parameter(name, kind, description, false);
    }
  }
}
