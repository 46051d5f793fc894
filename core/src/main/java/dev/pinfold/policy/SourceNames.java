package dev.pinfold.policy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in a program of another language that stand for something that its text tells: other names
 * of calls ({@code from os import system as s}, {@code f = os.system}, {@code {execSync: e}}) and
 * variables that are given one text and nothing else.
 */
final class SourceNames {
  /** {@code from os import system as s}. */
  private static final Pattern RENAMED = Pattern.compile("\\b(\\w{1,40}) as (\\w{1,40})\\b");

  /** {@code const {execSync: e} = …}. */
  private static final Pattern TAKEN_OUT = Pattern.compile("\\b(\\w{1,40})\\s?:\\s?(\\w{1,40})\\b");

  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?<![\\w.])\\$?(\\w{1,40})\\s{0,3}=\\s{0,3}\\\\?&?(?:\\w{1,40}(?:\\.|::)){0,4}[\"']?(\\w{1,40})[\"']?\\s*(?=[;\\n"
              + ",)}]|$)");

  private static final Pattern CONSTANT =
      Pattern.compile(
          "(?<![\\w.])[$@]?(\\w{1,40})\\s{0,3}:?=\\s{0,3}(?:\"([^\"\\n"
              + "\\\\]{0,4000})\"|'([^'\\n"
              + "\\\\]{0,4000})')\\s{0,3}(?=[;\\n"
              + ",)}]|$)");

  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?<![\\w.])[$@]?(\\w{1,40})\\s{0,3}[-+*/.|:]?=(?![=~>])");

  private static final Pattern IN_TEMPLATE = Pattern.compile("\\$\\{([^{}]*)}");
  private static final Pattern IN_RUBY = Pattern.compile("#\\{([^{}]*)}");
  private static final Pattern IN_FORMAT = Pattern.compile("\\{([^{}]*)}");

  private final Map<String, String> calls = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();

  SourceNames(String text) {
    RENAMED.matcher(text).results().forEach(match -> call(match.group(2), match.group(1)));
    TAKEN_OUT.matcher(text).results().forEach(match -> call(match.group(2), match.group(1)));
    ASSIGNED.matcher(text).results().forEach(match -> call(match.group(1), match.group(2)));
    CONSTANT
        .matcher(text)
        .results()
        .forEach(
            match ->
                texts.put(
                    match.group(1), match.group(2) == null ? match.group(3) : match.group(2)));
    if (!texts.isEmpty()) {
      forgetVariables(text);
    }
  }

  private void call(String name, String stands) {
    if (SourceWords.isCall(stands)) {
      calls.put(name, stands);
    }
  }

  /** What is assigned twice holds one of two things. */
  private void forgetVariables(String text) {
    Set<String> seen = new HashSet<>();
    ASSIGNMENT
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .filter(name -> !seen.add(name))
        .forEach(texts::remove);
  }

  /** The call that a name stands for. */
  String call(String name) {
    return calls.getOrDefault(name.startsWith("$") ? name.substring(1) : name, name);
  }

  /** A text with what the language puts into it; {@code prefix} is the word before its quote. */
  String filled(String text, String language, char quote, String prefix) {
    Pattern inserted =
        language.equals("ruby") && quote != '\''
            ? IN_RUBY
            : quote == '`'
                ? IN_TEMPLATE
                : prefix.matches("[rR]?[fF][rR]?") && language.startsWith("py") ? IN_FORMAT : null;
    return inserted == null
        ? text
        : inserted
            .matcher(text)
            .replaceAll(
                match -> {
                  String held = text(match.group(1).strip());
                  return Matcher.quoteReplacement(
                      held.isEmpty() ? String.valueOf(Marks.HOLE) : held);
                });
  }

  /** The text that a variable holds, empty for others. */
  String text(String variable) {
    return texts.getOrDefault(variable, "");
  }
}
