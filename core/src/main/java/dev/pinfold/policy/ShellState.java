package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a shell remembers between commands, as far as the text tells: variables, functions, aliases,
 * the working directory, and the files that this text has written. Values are texts with {@link
 * Marks}. A subshell works on a {@linkplain #copy copy}.
 */
final class ShellState {
  /** A function's body, and the text in which its places are. */
  record Function(Command body, Origin origin) {}

  /**
   * More names than this are not remembered; they are unknown then. Bounds what a subshell copies.
   */
  private static final int MAX_NAMES = 500;

  /** A longer value is unknown: the longest argument that Linux passes to a program has 128 KiB. */
  private static final int MAX_VALUE = 1 << 17;

  /** What names the folder for temporary files. */
  private static final List<String> TEMPORARY = List.of("TMPDIR", "TMP", "TEMP");

  /** Linux opens no longer path (PATH_MAX, limits.h): such a directory is unknown. */
  private static final int MAX_PATH = 4096;

  private final Map<String, List<String>> variables;
  private final Map<String, Function> functions;
  private final Map<String, String> aliases;
  private final Map<String, String> files;
  private final Map<String, String> programs;
  private Set<String> changing = Set.of();
  private String cwd;
  private String previousCwd = String.valueOf(Marks.HOLE);
  private List<String> positional;

  private ShellState(ShellState other) {
    variables = new HashMap<>(other.variables);
    functions = new HashMap<>(other.functions);
    aliases = new HashMap<>(other.aliases);
    files = other.files;
    programs = other.programs;
    changing = other.changing;
    cwd = other.cwd;
    previousCwd = other.previousCwd;
    positional = other.positional;
  }

  /**
   * A shell that has just started in the context's directory. Its positional parameters are
   * unknown.
   */
  ShellState(PolicyContext context) {
    variables = new HashMap<>();
    functions = new HashMap<>();
    aliases = new HashMap<>();
    files = new HashMap<>();
    programs = new HashMap<>();
    cwd = context.cwd();
    positional = List.of(String.valueOf(Marks.HOLE), String.valueOf(Marks.HOLES));
    set("HOME", context.ownHome() ? Marks.OWN_HOME : context.home());
    if (context.ownHome()) {
      TEMPORARY.forEach(name -> set(name, Marks.OWN_TMP));
    }
    set("USER", context.user());
    set("LOGNAME", context.user());
  }

  /** A copy for a subshell; written files stay shared, as they do on disk. */
  ShellState copy() {
    return new ShellState(this);
  }

  Optional<String> get(String name) {
    if (name.equals("PWD")) {
      return Optional.of(cwd);
    }
    if (name.equals("OLDPWD")) {
      return Optional.of(previousCwd);
    }
    List<String> values = variables.get(name);
    return values == null
        ? Optional.empty()
        : Optional.of(values.isEmpty() ? "" : values.getFirst());
  }

  Optional<List<String>> array(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  void set(String name, String value) {
    set(name, List.of(value), value.length() > MAX_VALUE);
  }

  void setArray(String name, List<String> values) {
    set(
        name,
        values,
        values.size() > MAX_NAMES || values.stream().anyMatch(value -> value.length() > MAX_VALUE));
  }

  private void set(String name, List<String> values, boolean tooLong) {
    if (tooLong || changing.contains(name)) {
      variables.put(name, List.of(String.valueOf(Marks.HOLES)));
    } else if (variables.size() < MAX_NAMES || variables.containsKey(name)) {
      variables.put(name, values);
    }
  }

  /** What an assignment makes of the variable from now on is not the text that is assigned. */
  void neverConstant(String name) {
    Set<String> more = new HashSet<>(changing);
    more.add(name);
    changing = more;
    set(name, "");
  }

  /** Programs that this text has linked or copied, by the absolute path of the new name. */
  Map<String, String> programs() {
    return programs;
  }

  void unset(String name) {
    setArray(name, List.of());
    functions.remove(name);
  }

  /** Gives a variable back what {@link #array} said of it earlier. */
  void restore(String name, Optional<List<String>> values) {
    if (values.isPresent()) {
      variables.put(name, values.get());
    } else {
      variables.remove(name);
    }
  }

  /** Another user's environment, or none: a shell takes its user's home then, not the run's. */
  void loseEnvironment(PolicyContext context) {
    if (get("HOME").equals(Optional.of(Marks.OWN_HOME))) {
      set("HOME", context.home());
    }
    for (String name : TEMPORARY) {
      if (get(name).equals(Optional.of(Marks.OWN_TMP))) {
        set(name, String.valueOf(Marks.HOLES));
      }
    }
  }

  Map<String, Function> functions() {
    return functions;
  }

  /** Remembers a function; false when there are too many to be remembered. */
  boolean define(String name, Command body, Origin origin) {
    if (functions.size() >= MAX_NAMES && !functions.containsKey(name)) {
      return false;
    }
    functions.put(name, new Function(body, origin));
    return true;
  }

  Map<String, String> aliases() {
    return aliases;
  }

  /** Remembers an alias; false when there are too many to be remembered. */
  boolean alias(String name, String value) {
    if (aliases.size() >= MAX_NAMES && !aliases.containsKey(name)) {
      return false;
    }
    aliases.put(name, value);
    return true;
  }

  /** Content of the files that this text has written, by absolute path. */
  Map<String, String> files() {
    return files;
  }

  String cwd() {
    return cwd;
  }

  /** Moves to a directory, as {@code cd} does when it succeeds. */
  void cd(String directory) {
    previousCwd = cwd;
    String absolute =
        Marks.unknown(directory) && !directory.startsWith("/")
            ? String.valueOf(Marks.HOLE)
            : PathText.absolute(directory, cwd);
    cwd = absolute.length() > MAX_PATH ? String.valueOf(Marks.HOLE) : absolute;
  }

  String previousCwd() {
    return previousCwd;
  }

  /** {@code $0} and after it {@code $1 …}. */
  List<String> positional() {
    return positional;
  }

  void setPositional(List<String> values) {
    positional = values;
  }

  /**
   * Joins what another branch ended with: variables that differ become unknown, of two directories
   * the one counts from which {@code ..} leads farther out.
   */
  void join(ShellState other, PolicyContext context) {
    other.variables.forEach(
        (name, values) -> {
          if (!values.equals(variables.get(name))) {
            variables.put(name, List.of(String.valueOf(Marks.HOLES)));
          }
        });
    variables.replaceAll(
        (name, values) ->
            other.variables.containsKey(name) ? values : List.of(String.valueOf(Marks.HOLES)));
    other.functions.forEach(functions::putIfAbsent);
    other.aliases.forEach(aliases::putIfAbsent);
    if (exposure(other.cwd, context) > exposure(cwd, context)) {
      cwd = other.cwd;
    }
    if (!positional.equals(other.positional)) {
      positional = List.of(String.valueOf(Marks.HOLE), String.valueOf(Marks.HOLES));
    }
  }

  private static int exposure(String cwd, PolicyContext context) {
    if (Marks.unknown(cwd)) {
      return 1_000_000;
    }
    int depth = (int) cwd.chars().filter(c -> c == '/').count();
    return (PathText.within(cwd, context.workspace()) ? 100_000 : 200_000) - depth;
  }
}
