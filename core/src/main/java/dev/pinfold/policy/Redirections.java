package dev.pinfold.policy;

import dev.pinfold.shell.HereDocument;
import dev.pinfold.shell.Redirect;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the redirections of a command make of its files and of its standard input. */
final class Redirections {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private Redirections() {}

  /** The redirections with their targets expanded. */
  static List<Execution.Redirection> of(List<Redirect> redirects, Expansion expansion) {
    List<Execution.Redirection> all = new ArrayList<>(redirects.size());
    for (Redirect redirect : redirects) {
      boolean here = redirect.hereDocument().isPresent();
      Argument target =
          here ? new Argument("", redirect.span()) : expansion.target(redirect.target());
      all.add(new Execution.Redirection(redirect.operator(), descriptor(redirect), target));
    }
    return all;
  }

  private static int descriptor(Redirect redirect) {
    String given = redirect.descriptor().orElse("");
    if (!given.isEmpty() && given.length() < 6 && given.chars().allMatch(Character::isDigit)) {
      return Integer.parseInt(given);
    }
    return given.isEmpty()
        ? switch (redirect.operator()) {
          case READ,
              READ_WRITE,
              DUPLICATE_INPUT,
              HERE_DOCUMENT,
              HERE_DOCUMENT_STRIPPED,
              HERE_STRING ->
              0;
          case WRITE, CLOBBER, APPEND, DUPLICATE_OUTPUT, WRITE_BOTH, APPEND_BOTH -> 1;
        }
        : 10;
  }

  /** The standard input that is left after all redirections; the last one counts. */
  static Input input(List<Redirect> redirects, Expansion expansion, ShellState state, Scope scope) {
    Input input = scope.input();
    for (Redirect redirect : redirects) {
      Optional<HereDocument> here = redirect.hereDocument();
      if (here.isPresent()) {
        String body = here.get().quoted() ? raw(here.get()) : expansion.quoted(here.get().body());
        input = descriptor(redirect) == 0 ? Input.ofHere(Input.Source.HERE_DOCUMENT, body) : input;
      } else if (descriptor(redirect) == 0) {
        input = inputFrom(redirect, expansion, state, input);
      }
    }
    return input;
  }

  private static Input inputFrom(
      Redirect redirect, Expansion expansion, ShellState state, Input before) {
    return switch (redirect.operator()) {
      case HERE_STRING ->
          Input.ofHere(Input.Source.HERE_STRING, expansion.single(redirect.target()) + "\n");
      case READ, READ_WRITE -> {
        String path = PathText.absolute(expansion.target(redirect.target()).value(), state.cwd());
        yield Input.ofFile(path, state.files().getOrDefault(path, UNKNOWN));
      }
      default -> before;
    };
  }

  private static String raw(HereDocument here) {
    StringBuilder out = new StringBuilder();
    for (WordPart part : here.body()) {
      if (part instanceof WordPart.Literal literal) {
        out.append(literal.text());
      } else if (part instanceof WordPart.SingleQuoted quoted) {
        out.append(quoted.text());
      }
    }
    return out.toString();
  }
}
