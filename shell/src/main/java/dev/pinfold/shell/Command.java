package dev.pinfold.shell;

import java.util.List;
import java.util.Optional;

/**
 * A command: simple, compound, or composed of others by operators.
 *
 * <p>A pipeline of one command without {@code !} and {@code time} is that command itself, and so is
 * an and-or list of one. Lists are flat: a chain of 100,000 commands is one node with 100,000
 * children.
 */
public sealed interface Command extends Node {

  /**
   * The redirections after (or, for a simple command, among) the words; empty for composed
   * commands.
   */
  default List<Redirect> redirects() {
    return List.of();
  }

  /** How an and-or list goes on. */
  enum Connector {
    /** {@code &&}. */
    AND,
    /** {@code ||}. */
    OR
  }

  /**
   * Two or more commands joined by {@code &&} and {@code ||}.
   *
   * @param connectors one fewer than commands: {@code connectors.get(i)} stands before {@code
   *     commands.get(i + 1)}
   */
  record AndOr(Span span, List<Command> commands, List<Connector> connectors) implements Command {
    /** Copies the lists. */
    public AndOr {
      commands = List.copyOf(commands);
      connectors = List.copyOf(connectors);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(commands);
    }
  }

  /**
   * Commands joined by {@code |} and {@code |&}, or one command with {@code !} or <code>time</code>
   * before it.
   *
   * @param negated whether an odd number of {@code !} stands before it
   * @param timed whether <code>time</code> stands before it
   * @param commands empty only for a lone {@code !} or <code>time</code>
   * @param withErrors one fewer than commands: whether the operator before command {@code i + 1} is
   *     {@code |&}
   */
  record Pipeline(
      Span span, boolean negated, boolean timed, List<Command> commands, List<Boolean> withErrors)
      implements Command {
    /** Copies the lists. */
    public Pipeline {
      commands = List.copyOf(commands);
      withErrors = List.copyOf(withErrors);
    }

    @Override
    public List<Node> children() {
      return List.copyOf(commands);
    }
  }

  /**
   * Assignments, words and redirections: the program is the first word, after expansion.
   *
   * @param assignments those before the first word
   * @param words the command name and its arguments; empty for assignments or redirections alone
   */
  record Simple(Span span, List<Assignment> assignments, List<Word> words, List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public Simple {
      assignments = List.copyOf(assignments);
      words = List.copyOf(words);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(assignments, words, redirects);
    }
  }

  /** {@code ( list )}: runs in a process of its own. */
  record Subshell(Span span, List<Statement> body, List<Redirect> redirects) implements Command {
    /** Copies the lists. */
    public Subshell {
      body = List.copyOf(body);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(body, redirects);
    }
  }

  /** <code>{ list; }</code>: runs in this shell. */
  record Group(Span span, List<Statement> body, List<Redirect> redirects) implements Command {
    /** Copies the lists. */
    public Group {
      body = List.copyOf(body);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(body, redirects);
    }
  }

  /** One {@code if} or {@code elif} with its {@code then}: part of an {@link If}. */
  record Branch(List<Statement> condition, List<Statement> body) {
    /** Copies the lists. */
    public Branch {
      condition = List.copyOf(condition);
      body = List.copyOf(body);
    }
  }

  /**
   * {@code if … then … elif … else … fi}.
   *
   * @param branches at least one
   * @param otherwise what stands after {@code else}; empty if there is none
   */
  record If(Span span, List<Branch> branches, List<Statement> otherwise, List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public If {
      branches = List.copyOf(branches);
      otherwise = List.copyOf(otherwise);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.ofIf(this);
    }
  }

  /**
   * {@code while} or {@code until}.
   *
   * @param until whether it runs until the condition holds, instead of while it holds
   */
  record Loop(
      Span span,
      boolean until,
      List<Statement> condition,
      List<Statement> body,
      List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public Loop {
      condition = List.copyOf(condition);
      body = List.copyOf(body);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(condition, body, redirects);
    }
  }

  /**
   * {@code for name in words} or {@code select name in words}.
   *
   * @param select whether it is {@code select}
   * @param words what stands after {@code in}; empty if there is no {@code in}: then it is {@code
   *     "$@"}
   */
  record For(
      Span span,
      boolean select,
      String name,
      Optional<List<Word>> words,
      List<Statement> body,
      List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public For {
      words = words.map(List::copyOf);
      body = List.copyOf(body);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(words.orElse(List.of()), body, redirects);
    }
  }

  /**
   * {@code for (( init; condition; update ))}.
   *
   * @param header the three expressions, each a word part of its own
   */
  record ArithmeticFor(
      Span span, List<WordPart.Arithmetic> header, List<Statement> body, List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public ArithmeticFor {
      header = List.copyOf(header);
      body = List.copyOf(body);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(header, body, redirects);
    }
  }

  /** {@code case word in … esac}. */
  record Case(Span span, Word subject, List<CaseItem> items, List<Redirect> redirects)
      implements Command {
    /** Copies the lists. */
    public Case {
      items = List.copyOf(items);
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(List.of(subject), items, redirects);
    }
  }

  /** {@code [[ expression ]]}. */
  record Test(Span span, Conditional expression, List<Redirect> redirects) implements Command {
    /** Copies the list. */
    public Test {
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(List.of(expression), redirects);
    }
  }

  /** {@code (( expression ))}. */
  record ArithmeticCommand(Span span, WordPart.Arithmetic expression, List<Redirect> redirects)
      implements Command {
    /** Copies the list. */
    public ArithmeticCommand {
      redirects = List.copyOf(redirects);
    }

    @Override
    public List<Node> children() {
      return Children.inOrder(List.of(expression), redirects);
    }
  }

  /** {@code name() body} or {@code function name body}; redirections belong to the body. */
  record FunctionDefinition(Span span, String name, Command body) implements Command {
    @Override
    public List<Node> children() {
      return List.of(body);
    }
  }

  /**
   * {@code coproc [name] command}; redirections belong to the body.
   *
   * @param name empty if not given: then it is {@code COPROC}
   */
  record Coproc(Span span, Optional<String> name, Command body) implements Command {
    @Override
    public List<Node> children() {
      return List.of(body);
    }
  }
}
