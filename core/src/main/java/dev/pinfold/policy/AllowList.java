package dev.pinfold.policy;

import dev.pinfold.shell.Assignment;
import dev.pinfold.shell.BraceExpansion;
import dev.pinfold.shell.Command;
import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.Script;
import dev.pinfold.shell.ShellParser;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The profiles without a shell: one program of the allow list, constant words, known options, paths
 * inside the workspace. What is allowed here is executed as the vector that was judged, so nothing
 * is expanded a second time.
 *
 * <p>An unquoted pathname pattern is judged as a pattern; whoever runs the command expands it below
 * the workspace and has the resulting vector judged again.
 */
final class AllowList {
  /** Variables that only choose language, time zone and terminal. */
  private static final Set<String> ENVIRONMENT =
      Set.of("LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "LINES", "NO_COLOR");

  /** Unquoted, {@code %NAME%} is meant for cmd.exe; no program here understands it. */
  private static final Pattern CMD_VARIABLE = Pattern.compile("%[A-Za-z_][A-Za-z_0-9()]*%");

  private final Profile profile;
  private final Additions additions;
  private final PolicyContext context;
  private final Verdicts verdicts;

  AllowList(Profile profile, Additions additions, PolicyContext context, Verdicts verdicts) {
    this.profile = profile;
    this.additions = additions;
    this.context = context;
    this.verdicts = verdicts;
  }

  void text(String text, dev.pinfold.shell.Dialect dialect) {
    switch (ShellParser.parse(text, dialect)) {
      case ParseResult.Failure failure ->
          verdicts.add("allow.parse", ScriptWalk.clip(failure.span(), text), failure.message());
      case ParseResult.Parsed parsed -> script(parsed.script());
    }
  }

  private void script(Script script) {
    if (script.statements().isEmpty()) {
      verdicts.add("allow.empty", script.span(), "");
    } else if (script.statements().size() > 1 || script.statements().getFirst().background()) {
      verdicts.add("allow.syntax", script.span(), "several commands");
    } else if (script.statements().getFirst().command() instanceof Command.Simple simple) {
      simple(simple);
    } else {
      verdicts.add("allow.syntax", script.span(), "a pipeline, list or compound command");
    }
  }

  private void simple(Command.Simple simple) {
    simple
        .redirects()
        .forEach(redirect -> verdicts.add("allow.syntax", redirect.span(), "a redirection"));
    simple.assignments().forEach(this::assignment);
    List<Argument> words = new ArrayList<>();
    for (Word word : simple.words()) {
      for (List<WordPart> parts : words(word)) {
        words.add(constant(word, parts));
      }
    }
    if (words.isEmpty()) {
      verdicts.add("allow.empty", simple.span(), "");
    } else {
      vector(words, simple.span());
    }
  }

  /** Lists in braces are expanded; ranges are left, and refused. */
  private static List<List<WordPart>> words(Word word) {
    return word.parts().stream().anyMatch(part -> part instanceof WordPart.BraceRange)
        ? List.of(word.parts())
        : BraceExpansion.of(word).orElse(List.of(word.parts()));
  }

  private void assignment(Assignment assignment) {
    Word value = assignment.value();
    String text = constant(value, value.parts()).value();
    boolean named = ENVIRONMENT.contains(assignment.name()) || assignment.name().startsWith("LC_");
    boolean path =
        assignment.name().equals("TZ")
            ? text.startsWith("/") || text.startsWith(":") || text.contains("..")
            : text.indexOf('/') >= 0;
    if (!named || path || assignment.append() || assignment.subscript().isPresent()) {
      verdicts.add("allow.environment", assignment.span(), assignment.name());
    }
  }

  private Argument constant(Word word, List<WordPart> parts) {
    StringBuilder out = new StringBuilder();
    for (WordPart part : parts) {
      append(part, word, out);
    }
    String value = out.toString();
    int open = value.lastIndexOf(Marks.BRACKET);
    boolean closed = open >= 0 && value.indexOf(']', open + 1) > 0;
    return new Argument(closed ? value : value.replace(Marks.BRACKET, '['), word.span());
  }

  private void append(WordPart part, Word word, StringBuilder out) {
    switch (part) {
      case WordPart.Literal literal -> {
        if (CMD_VARIABLE.matcher(literal.text()).find()) {
          expansion(word, "a variable of cmd.exe");
        }
        out.append(Marks.literal(literal.text()));
      }
      case WordPart.Escaped escaped -> out.append(Marks.literal(escaped.text()));
      case WordPart.SingleQuoted quoted -> out.append(Marks.literal(quoted.text()));
      case WordPart.AnsiQuoted quoted -> out.append(Marks.literal(quoted.text()));
      case WordPart.DoubleQuoted quoted -> {
        if (quoted.localized()) {
          expansion(word, "$\"…\"");
        }
        quoted.parts().forEach(inner -> append(inner, word, out));
      }
      case WordPart.Glob glob ->
          out.append(
              switch (glob.text()) {
                case "*" -> Marks.STAR;
                case "?" -> Marks.QUESTION;
                default -> Marks.BRACKET;
              });
      case WordPart.Parameter _ -> expansion(word, "a variable");
      case WordPart.CommandSubstitution _ -> expansion(word, "a command substitution");
      case WordPart.ProcessSubstitution _ -> expansion(word, "a process substitution");
      case WordPart.Arithmetic _ -> expansion(word, "arithmetic");
      case WordPart.ExtGlob _ -> expansion(word, "an extended pattern");
      case WordPart.Tilde _ -> expansion(word, "a tilde");
      case WordPart.ArrayLiteral _ -> expansion(word, "an array");
      case WordPart.Braces _, WordPart.BraceRange _ -> expansion(word, "a brace range");
    }
  }

  private void expansion(Word word, String what) {
    verdicts.add("allow.syntax", word.span(), what);
  }

  /** Judges a vector whose words are constant or patterns. */
  void vector(List<Argument> words, Span span) {
    verdicts.trace().open(words, span, List.of());
    judge(words, span);
    verdicts.trace().close();
  }

  private void judge(List<Argument> words, Span span) {
    verdicts.found(new Vector(words, span, List.of()));
    Argument program = words.getFirst();
    String name = program.value();
    if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      verdicts.add("allow.program-path", program.span(), name);
      return;
    }
    additions.judge(words, span, context, verdicts);
    if (additions.programs().contains(name)) {
      extra(words.subList(1, words.size()));
      return;
    }
    Program spec = ProgramTable.builtIn().find(name);
    boolean listed =
        spec != null && (spec.is("ro") || (spec.is("rw") && profile == Profile.READ_WRITE));
    verdicts.trace().understood(spec == null ? Trace.Kind.OTHER_PROGRAM : Trace.Kind.PROGRAM, name);
    if (spec == null || !(listed || name.equals("git") || name.equals("sed"))) {
      verdicts.add("allow.program", program.span(), program.display());
      return;
    }
    AllowedArguments arguments = new AllowedArguments(profile, context, verdicts);
    arguments.judge(name, spec, words);
  }

  /** A program that the owner added: there are no option rules for it, but paths stay inside. */
  private void extra(List<Argument> words) {
    AllowedArguments arguments = new AllowedArguments(profile, context, verdicts);
    for (Argument word : words) {
      int equals = word.value().indexOf('=');
      arguments.inside(word, word.value());
      arguments.inside(word, word.value().substring(equals + 1));
      if (word.value().length() > 2 && word.value().charAt(0) == '-') {
        arguments.inside(word, word.value().substring(2));
      }
    }
  }
}
