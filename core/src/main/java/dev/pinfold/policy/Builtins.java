package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The builtins that change what later commands of the same shell mean. */
final class Builtins {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  /** The end of a shell, and signals that end it (bash(1), "trap"; signal(7)). */
  private static final Pattern ENDING =
      Pattern.compile("(?i)(SIG)?(EXIT|HUP|INT|QUIT|TERM|PIPE|ABRT)|0|1|2|3|6|13|15");

  private final Executor executor;
  private final Verdicts verdicts;

  Builtins(Executor executor, Verdicts verdicts) {
    this.executor = executor;
    this.verdicts = verdicts;
  }

  /**
   * Runs the builtin {@code name} and returns what it prints; null when there is no such builtin
   * here.
   */
  @Nullable String run(String name, Execution execution) {
    switch (name) {
      case ":" -> {}
      case "cd", "chdir", "pushd" -> cd(execution);
      case "popd" -> execution.state().cd(execution.state().previousCwd());
      case "export", "declare", "typeset", "local", "readonly" -> declare(execution);
      case "unset" -> execution.arguments().forEach(word -> execution.state().unset(word.value()));
      case "set" -> set(execution);
      case "shift" -> shift(execution.state());
      case "read" -> read(execution);
      case "mapfile", "readarray", "getopts" -> forget(execution);
      case "printf" -> {
        return printf(execution);
      }
      case "alias" -> alias(execution);
      case "hash" -> hash(execution);
      case ".", "source" -> {
        return source(execution);
      }
      case "trap" -> trap(execution);
      default -> {
        return null;
      }
    }
    return "";
  }

  private static List<Argument> operands(Execution execution) {
    List<Argument> operands = new ArrayList<>(execution.arguments());
    while (!operands.isEmpty() && operands.getFirst().value().matches("-[a-zA-Z]+|--")) {
      operands.removeFirst();
    }
    return operands;
  }

  private static void cd(Execution execution) {
    ShellState state = execution.state();
    List<Argument> operands = operands(execution);
    if (operands.isEmpty()) {
      state.cd(state.get("HOME").orElse(UNKNOWN));
    } else if (operands.getFirst().value().equals("-")) {
      state.cd(state.previousCwd());
    } else {
      state.cd(inSearchPath(execution, operands.getFirst().value()));
    }
  }

  /** {@code CDPATH} is searched for a directory that starts neither with a slash nor a dot. */
  private static String inSearchPath(Execution execution, String directory) {
    Argument given = execution.environment().get("CDPATH");
    String path = given == null ? execution.state().get("CDPATH").orElse("") : given.value();
    if (path.isEmpty() || directory.startsWith("/") || directory.startsWith(".")) {
      return directory;
    }
    boolean one = path.indexOf(':') < 0 && !Marks.any(path);
    return one ? path + "/" + directory : UNKNOWN;
  }

  private void declare(Execution execution) {
    attributes(execution);
    for (Argument word : operands(execution)) {
      int equals = word.value().indexOf('=');
      if (equals > 0) {
        String name = word.value().substring(0, equals);
        String value = word.value().substring(equals + 1);
        boolean array =
            execution
                .state()
                .array(name)
                .filter(values -> values.size() > 1 && String.join(" ", values).equals(value))
                .isPresent();
        if (!array) {
          execution.state().set(name, value);
        }
        Escapes.variable(executor, execution, name, word.from(equals + 1));
      }
    }
  }

  /**
   * Names with attributes that change what an assignment does: references to other variables,
   * arithmetic, letter case.
   */
  private static void attributes(Execution execution) {
    List<Argument> words = execution.arguments();
    boolean reference = words.stream().anyMatch(word -> word.value().matches("-[a-zA-Z]*n.*"));
    boolean changes =
        reference || words.stream().anyMatch(word -> word.value().matches("-[a-zA-Z]*[iulcA].*"));
    if (!changes) {
      return;
    }
    for (Argument word : operands(execution)) {
      String[] sides = word.value().split("\\+?=", 2);
      execution.state().neverConstant(sides[0]);
      if (reference && sides.length > 1) {
        execution.state().neverConstant(sides[1]);
      }
    }
  }

