package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A redirection.
 *
 * @param descriptor what stands before the operator: digits, or a name in braces (<code>{fd}</code>
 *     )
 * @param target the word after the operator: a file, a descriptor, the delimiter of a
 *     here-document, the text of a here-string
 * @param hereDocument present for {@link Operator#HERE_DOCUMENT} and {@link
 *     Operator#HERE_DOCUMENT_STRIPPED}
 */
public record Redirect(
    Span span,
    Optional<String> descriptor,
    Operator operator,
    Word target,
    Optional<HereDocument> hereDocument)
    implements Node {

  /** The redirection operators of POSIX 2.7 and bash. */
  public enum Operator {
    /** {@code <}. */
    READ("<"),
    /** {@code >}. */
    WRITE(">"),
    /** {@code >|}: overwrites also under {@code noclobber}. */
    CLOBBER(">|"),
    /** {@code >>}. */
    APPEND(">>"),
    /** {@code <>}: creates the file if it is missing. */
    READ_WRITE("<>"),
    /** {@code <&}. */
    DUPLICATE_INPUT("<&"),
    /** {@code >&}: with a target that is no number or {@code -}, the same as {@code &>}. */
    DUPLICATE_OUTPUT(">&"),
    /** {@code &>}. */
    WRITE_BOTH("&>"),
    /** {@code &>>}. */
    APPEND_BOTH("&>>"),
    /** {@code <<}. */
    HERE_DOCUMENT("<<"),
    /** {@code <<-}. */
    HERE_DOCUMENT_STRIPPED("<<-"),
    /** {@code <<<}. */
    HERE_STRING("<<<");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** The operator as it is written. */
    public String symbol() {
      return symbol;
    }
  }

  @Override
  public List<Node> children() {
    var all = new ArrayList<Node>(2);
    all.add(target);
    hereDocument.ifPresent(all::add);
    return List.copyOf(all);
  }
}
