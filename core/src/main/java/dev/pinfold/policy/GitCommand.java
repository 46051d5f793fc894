package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command line of git(1) after its global options.
 *
 * @param global the options before the sub-command
 * @param config what {@code -c} sets for this command, by lower-cased key
 * @param name the sub-command, after {@code -c alias.…} is applied; may hold marks; empty when
 *     there is none
 * @param word the word that names it
 * @param arguments the words after it
 * @param invocation the arguments read with the sub-command's grammar; null when the table doesn't
 *     know it
 * @param cwd the directory after {@code -C}
 */
record GitCommand(
    Invocation global,
    Map<String, Argument> config,
    String name,
    Argument word,
    List<Argument> arguments,
    @Nullable Invocation invocation,
    String cwd) {

  /** What {@code git config} has set in this text is kept under this and the key. */
  static final String CONFIGURED = "git config ";

  /** Variables that are looked at: nobody sets more by hand. */
  private static final int MAX_ENVIRONMENT = 16;

  static @Nullable GitCommand of(Subject subject) {
    Invocation global = subject.invocation();
    if (!subject.name().equals("git") || global == null) {
      return null;
    }
    Map<String, Argument> config = new HashMap<>();
    ShellState state = subject.execution().state().copy();
    for (Invocation.Option option : global.options()) {
      Argument value = option.value();
      if (value != null && option.spec().role() == Role.CONFIG) {
        int equals = value.value().indexOf('=');
        String key = equals < 0 ? value.value() : value.value().substring(0, equals);
        config.put(
            key.toLowerCase(Locale.ROOT), equals < 0 ? value.with("") : value.from(equals + 1));
      } else if (value != null && option.spec().name().equals("--config-env")) {
        int equals = Math.max(0, value.value().lastIndexOf('='));
        config.put(
            value.value().substring(0, equals).toLowerCase(Locale.ROOT),
            value.with(
                state.get(value.value().substring(equals).replaceFirst("=", "")).orElse("")));
      } else if (value != null && option.spec().role() == Role.CHDIR) {
        state.cd(value.value());
      }
    }
    ofEnvironment(subject, config);
    state
        .get(CONFIGURED + "pull.rebase")
        .ifPresent(
            value ->
                config.putIfAbsent(
                    "pull.rebase", subject.execution().words().getFirst().with(value)));
    return withSub(subject, global, config, inWorkTree(global, state));
  }

  /** A work tree elsewhere is where git works; in one around this directory it stays here. */
  private static String inWorkTree(Invocation global, ShellState state) {
    Invocation.Option option = global.find("--work-tree");
    String given =
        option != null && option.value() != null
            ? option.value().value()
            : state.get("GIT_WORK_TREE").orElse("");
    String tree = PathText.absolute(given, state.cwd());
    return given.isEmpty() || PathText.within(state.cwd(), tree) ? state.cwd() : tree;
  }

  /** {@code GIT_CONFIG_COUNT}, {@code GIT_CONFIG_KEY_0}, …: git-config(1), "Environment". */
  private static void ofEnvironment(Subject subject, Map<String, Argument> config) {
    ShellState state = subject.execution().state();
    Argument program = subject.execution().words().getFirst();
    for (int i = 0; i < MAX_ENVIRONMENT && state.get("GIT_CONFIG_COUNT").isPresent(); i++) {
      String value = state.get("GIT_CONFIG_VALUE_" + i).orElse("");
      state
          .get("GIT_CONFIG_KEY_" + i)
          .ifPresent(key -> config.put(key.toLowerCase(Locale.ROOT), program.with(value)));
    }
  }

  private static GitCommand withSub(
      Subject subject, Invocation global, Map<String, Argument> config, String cwd) {
    List<Argument> operands = global.operands();
    if (operands.isEmpty()) {
      return new GitCommand(
          global, config, "", subject.execution().words().getFirst(), List.of(), null, cwd);
    }
    Argument word = operands.getFirst();
    String name = word.value();
    List<Argument> arguments = operands.subList(1, operands.size());
    Argument alias = config.get("alias." + name.toLowerCase(Locale.ROOT));
    if (alias != null && !alias.value().startsWith("!") && !alias.value().isBlank()) {
      List<Argument> expanded = new ArrayList<>();
      for (String part : alias.value().strip().split("\\s+", 0)) {
        expanded.add(alias.with(part));
      }
      expanded.addAll(arguments);
      word = expanded.getFirst();
      name = word.value();
      arguments = expanded.subList(1, expanded.size());
    }
    Program spec = ProgramTable.builtIn().find("git/" + name);
    return new GitCommand(
        global,
        config,
        name,
        word,
        arguments,
        spec == null ? null : Invocation.read(spec, arguments),
        cwd);
  }

  /** The command as people name it. */
  String display() {
    return "git " + Marks.display(name);
  }

  boolean has(String option) {
    return invocation != null && invocation.has(option);
  }

  boolean hasAny(String... options) {
    return invocation != null && invocation.hasAny(options);
  }

  List<Argument> operands() {
    return invocation == null ? arguments : invocation.operands();
  }

  /** The options as they were written. */
  List<String> options() {
    return invocation == null
        ? List.of()
        : invocation.options().stream().map(option -> option.word().value()).toList();
  }

  /** Whether it only shows help. */
  boolean helps() {
    return global.has("-h")
        || arguments.stream()
            .anyMatch(word -> word.value().equals("--help") || word.value().equals("-h"));
  }

  /** A word that could be any option or operand. */
  boolean hasUnknownWord() {
    return arguments.stream().anyMatch(word -> Marks.firstHole(word.value()) == 0);
  }
}
