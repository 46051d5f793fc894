package dev.pinfold.policy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What PowerShell text calls of .NET: static methods, and the ones of items. */
final class DotNetCalls {
  private static final Pattern STATIC =
      Pattern.compile("(?s)\\[([A-Za-z0-9_.]+)\\]::([A-Za-z]+).*");

  private static final Pattern OF_ITEM =
      Pattern.compile("(?is)" + Marks.HOLE + "\\.(delete|moveto)\\W?.*");

  private static final Set<String> FILES =
      Set.of("file", "directory", "fileinfo", "directoryinfo", "filesystem");

  /** Types that compute and touch nothing. */
  private static final Set<String> COMPUTES =
      Set.of(
          "array",
          "bitconverter",
          "bool",
          "char",
          "console",
          "convert",
          "cultureinfo",
          "datetime",
          "decimal",
          "double",
          "encoding",
          "guid",
          "int",
          "int32",
          "int64",
          "long",
          "math",
          "path",
          "regex",
          "string",
          "timespan",
          "uri",
          "version");

  /** A path of the workspace, where an argument is missing. */
  private static final String INSIDE = "x";

  private DotNetCalls() {}

  /** What a call does to its first argument, and to its second. */
  private enum Effect {
    NONE,
    READS,
    WRITES,
    COPIES,
    MOVES,
    DELETES,
    /** Not known, or no static call at all. */
    UNKNOWN
  }

  /** The effect of the static call that a word begins with. */
  private static Effect ofStatic(String word) {
    Matcher call = STATIC.matcher(word);
    if (!call.matches()) {
      return Effect.UNKNOWN;
    }
    String type = call.group(1).toLowerCase(Locale.ROOT).replaceFirst("^.*\\.", "");
    String method = call.group(2).toLowerCase(Locale.ROOT);
    if (COMPUTES.contains(type)) {
      return Effect.NONE;
    }
    return FILES.contains(type) ? ofFile(method) : Effect.UNKNOWN;
  }

  private static Effect ofFile(String method) {
    if (method.startsWith("delete")) {
      return Effect.DELETES;
    }
    if (method.startsWith("move") || method.equals("replace")) {
      return Effect.MOVES;
    }
    if (method.startsWith("copy")) {
      return Effect.COPIES;
    }
    boolean reads =
        List.of("read", "exists", "get", "enumerate", "opentext", "openread").stream()
            .anyMatch(method::startsWith);
    return reads ? Effect.READS : Effect.WRITES;
  }

  /** Judges the call that a command's first word is; false when it is none that is known. */
  static boolean judge(
      Argument program,
      PowerShellLine.Part part,
      Map<String, String> variables,
      WindowsItems items) {
    List<PowerShellLine.Part> group =
        part.nested().isEmpty()
            ? List.of()
            : PowerShellLine.split(part.nested().getFirst(), variables);
    if (OF_ITEM.matcher(program.value()).matches() && !group.isEmpty()) {
      group.stream()
          .flatMap(each -> PipedItems.of(each).stream())
          .forEach(path -> items.delete(new Argument(path, program.span())));
      return true;
    }
    List<Argument> arguments =
        group.stream()
            .flatMap(each -> each.words().stream())
            .map(word -> new Argument(word.value(), program.span()))
            .toList();
    return apply(
        ofStatic(program.value()),
        arguments.isEmpty() ? program.with(INSIDE) : arguments.getFirst(),
        arguments.size() < 2 ? program.with(INSIDE) : arguments.get(1),
        items);
  }

  private static boolean apply(Effect effect, Argument first, Argument second, WindowsItems items) {
    switch (effect) {
      case NONE -> {}
      case READS -> items.read(first);
      case WRITES -> items.write(first);
      case COPIES -> {
        items.read(first);
        items.write(second);
      }
      case MOVES -> {
        items.moveAway(first);
        items.write(second);
      }
      case DELETES -> items.delete(first);
      case UNKNOWN -> {
        return false;
      }
    }
    return true;
  }
}
