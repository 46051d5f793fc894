package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A piece of a word, or of something that is expanded like one: a here-document, an arithmetic
 * expression.
 */
public sealed interface WordPart extends Node {
  @Override
  default List<Node> children() {
    return List.of();
  }

  /** Unquoted characters without a meaning of their own; line continuations are gone. */
  record Literal(Span span, String text) implements WordPart {}

  /** A character (one code point) after a backslash that quotes it. */
  record Escaped(Span span, String text) implements WordPart {}

  /** {@code '…'}. */
  record SingleQuoted(Span span, String text) implements WordPart {}

  /**
   * {@code $'…'}, decoded.
   *
   * @param text the decoded value; it ends, as in bash, before a decoded NUL
   */
  record AnsiQuoted(Span span, String text) implements WordPart {}

  /**
   * {@code "…"} or {@code $"…"}.
   *
   * @param localized whether it is {@code $"…"}: a message catalogue might replace the text
   */
  record DoubleQuoted(Span span, List<WordPart> parts, boolean localized) implements WordPart {
    /** Copies the list. */
    public DoubleQuoted {
      parts = List.copyOf(parts);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(parts);
    }
  }

  /**
   * {@code $name} or {@code ${…}}.
   *
   * @param name a variable's name, digits, or one of {@code @ * # ? - $ ! _}
   * @param indirect whether it is {@code ${!name…}}
   * @param length whether it is {@code ${#name}}
   * @param subscript of {@code ${name[subscript]}}; {@code @} and {@code *} are literal parts
   * @param operation what follows the name
   */
  record Parameter(
      Span span,
      String name,
      boolean indirect,
      boolean length,
      Optional<Word> subscript,
      Optional<Operation> operation)
      implements WordPart {
    @Override
    public List<Node> children() {
      var all = new ArrayList<Node>();
      subscript.ifPresent(all::add);
      operation.ifPresent(o -> all.addAll(o.operands()));
      return List.copyOf(all);
    }
  }

  /**
   * The operator of a parameter expansion with its operands.
   *
   * @param symbol as written: {@code :-}, {@code -}, {@code ##}, {@code //}, {@code ,,}, {@code @}
   *     …
   * @param operands the word; pattern and replacement; offset and length; the letter after
   *     {@code @}
   */
  record Operation(Operator operator, String symbol, List<Word> operands) {
    /** Copies the list. */
    public Operation {
      operands = List.copyOf(operands);
    }
  }

  /** The kinds of parameter expansion operators. */
  enum Operator {
    /** {@code -} and {@code :-}. */
    DEFAULT,
    /** {@code =} and {@code :=}. */
    ASSIGN,
    /** {@code ?} and {@code :?}. */
    ERROR,
    /** {@code +} and {@code :+}. */
    ALTERNATIVE,
    /** {@code #} and {@code ##}. */
    REMOVE_PREFIX,
    /** {@code %} and {@code %%}. */
    REMOVE_SUFFIX,
    /** {@code /}, {@code //}, {@code /#} and {@code /%}. */
    REPLACE,
    /** {@code :offset:length}, both arithmetic. */
    SUBSTRING,
    /** {@code ^ ^^ , ,, ~ ~~}. */
    CASE,
    /** {@code @Q}, {@code @P} (which expands the value again: it may run commands) and the like. */
    TRANSFORM,
    /** {@code ${!prefix*}} and {@code ${!prefix@}}. */
    NAMES,
    /**
     * Nothing bash would expand: it fails at run time with "bad substitution". The operand is the
     * rest.
     */
    INVALID
  }

  /** {@code $(…)} or backquotes. */
  record CommandSubstitution(Span span, Script script, boolean backquoted) implements WordPart {
    @Override
    public List<Node> children() {
      return List.of(script);
    }
  }

  /**
   * An arithmetic expression: {@code $((…))}, {@code $[…]}, and the inside of {@code ((…))}.
   *
   * @param parts the expression as it is expanded before it is evaluated; operators are literals
   */
  record Arithmetic(Span span, List<WordPart> parts) implements WordPart {
    /** Copies the list. */
    public Arithmetic {
      parts = List.copyOf(parts);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(parts);
    }
  }

  /**
   * {@code <(…)} or {@code >(…)}.
   *
   * @param output whether it is {@code >(…)}: the commands read what is written to the file
   */
  record ProcessSubstitution(Span span, Script script, boolean output) implements WordPart {
    @Override
    public List<Node> children() {
      return List.of(script);
    }
  }

  /** An unquoted {@code *}, {@code ?} or {@code [}: active where the shell matches patterns. */
  record Glob(Span span, String text) implements WordPart {}

  /**
   * {@code @(a|b)} and its kin.
   *
   * @param operator one of {@code ? * + @ !}
   */
  record ExtGlob(Span span, char operator, List<Word> alternatives) implements WordPart {
    /** Copies the list. */
    public ExtGlob {
      alternatives = List.copyOf(alternatives);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(alternatives);
    }
  }

  /** <code>{a,b}</code>, with two alternatives or more. */
  record Braces(Span span, List<Word> alternatives) implements WordPart {
    /** Copies the list. */
    public Braces {
      alternatives = List.copyOf(alternatives);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(alternatives);
    }
  }

  /**
   * <code>{1..9}</code>, <code>{a..z..2}</code>.
   *
   * @param from as written: an integer or one letter
   * @param step 0 if not given
   */
  record BraceRange(Span span, String from, String to, long step) implements WordPart {}

  /**
   * An unquoted {@code ~} where the shell expands it.
   *
   * @param login what follows it: empty, a user's name, {@code +}, {@code -} or a number
   */
  record Tilde(Span span, String login) implements WordPart {}

  /** {@code (a b c)} after {@code name=}. */
  record ArrayLiteral(Span span, List<ArrayElement> elements) implements WordPart {
    /** Copies the list. */
    public ArrayLiteral {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(elements);
    }
  }
}