  private static void set(Execution execution) {
    List<Argument> words = execution.arguments();
    int at = 0;
    while (at < words.size() && words.get(at).value().matches("[-+][a-zA-Z].*")) {
      at += words.get(at).value().matches("[-+][a-zA-Z]*o") ? 2 : 1;
    }
    if (at < words.size()) {
      boolean dashes = words.get(at).value().equals("--");
      List<String> values = new ArrayList<>();
      values.add(
          execution.state().positional().isEmpty()
              ? "sh"
              : execution.state().positional().getFirst());
      words
          .subList(Math.min(words.size(), dashes ? at + 1 : at), words.size())
          .forEach(word -> values.add(word.value()));
      execution.state().setPositional(values);
    }
  }

  private static void shift(ShellState state) {
    List<String> all = state.positional();
    if (all.size() > 2 || (all.size() == 2 && !all.get(1).equals(UNKNOWN))) {
      List<String> shifted = new ArrayList<>(all);
      shifted.remove(1);
      state.setPositional(shifted);
    }
  }

  private static void read(Execution execution) {
    String text = execution.input().text();
    String line = text.lines().findFirst().orElse(UNKNOWN).strip();
    List<Argument> names = operands(execution);
    String value = names.size() > 1 || text.lines().count() > 1 || text.isEmpty() ? UNKNOWN : line;
    names.forEach(name -> execution.state().set(name.value(), value));
  }

  private static void forget(Execution execution) {
    operands(execution).forEach(name -> execution.state().set(name.value(), UNKNOWN));
  }

  private static String printf(Execution execution) {
    List<Argument> words = execution.arguments();
    if (words.size() > 1 && words.getFirst().value().equals("-v")) {
      execution.state().set(words.get(1).value(), Printed.format(words.subList(2, words.size())));
      return "";
    }
    return Printed.format(words);
  }

  private void alias(Execution execution) {
    for (Argument word : operands(execution)) {
      int equals = word.value().indexOf('=');
      boolean kept =
          equals <= 0
              || execution
                  .state()
                  .alias(word.value().substring(0, equals), word.value().substring(equals + 1));
      if (!kept) {
        verdicts.add("floor.limit", word.span(), "aliases");
      }
    }
  }

  /** {@code hash -p PATH NAME}: the name runs that program from now on. */
  private static void hash(Execution execution) {
    List<Argument> words = execution.arguments();
    if (words.size() > 2 && words.getFirst().value().equals("-p")) {
      execution.state().alias(words.get(2).value(), words.get(1).value());
    }
  }

  /**
   * What runs when the shell ends is judged where the text ends: variables and functions that it
   * names are often set after it. What it would do at once is refused here.
   */
  private void trap(Execution execution) {
    List<Argument> operands = operands(execution);
    if (operands.size() < 2
        || operands.getFirst().value().isEmpty()
        || operands.getFirst().value().equals("-")) {
      return;
    }
    boolean ends =
        operands.stream().skip(1).allMatch(signal -> ENDING.matcher(signal.value()).matches());
    if (ends) {
      verdicts.onlyDenials(() -> handler(execution, operands.getFirst()));
      executor.atEnd(() -> handler(execution, operands.getFirst()));
    } else {
      handler(execution, operands.getFirst());
    }
  }

  private void handler(Execution execution, Argument code) {
    executor.script(code.value(), code.span(), execution, execution.state().copy(), "trap");
  }

  private String source(Execution execution) {
    List<Argument> operands = operands(execution);
    if (operands.isEmpty()) {
      return "";
    }
    Argument file = operands.getFirst();
    if (file.isUnknown()) {
      verdicts.add(
          Marks.downloaded(file.value()) ? "floor.code.downloaded" : "floor.code.unknown",
          file.span(),
          file.display());
      return UNKNOWN;
    }
    String content = ScriptFile.content(file.value(), execution);
    return content == null
        ? UNKNOWN
        : executor.script(content, file.span(), execution, execution.state(), "source");
  }
}
