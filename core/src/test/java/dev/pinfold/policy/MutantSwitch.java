package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the conditions of {@linkplain MutatedClasses mutated classes} call: it notes which of them a
 * row reaches, and changes the answer of the one that is switched on. Public because the mutated
 * classes belong to another loader. One thread at a time.
 */
public final class MutantSwitch {
  /** A row needs some thousand conditions; a mutant that never ends is found out at this count. */
  private static final int MAX_CALLS = 2_000_000;

  /** Thrown when a mutant makes a loop endless: whoever waits would notice. */
  public static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final List<String> MUTANTS = new ArrayList<>();
  private static final Map<String, Integer> NUMBERS = new HashMap<>();
  private static final Set<Integer> TABLES = new HashSet<>();
  private static final Map<String, List<Pattern>> PATTERNS = new HashMap<>();
  private static BitSet reached = new BitSet();
  private static int active = -1;
  private static int calls;

  private MutantSwitch() {}

  /** Names of all mutants known so far, by number. */
  static List<String> mutants() {
    return MUTANTS;
  }

  /** Switches a mutant on, or all off with -1, and starts to note again. */
  static void activate(int mutant) {
    active = mutant;
    reached = new BitSet();
    calls = 0;
  }

  /** The mutants that would have changed something since {@link #activate}. */
  static BitSet reached() {
    return reached;
  }

  static int number(String name) {
    return NUMBERS.computeIfAbsent(
        name,
        added -> {
          MUTANTS.add(added);
          return MUTANTS.size() - 1;
        });
  }

  private static boolean hit(int mutant) {
    if (++calls > MAX_CALLS) {
      throw new Endless();
    }
    reached.set(mutant);
    return mutant == active;
  }

  /** A condition: the mutant turns it round. */
  public static boolean condition(boolean value, int mutant) {
    return hit(mutant) != value;
  }

  /** A text: the mutant is one that nothing equals. */
  public static String text(String value, int mutant) {
    return hit(mutant) ? "\u0001" : value;
  }

  /** A table: one mutant for each entry, without which it is not found. */
  public static boolean contains(Collection<?> table, Object wanted, int site) {
    String name = MUTANTS.get(site) + " without ";
    if (table instanceof Set && TABLES.add(site)) {
      table.forEach(entry -> number(name + entry));
    }
    return table.contains(wanted) ? !hit(number(name + wanted)) : condition(false, site);
  }

  /** A regular expression: one mutant for each alternative, without which it does not match. */
  public static boolean matches(String text, String pattern, int site) {
    List<Pattern> alternatives = PATTERNS.computeIfAbsent(pattern, MutantSwitch::alternatives);
    List<Pattern> matching =
        alternatives.stream().filter(each -> each.matcher(text).matches()).toList();
    boolean matches = condition(!matching.isEmpty(), site);
    boolean removed =
        alternatives.size() > 1
            && matching.size() == 1
            && hit(number(MUTANTS.get(site) + " without " + matching.getFirst()));
    return matches && !removed;
  }

  /** The alternatives on the top level of a pattern, or the pattern alone. */
  private static List<Pattern> alternatives(String pattern) {
    List<Pattern> found = new ArrayList<>();
    String flags = pattern.startsWith("(?i)") ? "(?i)" : "";
    int depth = 0;
    int start = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
      } else if (c == '|' && depth == 0) {
        found.add(Pattern.compile(flags + pattern.substring(start, i)));
        start = i + 1;
      }
    }
    found.add(Pattern.compile(flags + pattern.substring(start)));
    return found;
  }
}
