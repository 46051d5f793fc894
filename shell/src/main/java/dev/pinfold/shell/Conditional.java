package dev.pinfold.shell;

import java.util.List;

/** An expression of <code>[[ ]]</code>; parentheses leave no node of their own. */
public sealed interface Conditional extends Node {
  /** {@code ! operand}. */
  record Not(Span span, Conditional operand) implements Conditional {
    @Override
    public List<Node> children() {
      return List.of(operand);
    }
  }

  /** Two or more operands joined by {@code &&}. */
  record And(Span span, List<Conditional> operands) implements Conditional {
    /** Copies the list. */
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(operands);
    }
  }

  /** Two or more operands joined by {@code ||}. */
  record Or(Span span, List<Conditional> operands) implements Conditional {
    /** Copies the list. */
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(operands);
    }
  }

  /** {@code -f word}; a lone word is {@code -n word}. */
  record Unary(Span span, String operator, Word operand) implements Conditional {
    @Override
    public List<Node> children() {
      return List.of(operand);
    }
  }

  /**
   * {@code word == word}.
   *
   * <p>The arithmetic operators ({@code -eq} …) evaluate both operands as arithmetic: a value such
   * as {@code a[$(cmd)]} runs {@code cmd}.
   */
  record Binary(Span span, Word left, String operator, Word right) implements Conditional {
    @Override
    public List<Node> children() {
      return List.of(left, right);
    }
  }
}
