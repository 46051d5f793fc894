package dev.pinfold.journal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The named values of an entry, in the order in which they were given. Immutable.
 *
 * <p>A value is text, a whole number, a truth value, a list, or fields again. Text may hold lone
 * surrogates (bytes that are no UTF-8 are kept as U+DC80 to U+DCFF). Writing bounds the size, see
 * {@link Journal#append}.
 */
public final class Fields {
  private static final int MAX_NAME_CHARS = 64;
  private static final Fields NONE = new Fields(Map.of());

  private final Map<String, Object> values;

  private Fields(Map<String, Object> values) {
    this.values = values;
  }

  /** No fields. */
  public static Fields none() {
    return NONE;
  }

  /** These fields and a text. */
  public Fields with(String name, String text) {
    return and(name, text);
  }

  /** These fields and a whole number; its unit ends the name ({@code durationMillis}). */
  public Fields with(String name, long number) {
    return and(name, number);
  }

  /** These fields and a truth value. */
  public Fields with(String name, boolean flag) {
    return and(name, flag);
  }

  /** These fields and nested ones. */
  public Fields with(String name, Fields nested) {
    return and(name, nested);
  }

  /** These fields and a list of texts, such as an argument vector. */
  public Fields withTexts(String name, List<String> texts) {
    return and(name, List.copyOf(texts));
  }

  /** These fields and a list of nested ones, such as matched rules. */
  public Fields withEach(String name, List<Fields> nested) {
    return and(name, List.copyOf(nested));
  }

  /** The text of that name, if there is one. */
  public Optional<String> text(String name) {
    return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The number of that name, if there is one. */
  public Optional<Long> number(String name) {
    return values.get(name) instanceof Long number ? Optional.of(number) : Optional.empty();
  }

  /** The fields of that name; none if there are none. */
  public Fields fields(String name) {
    return values.get(name) instanceof Fields nested ? nested : NONE;
  }

  /** The texts of the list of that name; empty if there is none. */
  public List<String> texts(String name) {
    return values.get(name) instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  /**
   * All values: {@code String}, {@code Long}, {@code Boolean}, {@code List} of these, {@code
   * Fields}.
   */
  public Map<String, Object> asMap() {
    return values;
  }

  /** For values that were read: their types are those of {@link #asMap()}. */
  Fields and(String name, Object value) {
    if (name.isEmpty() || name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a field's name has 1 to " + MAX_NAME_CHARS + " characters: " + name);
    }
    Map<String, Object> more = new LinkedHashMap<>(values);
    if (more.put(name, value) != null) {
      throw new IllegalArgumentException("field " + name + " was given twice");
    }
    return new Fields(Collections.unmodifiableMap(more));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fields fields && values.equals(fields.values);
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
