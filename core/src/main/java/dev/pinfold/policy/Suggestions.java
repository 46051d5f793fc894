package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a command that does the harmless part of what a refused one wanted: about the words that
 * matched where that can be said, else the rule's own suggestion. What the policy does not allow in
 * the same place is never suggested.
 */
final class Suggestions {
  /** So many matches of one text get a suggestion; each may cost a judgement of its own. */
  private static final int MAX = 4;

  /**
   * By rule: {@code {word}} is the word that matched, {@code {source}} the same as it was written,
   * not expanded, {@code {name}} the last component of the path, {@code {url}} the first address in
   * the text.
   */
  private static final Map<String, String> FITTING =
      Map.of(
          "floor.program.unknown", "printf '%s\\n' {source}",
          "floor.code.downloaded", "curl -fsSLO {url}",
          "floor.delete.outside", "ls -ld {word}",
          "floor.delete.workspace", "ls -A {word}",
          "floor.delete.unknown", "printf '%s\\n' {source}",
          "floor.move.outside", "cp -r {word} .",
          "floor.mode.outside", "ls -ld {word}",
          "floor.write.system", "tee {name}",
          "allow.program-path", "{name}");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(word|source|name|url)}");

  /** Nothing in it needs quotes, or loses its meaning in them. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./~@%+=:,*?-]{1,200}");

  private static final Pattern WINDOWS_PATH = Pattern.compile("[A-Za-z0-9_.~:\\\\*-]{1,200}");

  private static final Pattern URL = Pattern.compile("https?://[A-Za-z0-9_./~@%+=:,?&#-]+");

  private final String text;
  private final boolean windows;
  private final Predicate<String> allowed;
  private final Map<String, Boolean> judged = new HashMap<>();
  private int given;

  /**
   * Suggestions for one text.
   *
   * @param text what was judged
   * @param allowed whether the policy allows a command in the same place
   */
  Suggestions(String text, Dialect dialect, Predicate<String> allowed) {
    this.text = text;
    this.windows = dialect == Dialect.CMD || dialect == Dialect.POWERSHELL;
    this.allowed = allowed;
  }

  /**
   * A command instead of the one whose words at {@code span} are {@code detail}, if there is one.
   */
  Optional<String> instead(Rule rule, Span span, String detail) {
    if (given++ >= MAX) {
      return Optional.empty();
    }
    Optional<String> fitting =
        Optional.ofNullable(FITTING.get(rule.id()))
            .filter(template -> !windows || template.startsWith("ls "))
            .map(template -> windows ? "dir {word}" : template)
            .flatMap(template -> filled(template, span, detail))
            .filter(this::isAllowed);
    return windows ? fitting : fitting.or(() -> rule.suggestion().filter(this::isAllowed));
  }

  private boolean isAllowed(String command) {
    return judged.computeIfAbsent(command, allowed::test);
  }

  private Optional<String> filled(String template, Span span, String detail) {
    Matcher placeholder = PLACEHOLDER.matcher(template);
    if (!placeholder.find()) {
      return Optional.of(template);
    }
    String source = text.substring(span.start(), span.end());
    Optional<String> value =
        switch (placeholder.group(1)) {
          case "word" -> windows ? windowsPath(source) : word(source, detail);
          case "source" -> unexpanded(source);
          case "name" -> Optional.of(PathText.name(detail)).filter(name -> isPlain(name));
          default -> URL.matcher(text).results().map(found -> found.group()).findFirst();
        };
    return value.map(found -> template.replace(placeholder.group(), found));
  }

  private static Optional<String> windowsPath(String source) {
    return Optional.of(source).filter(path -> WINDOWS_PATH.matcher(path).matches());
  }

  private static boolean isPlain(String word) {
    return PLAIN.matcher(word).matches() && !word.startsWith("-");
  }

  private static Optional<String> word(String source, String detail) {
    if (isPlain(source)) {
      return Optional.of(source);
    }
    boolean shown = detail.isEmpty() || detail.startsWith("-") || detail.matches("(?s).*[<$~].*");
    return shown ? Optional.empty() : Optional.of(ShellQuoting.quote(detail));
  }

  /** One word with an expansion in it: {@code "$X"/a}. */
  private static Optional<String> unexpanded(String source) {
    return source.matches(
            "\"?[A-Za-z0-9_./-]*\\$\\{?[A-Za-z_][A-Za-z0-9_]*}?\"?[A-Za-z0-9_./-]*\"?")
        ? Optional.of(source)
        : Optional.empty();
  }
}
