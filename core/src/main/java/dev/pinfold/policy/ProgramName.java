package dev.pinfold.policy;

import java.util.Locale;
import java.util.Set;

/**
 * The name by which the table and the rules know a program.
 *
 * <p>A refusal must not depend on letter case, a version in the name or the directory; so names are
 * compared without them. The allow-list profiles compare exactly.
 */
final class ProgramName {
  /**
   * Names that projects give to scripts of their own: a path to one is not the system's program.
   */
  private static final Set<String> COMMON_WORDS =
      Set.of(
          "init",
          "halt",
          "reboot",
          "shutdown",
          "poweroff",
          "kill",
          "mount",
          "format",
          "service",
          "test",
          "install",
          "script",
          "watch",
          "time",
          "at",
          "link",
          "ed",
          "fetch");

  private ProgramName() {}

  /** The name of the program that {@code word} runs; the word itself when it can't be told. */
  static String of(String word, String cwd, PolicyContext context) {
    int slash = word.lastIndexOf('/');
    String name = slash < 0 ? word : word.substring(slash + 1);
    if (slash >= 0 && COMMON_WORDS.contains(name) && Place.of(word, cwd, context).belongsToRun()) {
      return word;
    }
    int version = name.indexOf('@', 1);
    if (word.startsWith("@") && word.endsWith("/cli")) {
      return known(word.substring(1, word.indexOf('/')).replaceFirst("s$", ""));
    }
    return known(version > 0 ? name.substring(0, version) : name);
  }

  static String known(String name) {
    ProgramTable table = ProgramTable.builtIn();
    if (table.knows(name)) {
      return name;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (table.knows(lower)) {
      return lower;
    }
    String bare = withoutVersion(withoutExtension(lower));
    return table.knows(bare) ? bare : lower;
  }

  private static String withoutExtension(String name) {
    return name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name;
  }

  /** {@code python3.12} is {@code python}, {@code bash-5.2} is {@code bash}. */
  static String withoutVersion(String name) {
    int end = name.length();
    while (end > 0 && (Character.isDigit(name.charAt(end - 1)) || name.charAt(end - 1) == '.')) {
      end--;
    }
    if (end == name.length() || end == 0) {
      return name;
    }
    return name.charAt(end - 1) == '-' ? name.substring(0, end - 1) : name.substring(0, end);
  }
}
