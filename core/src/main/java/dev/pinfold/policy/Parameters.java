package dev.pinfold.policy;

import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The values of parameter expansions (POSIX XCU 2.6.2, bash manual 3.5.3). */
final class Parameters {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);
  private static final String NUMBER = String.valueOf(Marks.NUMBER);

  /** Variables that hold another number each time, whatever is assigned to them. */
  private static final Set<String> CHANGING =
      Set.of("RANDOM", "SRANDOM", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS");

  /** Variables of the shell that always hold a number. */
  private static final Set<String> NUMBERS =
      Set.of(
          "#",
          "?",
          "$",
          "!",
          "RANDOM",
          "SRANDOM",
          "SECONDS",
          "LINENO",
          "UID",
          "EUID",
          "PPID",
          "BASHPID",
          "EPOCHSECONDS",
          "COLUMNS",
          "LINES",
          "SHLVL",
          "OPTIND");

  private final Expansion expansion;
  private final ScriptWalk walk;
  private final ShellState state;
  private final Scope scope;

  Parameters(Expansion expansion, ScriptWalk walk, ShellState state, Scope scope) {
    this.expansion = expansion;
    this.walk = walk;
    this.state = state;
    this.scope = scope;
  }

  /** Whether the quoted expansion stays several words: {@code "$@"}, {@code "${a[@]}"}. */
  boolean isList(WordPart.Parameter parameter) {
    return !parameter.length()
        && (parameter.name().equals("@")
            || parameter.subscript().flatMap(Word::literal).filter("@"::equals).isPresent());
  }

  /** The operand of {@code ${x-word}} or {@code ${x+word}} where it is taken. */
  Optional<Word> chosenOperand(WordPart.Parameter parameter) {
    if (parameter.operation().isEmpty() || parameter.length() || parameter.indirect()) {
      return Optional.empty();
    }
    WordPart.Operation operation = parameter.operation().get();
    boolean taken =
        switch (operation.operator()) {
          case DEFAULT -> missing(operation, parameter.name(), first(base(parameter)));
          case ALTERNATIVE -> !missing(operation, parameter.name(), first(base(parameter)));
          default -> false;
        };
    return taken ? operation.operands().stream().findFirst() : Optional.empty();
  }

  private static String first(List<String> values) {
    return values.isEmpty() ? "" : values.getFirst();
  }

  List<String> values(WordPart.Parameter parameter) {
    List<String> values = base(parameter);
    for (String value : values) {
      if (!walk.spend(value.length())) {
        return List.of(UNKNOWN);
      }
    }
    if (parameter.indirect()) {
      values = indirect(values);
    }
    if (parameter.length()) {
      return List.of(NUMBER);
    }
    return parameter.operation().isPresent()
        ? apply(parameter.operation().get(), parameter, values)
        : values.isEmpty() && !isList(parameter) ? List.of("") : values;
  }

  private List<String> base(WordPart.Parameter parameter) {
    String name = parameter.name();
    if (parameter.subscript().isPresent()) {
      return element(name, parameter.subscript().get());
    }
    if (name.equals("@") || name.equals("*")) {
      List<String> all = state.positional();
      return all.size() < 2 ? List.of() : all.subList(1, all.size());
    }
    if (name.isEmpty()) {
      return List.of(UNKNOWN);
    }
    if (Character.isDigit(name.charAt(0))) {
      return List.of(positional(name));
    }
    if (CHANGING.contains(name)) {
      return List.of(NUMBER);
    }
    Optional<String> value =
        state.get(name).or(() -> name.equals("IFS") ? Optional.of(" \t\n") : Optional.empty());
    return List.of(value.orElse(NUMBERS.contains(name) ? NUMBER : UNKNOWN));
  }

  private String positional(String digits) {
    List<String> all = state.positional();
    int index = digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (index < all.size()) {
      return all.get(index);
    }
    return !all.isEmpty() && all.getLast().equals(UNKNOWN) ? UNKNOWN : "";
  }

  private List<String> element(String name, Word subscript) {
    Optional<List<String>> array = state.array(name);
    String index = subscript.literal().orElse("");
    if (index.equals("@") || index.equals("*")) {
      return array.orElse(List.of(UNKNOWN));
    }
    expansion.arithmeticWord(subscript);
    String number = expansion.single(subscript);
    if (array.isPresent()
        && !number.isEmpty()
        && number.length() < 5
        && number.chars().allMatch(Character::isDigit)) {
      int at = Integer.parseInt(number);
      return List.of(at < array.get().size() ? array.get().get(at) : "");
    }
    return List.of(UNKNOWN);
  }

  private List<String> indirect(List<String> names) {
    String name = names.isEmpty() ? "" : names.getFirst();
    walk.hiddenSubstitutions(name, state, scope);
    return List.of(Marks.any(name) ? UNKNOWN : state.get(name).orElse(UNKNOWN));
  }

  private List<String> apply(
      WordPart.Operation operation, WordPart.Parameter parameter, List<String> values) {
    String name = parameter.name();
    List<String> operands = operation.operands().stream().map(expansion::single).toList();
    String operand = operands.isEmpty() ? "" : operands.getFirst();
    String value = values.isEmpty() ? "" : values.getFirst();
    return switch (operation.operator()) {
      case DEFAULT -> missing(operation, name, value) ? List.of(operand) : values;
      case ASSIGN -> {
        if (missing(operation, name, value)) {
          state.set(name, operand);
          yield List.of(operand);
        }
        yield values;
      }
      case ERROR -> values;
      case ALTERNATIVE -> missing(operation, name, value) ? List.of("") : List.of(operand);
      case REMOVE_PREFIX ->
          hasQuotedPattern(operation)
              ? List.of(UNKNOWN)
              : values.stream()
                  .map(text -> removePrefix(text, operand, operation.symbol().length() > 1))
                  .toList();
      case REMOVE_SUFFIX ->
          hasQuotedPattern(operation)
              ? List.of(UNKNOWN)
              : values.stream()
                  .map(text -> removeSuffix(text, operand, operation.symbol().length() > 1))
                  .toList();
      case REPLACE -> each(values, text -> replace(text, operands, operation.symbol()));
      case SUBSTRING -> isAll(parameter) ? List.of(UNKNOWN) : substring(values, operands);
      case CASE ->
          operand.isEmpty()
              ? each(values, text -> changeCase(text, operation.symbol()))
              : List.of(UNKNOWN);
      case TRANSFORM -> {
        if (operand.equals("P") || operand.equals("E")) {
          values.forEach(text -> walk.hiddenSubstitutions(text, state, scope));
        }
        yield each(values, text -> transformed(text, operand));
      }
      case NAMES, INVALID -> List.of(UNKNOWN);
    };
  }

  /** Whether a pattern holds quoted pattern characters, which stand for themselves. */
  private boolean hasQuotedPattern(WordPart.Operation operation) {
    return operation.operands().stream()
        .flatMap(word -> word.parts().stream())
        .filter(part -> !(part instanceof WordPart.Glob || part instanceof WordPart.Parameter))
        .anyMatch(part -> GlobText.isPattern(expansion.quoted(List.of(part))));
  }

  /** {@code $@}, {@code ${a[*]}}: offsets count their values, not characters. */
  private boolean isAll(WordPart.Parameter parameter) {
    return parameter.name().equals("*")
        || isList(parameter)
        || parameter.subscript().flatMap(Word::literal).filter("*"::equals).isPresent();
  }

  /** {@code ${x@U}} and its like (bash manual 3.5.3). */
  private static String transformed(String text, String operator) {
    boolean plain = text.chars().allMatch(c -> c < 0x80 && "\\$`".indexOf(c) < 0);
    return switch (plain ? operator : "") {
      case "U" -> changeCase(text, "^^");
      case "u" -> changeCase(text, "^");
      case "L" -> changeCase(text, ",,");
      case "P", "E" -> text;
      default -> UNKNOWN;
    };
  }

  /** With a colon a variable that is set and empty counts as missing, without one it does not. */
  private boolean missing(WordPart.Operation operation, String name, String value) {
    if (operation.symbol().equals(Alternatives.TAKEN)) {
      return true;
    }
    boolean set = state.array(name).isPresent() && !state.array(name).get().isEmpty();
    return value.isEmpty() && (operation.symbol().startsWith(":") || !set);
  }

  private static List<String> each(
      List<String> values, java.util.function.UnaryOperator<String> change) {
    List<String> changed = new ArrayList<>(values.size());
    for (String value : values) {
      changed.add(Marks.any(value) ? UNKNOWN : change.apply(value));
    }
    return changed;
  }

  private static String removePrefix(String text, String pattern, boolean longest) {
    if (Marks.any(pattern) || !isPlace(text)) {
      return UNKNOWN;
    }
    for (int i = 0; i <= text.length(); i++) {
      int end = longest ? text.length() - i : i;
      if (GlobText.matches(pattern, text.substring(0, end))) {
        boolean all = Marks.any(text.substring(0, end));
        String name = Printed.lastComponent(text);
        return all
            ? UNKNOWN
            : PathText.name(text).equals(text.substring(end)) ? name : text.substring(end);
      }
    }
    return text;
  }

  private static String removeSuffix(String text, String pattern, boolean longest) {
    if (Marks.any(pattern) || !isPlace(text)) {
      return UNKNOWN;
    }
    for (int i = 0; i <= text.length(); i++) {
      int start = longest ? i : text.length() - i;
      if (GlobText.matches(pattern, text.substring(start))) {
        return Marks.any(text.substring(start)) ? UNKNOWN : text.substring(0, start);
      }
    }
    return text;
  }

  /** Whether the text is known up to pathname patterns that stay within their components. */
  private static boolean isPlace(String text) {
    return !Marks.unknown(text) && text.indexOf(Marks.BELOW) < 0;
  }

  /** Only plain patterns are replaced; one with pattern characters makes the value unknown. */
  private static String replace(String text, List<String> operands, String symbol) {
    String pattern = operands.isEmpty() ? "" : operands.getFirst();
    String by = operands.size() < 2 ? "" : operands.get(1);
    if (pattern.isEmpty()) {
      return text;
    }
    // An ampersand stands for what matched (bash 5.2, patsub_replacement).
    boolean special = by.indexOf('&') >= 0 || by.indexOf('\\') >= 0;
    if (Marks.any(pattern) || Marks.any(by) || GlobText.isPattern(pattern) || special) {
      return UNKNOWN;
    }
    return switch (symbol) {
      case "//" -> text.replace(pattern, by);
      case "/#" -> text.startsWith(pattern) ? by + text.substring(pattern.length()) : text;
      case "/%" ->
          text.endsWith(pattern) ? text.substring(0, text.length() - pattern.length()) + by : text;
      default -> {
        int at = text.indexOf(pattern);
        yield at < 0 ? text : text.substring(0, at) + by + text.substring(at + pattern.length());
      }
    };
  }

  private static List<String> substring(List<String> values, List<String> operands) {
    String value = values.isEmpty() ? "" : values.getFirst();
    boolean pairs = value.codePointCount(0, value.length()) < value.length();
    if (values.size() > 1 || Marks.any(value) || operands.isEmpty() || pairs) {
      return List.of(UNKNOWN);
    }
    Optional<Integer> from = number(operands.getFirst());
    Optional<Integer> count =
        operands.size() < 2 ? Optional.of(value.length()) : number(operands.get(1));
    if (from.isEmpty() || count.isEmpty()) {
      return List.of(UNKNOWN);
    }
    if (from.get() < -value.length()) {
      return List.of("");
    }
    int start = from.get() < 0 ? value.length() + from.get() : Math.min(from.get(), value.length());
    int end =
        count.get() < 0
            ? value.length() + count.get()
            : (int) Math.min(value.length(), (long) start + count.get());
    return List.of(end <= start ? "" : value.substring(start, end));
  }

  private static Optional<Integer> number(String text) {
    try {
      return Optional.of(Integer.parseInt(text.strip()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static String changeCase(String text, String symbol) {
    return switch (text.chars().allMatch(c -> c < 0x80) ? symbol : "") {
      case ",," -> text.toLowerCase(Locale.ROOT);
      case "^^" -> text.toUpperCase(Locale.ROOT);
      case "," ->
          text.isEmpty() ? text : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
      case "^" ->
          text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
      default -> UNKNOWN;
    };
  }
}
