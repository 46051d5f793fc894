package dev.pinfold.policy;

import java.util.List;

/** Spellings of options: is this word that option? */
final class OptionWord {
  /** A longer word after one dash is a name ({@code -chdir}), no cluster of letters. */
  private static final int MAX_CLUSTER = 6;

  private OptionWord() {}

  /**
   * Whether {@code word} may be {@code option}: {@code --force} is also {@code --forc} and {@code
   * --force=x}, {@code -f} is also in {@code -xf}, {@code -auto} is also {@code --auto}; and what
   * the program's grammar knows as the same option. The careful side for a refusal.
   */
  static boolean spells(String word, String option, List<Program> grammars) {
    return spelt(word, option)
        || grammars.stream()
            .map(program -> program.exact(option))
            .anyMatch(
                spec -> spec != null && spec.names().stream().anyMatch(name -> spelt(word, name)));
  }

  private static boolean spelt(String word, String option) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (name.equals(option)) {
      return true;
    }
    boolean isLong = name.startsWith("--");
    if (option.length() > 2 && option.charAt(0) == '-') {
      String bare = option.substring(option.startsWith("--") ? 2 : 1);
      return isLong
          ? name.length() > 2 && bare.startsWith(name.substring(2))
          : name.length() > 2 && bare.equals(name.substring(1));
    }
    return option.length() == 2
        && !isLong
        && name.length() > 2
        && name.length() <= MAX_CLUSTER
        && name.charAt(0) == option.charAt(0)
        && name.indexOf(option.charAt(1), 1) > 0;
  }

  /**
   * Whether {@code word} is nothing but one of {@code options}, perhaps with a value, or a cluster
   * of them. The careful side for an exception.
   */
  static boolean isOneOf(String word, List<String> options) {
    int equals = word.indexOf('=');
    if (options.contains(equals < 0 ? word : word.substring(0, equals))) {
      return true;
    }
    return word.length() > 2
        && word.charAt(0) == '-'
        && word.charAt(1) != '-'
        && word.chars().skip(1).allMatch(c -> options.contains("-" + (char) c));
  }
}
