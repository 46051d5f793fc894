package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.CommandSubstitution;
import dev.pinfold.shell.WordPart.Parameter;
import dev.pinfold.shell.WordPart.ProcessSubstitution;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a dollar sign begins, and the other substitutions (POSIX 2.6). */
final class Dollars {
  private final Grammar grammar;
  private final Cursor cursor;

  /**
   * Substitutions that were read while guessing at {@code ((}, by their offset: if the guess fails
   * they are not read again, which keeps the parser linear.
   */
  private final Map<Integer, Done> done = new HashMap<>();

  private record Done(WordPart part, int end) {}

  Dollars(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  /** Reads from a dollar sign. */
  void read(Parts parts, boolean quoted) {
    int second = cursor.peekSecond();
    if (second == '(') {
      parts.add(once(this::parenthesis));
    } else if (second == '{') {
      parts.add(grammar.parameters.braced(quoted));
    } else if (second == '[' && grammar.bash()) {
      parts.add(grammar.arithmetics.bracketed());
    } else if (second == '\'' && grammar.bash() && !quoted) {
      parts.add(ansi());
    } else if (second == '"' && grammar.bash() && !quoted) {
      parts.add(grammar.quotes.twofold(true));
    } else if (Tokens.startsName(second) || Parameters.special(second) || Tokens.digit(second)) {
      parts.add(unbraced());
    } else {
      parts.take();
    }
  }

  private Parameter unbraced() {
    int start = cursor.pos();
    cursor.next();
    var name = new StringBuilder();
    boolean single = !Tokens.startsName(cursor.peek());
    do {
      name.append((char) cursor.peek());
      cursor.next();
    } while (!single && Tokens.continuesName(cursor.peek()));
    return new Parameter(
        cursor.span(start), name.toString(), false, false, Optional.empty(), Optional.empty());
  }

  private WordPart once(Supplier<WordPart> reader) {
    int start = cursor.pos();
    Done known = done.get(start);
    if (known != null) {
      cursor.moveTo(known.end());
      return known.part();
    }
    WordPart part = reader.get();
    if (grammar.arithmetics.guessing()) {
      done.put(start, new Done(part, cursor.lastEnd()));
    }
    return part;
  }

  private WordPart parenthesis() {
    int start = cursor.pos();
    cursor.next();
    boolean doubled = cursor.peekSecond() == '(';
    if (doubled) {
      WordPart.@Nullable Arithmetic arithmetic = grammar.arithmetics.doubled(start);
      if (arithmetic != null) {
        return arithmetic;
      }
      if (!grammar.bash()) {
        throw grammar.wrong(start, "no closing \"))\"");
      }
    } else {
      cursor.next();
    }
    grammar.budget.defer(doubled);
    Script script = script(true);
    grammar.budget.undefer(doubled);
    return new CommandSubstitution(cursor.span(start), script, false);
  }

  /**
   * Commands up to a closing parenthesis, which is consumed.
   *
   * @param inherits whether they begin in the state of the command around them
   */
  private Script script(boolean inherits) {
    int start = cursor.pos();
    grammar.enter();
    boolean declaring = grammar.simpleCommands.suspend(inherits);
    List<HereDocument> outer = grammar.hereDocuments.suspend();
    List<Statement> statements = grammar.statements.substituted();
    if (!cursor.at(')')) {
      throw grammar.unexpected("\")\" of the substitution");
    }
    if (grammar.hereDocuments.pending()) {
      // Shells disagree about where its body is: on the lines after the substitution, or nowhere.
      throw grammar.unsupported(start, "a here-document without its body in the substitution");
    }
    grammar.hereDocuments.resume(outer);
    grammar.simpleCommands.resume(declaring);
    Span span = cursor.span(start, cursor.pos());
    cursor.next();
    grammar.leave();
    return new Script(span, statements);
  }

  boolean startsProcessSubstitution() {
    return grammar.bash() && (cursor.at('<', '(') || cursor.at('>', '('));
  }

  /**
   * Reads {@code <(…)} or {@code >(…)}.
   *
   * @param first whether a word begins with it: then it is a token of its own to bash, and inherits
   *     nothing
   */
  WordPart processSubstitution(boolean first) {
    return once(
        () -> {
          int start = cursor.pos();
          boolean output = cursor.at('>');
          cursor.next();
          cursor.next();
          boolean doubled = cursor.at('(');
          grammar.budget.defer(doubled);
          Script script = script(!first);
          grammar.budget.undefer(doubled);
          return new ProcessSubstitution(cursor.span(start), script, output);
        });
  }

  /**
   * Backquotes: the text between them is parsed after one level of backslashes is gone.
   *
   * @param quoted whether they stand in double quotes, where a backslash also quotes {@code "}
   */
  WordPart backquoted(boolean quoted) {
    return once(
        () -> {
          int start = cursor.pos();
          grammar.enter();
          String special = quoted ? "`\\$\"" : "`\\$";
          Grammar inner = unescaped(start, special);
          grammar.budget.defer(grammar.bash());
          Script script = inner.statements.script();
          grammar.budget.undefer(grammar.bash());
          grammar.leave();
          return new CommandSubstitution(cursor.span(start), script, true);
        });
  }

  private Grammar unescaped(int start, String special) {
    String text = cursor.text();
    var inner = new StringBuilder();
    int[] origin = new int[16];
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != '`') {
      boolean escape =
          text.charAt(i) == '\\'
              && i + 1 < text.length()
              && special.indexOf(text.charAt(i + 1)) >= 0;
      i += escape ? 1 : 0;
      origin = put(origin, inner.length(), cursor.origin(i));
      inner.append(text.charAt(i));
      if (!escape && text.charAt(i) == '\\' && i + 1 < text.length()) {
        i++;
        origin = put(origin, inner.length(), cursor.origin(i));
        inner.append(text.charAt(i));
      }
      i++;
    }
    if (i >= text.length()) {
      throw grammar.wrong(start, "no closing `");
    }
    origin = put(origin, inner.length(), cursor.origin(i));
    cursor.jump(i + 1);
    return grammar.derived(inner.toString(), Arrays.copyOf(origin, inner.length() + 1));
  }

  static int[] put(int[] origin, int index, int value) {
    int[] target = index < origin.length ? origin : Arrays.copyOf(origin, 2 * index);
    target[index] = value;
    return target;
  }

  /** Reads {@code $'…'}. */
  WordPart ansi() {
    int start = cursor.pos();
    String text = cursor.text();
    int open = text.indexOf('\'', start);
    int i = open + 1;
    while (i < text.length() && text.charAt(i) != '\'') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    if (i >= text.length()) {
      throw grammar.wrong(start, "no closing ' of $'");
    }
    String raw = text.substring(open + 1, i);
    cursor.jump(i + 1);
    return new WordPart.AnsiQuoted(cursor.span(start), AnsiEscapes.decode(raw));
  }
}
