package dev.pinfold.shell;

import java.util.List;

/**
 * A node of a syntax tree: immutable, with the place in the source that it was read from.
 *
 * <p>{@link #children} lists every node directly below, in source order, and leaves nothing out:
 * whoever follows it finds every {@link Script} and every {@link Command}, also those that hide in
 * array subscripts, arithmetic, operands of parameter expansions, here-documents, patterns and
 * redirection targets. A tree is at most {@link ShellParser#MAX_DEPTH} constructs deep, so
 * recursion over it is safe.
 */
public sealed interface Node
    permits Script,
        Statement,
        Command,
        Conditional,
        Assignment,
        Word,
        WordPart,
        Redirect,
        HereDocument,
        CaseItem,
        ArrayElement {

  /** The range of the source text that this node was read from. */
  Span span();

  /** The nodes directly below this one, in source order. */
  List<Node> children();
}
