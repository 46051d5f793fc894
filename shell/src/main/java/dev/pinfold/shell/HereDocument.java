package dev.pinfold.shell;

import java.util.List;

/**
 * The body of a here-document.
 *
 * <p>No record, because the body stands on later lines than the operator: the parser fills it once,
 * before the tree leaves the parser; from then on it is immutable.
 */
public final class HereDocument implements Node {
  private final String delimiter;
  private final boolean quoted;
  private final boolean stripsTabs;
  private Span span;
  private List<WordPart> body = List.of();
  private boolean terminated;

  HereDocument(Span operator, String delimiter, boolean quoted, boolean stripsTabs) {
    this.span = operator;
    this.delimiter = delimiter;
    this.quoted = quoted;
    this.stripsTabs = stripsTabs;
  }

  void fill(Span span, List<WordPart> body, boolean terminated) {
    this.span = span;
    this.body = List.copyOf(body);
    this.terminated = terminated;
  }

  /** The range of the body, without the delimiter's line. */
  @Override
  public Span span() {
    return span;
  }

  /** The line that ends the body, after quote removal. */
  public String delimiter() {
    return delimiter;
  }

  /**
   * Whether a part of the delimiter was quoted: then the body is one literal and nothing in it is
   * expanded.
   */
  public boolean quoted() {
    return quoted;
  }

  /** Whether it is {@code <<-}: leading tabs are gone from the body. */
  public boolean stripsTabs() {
    return stripsTabs;
  }

  /** The body, expanded like the inside of double quotes unless {@link #quoted}. */
  public List<WordPart> body() {
    return body;
  }

  /**
   * Whether the delimiter's line was found; without it shells take all text to the end, with a
   * warning.
   */
  public boolean terminated() {
    return terminated;
  }

  @Override
  public List<Node> children() {
    return List.copyOf(body);
  }

  @Override
  public String toString() {
    return "HereDocument[" + delimiter + ", quoted=" + quoted + ", body=" + body + "]";
  }
}
