package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The items that a command of PowerShell passes on: constant text, or what a listing starts from.
 */
final class PipedItems {
  /** More items than this say nothing new. */
  private static final int MAX_ITEMS = 16;

  /** Commands that pass on what they are given, or less of it. */
  private static final Set<String> FILTERS =
      Set.of("where-object", "where", "?", "select-object", "select", "sort-object", "sort");

  private static final Set<String> LISTS =
      Set.of("get-childitem", "get-item", "resolve-path", "new-object");

  private static final Set<String> VALUED =
      Set.of(
          "-filter",
          "-include",
          "-exclude",
          "-depth",
          "-attributes",
          "-erroraction",
          "-ea",
          "-stream",
          "-credential");

  private static final String UNKNOWN = String.valueOf(Marks.HOLE);

  private PipedItems() {}

  static boolean filters(PowerShellLine.Part part) {
    return !part.words().isEmpty() && FILTERS.contains(Cmdlets.name(part.words().getFirst()));
  }

  /** The items, as paths; a hole for each that is not known. */
  static List<String> of(PowerShellLine.@Nullable Part part) {
    if (part == null || part.words().isEmpty()) {
      return List.of(UNKNOWN);
    }
    String text = part.text().strip();
    boolean value = !text.isEmpty() && "'\"$".indexOf(text.charAt(0)) >= 0;
    if (value && part.nested().isEmpty()) {
      return part.words().stream().limit(MAX_ITEMS).map(Argument::value).toList();
    }
    if (!LISTS.contains(Cmdlets.name(part.words().getFirst()))) {
      return List.of(UNKNOWN);
    }
    List<String> roots =
        paths(part.words().subList(1, part.words().size())).stream()
            .limit(MAX_ITEMS)
            .map(Argument::value)
            .filter(root -> !root.equals("."))
            .toList();
    return roots.isEmpty() ? List.of("x") : roots;
  }

  /** The words that are paths: not parameters, not the values of those that are none. */
  static List<Argument> paths(List<Argument> arguments) {
    List<Argument> paths = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i).value().toLowerCase(Locale.ROOT);
      if (!word.startsWith("-") || word.length() == 1) {
        paths.add(arguments.get(i));
      } else if (VALUED.contains(word)) {
        i++;
      } else if (word.indexOf(':') > 0 && word.matches("(?s)-(path|literalpath|lp).*:.*")) {
        paths.add(arguments.get(i).from(word.indexOf(':') + 1));
      }
    }
    return paths;
  }
}
