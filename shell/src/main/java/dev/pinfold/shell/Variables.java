package dev.pinfold.shell;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a shell's variables; immutable.
 *
 * <p>A variable that it doesn't know may come from the environment: it is unknown, not unset.
 * Parameters go by their names too: {@code 1}, {@code @}, {@code #}.
 */
public final class Variables {
  /**
   * Most variables that are tracked, so that a text of assignments costs linear time; further ones
   * stay unknown, which is always safe.
   */
  public static final int MAX_VARIABLES = 128;

  private static final Variables EMPTY = new Variables(Map.of());

  private final Map<String, Value> values;

  private Variables(Map<String, Value> values) {
    this.values = values;
  }

  /** Nothing is known but what POSIX 2.5.3 sets at the start: {@code IFS}. */
  public static Variables initial() {
    return EMPTY.with("IFS", new Value.Text(" \t\n"));
  }

  /** The start of a run: {@code HOME}, {@code PWD} and {@code USER} are known too. */
  public static Variables of(String home, String workingDirectory, String user) {
    return initial()
        .with("HOME", new Value.Text(home))
        .with("PWD", new Value.Text(workingDirectory))
        .with("USER", new Value.Text(user))
        .with("LOGNAME", new Value.Text(user));
  }

  /** What is known of a variable; empty if nothing is. */
  public Optional<Value> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** A copy in which one variable is known. */
  public Variables with(String name, Value value) {
    if (values.size() >= MAX_VARIABLES && !values.containsKey(name)) {
      return this;
    }
    var copy = new HashMap<>(values);
    copy.put(name, value);
    return new Variables(copy);
  }

  /** A copy in which nothing is known of a variable, as after {@code read name}. */
  public Variables without(String name) {
    if (!values.containsKey(name)) {
      return this;
    }
    var copy = new HashMap<>(values);
    copy.remove(name);
    return new Variables(copy);
  }

  /**
   * What holds on both of two ways that a script may have taken: where they differ, nothing is
   * known.
   */
  public Variables merged(Variables other) {
    var both = new HashMap<>(values);
    both.entrySet().removeIf(e -> !e.getValue().equals(other.values.get(e.getKey())));
    return new Variables(both);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variables v && values.equals(v.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
