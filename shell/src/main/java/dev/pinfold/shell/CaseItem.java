package dev.pinfold.shell;

import java.util.List;

/**
 * One {@code pattern | pattern) list ;;} of a {@link Command.Case}.
 *
 * @param patterns at least one
 * @param body empty if nothing stands between {@code )} and the terminator
 * @param terminator how it ends; {@link Terminator#BREAK} also for the last item, where it may be
 *     left out
 */
public record CaseItem(Span span, List<Word> patterns, List<Statement> body, Terminator terminator)
    implements Node {
  /** What happens after the body of a matching item. */
  public enum Terminator {
    /** {@code ;;}: the case ends. */
    BREAK,
    /** {@code ;&}: the next body runs too, whatever its patterns. */
    FALL_THROUGH,
    /** {@code ;;&}: the next patterns are tried too. */
    TEST_NEXT
  }

  /** Copies the lists. */
  public CaseItem {
    patterns = List.copyOf(patterns);
    body = List.copyOf(body);
  }

  @Override
  public List<Node> children() {
    return Children.inOrder(patterns, body);
  }
}
