package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Variables that by their name hold a secret, where a command prints them for all to see. */
final class SecretVariables {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(.*_)?(SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)(_.*)?");

  private static final Set<String> PRINTERS = Set.of("echo", "printf", "print");

  private SecretVariables() {}

  static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /**
   * The word of {@code echo} or {@code printf} that prints one which this text has not set itself.
   * What goes on into a pipe, a file or a substitution is not printed.
   */
  static Optional<Word> printed(
      Command.Simple command, String program, ShellState state, Scope scope) {
    if (!PRINTERS.contains(program)
        || scope.forks()
        || scope.via().contains("$( )")
        || !command.redirects().isEmpty()) {
      return Optional.empty();
    }
    return command.words().stream().filter(word -> holds(word.parts(), state)).findFirst();
  }

  private static boolean holds(List<WordPart> parts, ShellState state) {
    for (WordPart part : parts) {
      boolean found =
          part instanceof WordPart.DoubleQuoted quoted
              ? holds(quoted.parts(), state)
              : part instanceof WordPart.Parameter parameter
                  && !parameter.length()
                  && parameter.operation().isEmpty()
                  && isSecret(parameter.name())
                  && state.get(parameter.name()).isEmpty();
      if (found) {
        return true;
      }
    }
    return false;
  }
}
