package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks through programs that run other programs. One mechanism for all: the program table says
 * which operands and option values are commands, code or directories ({@link Role}); what is not a
 * matter of grammar (where xargs gets its words, what find puts for {@code {}}) is here.
 */
final class Unwrapping {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  /** Wrappers that are part of the shell: the inner command changes this shell's state. */
  private static final Set<String> OF_THE_SHELL =
      Set.of("command", "builtin", "exec", "eval", "nocorrect", "noglob");

  /** Wrappers that run the command with the environment of a user or of none, or may do so. */
  private static final Set<String> OTHER_ENVIRONMENT =
      Set.of(
          "sudo",
          "doas",
          "su",
          "runuser",
          "pkexec",
          "login",
          "setpriv",
          "systemd-run",
          "at",
          "batch",
          "machinectl",
          "start-stop-daemon");

  /** Programs that run their tail on other machines or in containers, whose files are not ours. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "ssh", "docker", "podman", "kubectl", "nerdctl", "vagrant", "oc", "lxc", "incus", "adb",
          "mosh", "gcloud", "flatpak");

  /** Programs that an unknown program's tail is searched for. */
  private static final Set<String> TELLING =
      Set.of(
          "rm", "dd", "shred", "wipefs", "sh", "bash", "zsh", "chmod", "chown", "find", "sudo",
          "env");

  private final Executor executor;
  private final ItemCommands items;
  private final Interpreters interpreters;

  Unwrapping(Executor executor, Verdicts verdicts) {
    this.executor = executor;
    this.items = new ItemCommands(executor, this);
    this.interpreters = new Interpreters(executor, this, verdicts);
  }

  /** Judges what the command runs; what that prints, or null when the command runs nothing. */
  @Nullable String run(Subject subject) {
    Invocation invocation = subject.invocation();
    if (executor.windows().run(subject)) {
      return UNKNOWN;
    }
    new Escapes(executor, subject).run();
    if (invocation == null) {
      return unknownWrapper(subject);
    }
    if (invocation.program().is("shell")) {
      return interpreters.shell(subject, invocation);
    }
    if (invocation.program().is("lang")) {
      return interpreters.language(subject, invocation);
    }
    return switch (subject.name()) {
      case "find" -> items.find(subject);
      case "fd", "fdfind" -> items.fd(subject);
      case "xargs" -> items.xargs(subject, invocation);
      case "parallel" -> items.parallel(subject, invocation);
      case "git" -> new GitUnwrapping(executor, subject).run();
      case "capsh" -> capsh(subject);
      case "start-stop-daemon" -> daemon(subject, invocation);
      case "cmake", "hub" -> new ToolCommands(executor, subject).run();
      case "env" ->
          invocation.has("-S") ? splitString(subject, invocation) : byRoles(subject, invocation);
      default -> byRoles(subject, invocation);
    };
  }

  private @Nullable String byRoles(Subject subject, Invocation invocation) {
    ShellState state = stateFor(subject, invocation);
    String printed = options(subject, invocation, state);
    List<Argument> inner = invocation.inner();
    for (int i = 0; i < invocation.operands().size() - inner.size(); i++) {
      if (invocation.roleOf(i) == Role.CODE) {
        printed = code(subject, invocation.operands().get(i), state);
      }
    }
    if (inner.isEmpty() || onlyLooks(subject)) {
      return inner.isEmpty() ? subCommand(subject, printed) : "";
    }
    int flag = commandFlag(subject.name(), inner);
    if (flag >= 0) {
      return code(subject, inner.get(flag), state);
    }
    if (invocation.roleOf(invocation.operands().size() - inner.size()) == Role.CODE_WORDS) {
      return words(subject, inner, state);
    }
    return executor.execute(
        innerOf(subject, skipArchitecture(subject.name(), inner), state, invocation));
  }

  private static ShellState stateFor(Subject subject, Invocation invocation) {
    ShellState before = subject.execution().state();
    ShellState state = OF_THE_SHELL.contains(subject.name()) ? before : before.copy();
    if (losesEnvironment(subject, invocation)) {
      state.loseEnvironment(subject.context());
    }
    for (Invocation.Option option : invocation.options()) {
      if (option.spec().role() == Role.CHDIR
          && option.value() != null
          && !subject.name().equals("tar")) {
        state.cd(option.value().value());
      }
    }
    for (Argument assignment : invocation.assignments()) {
      int equals = assignment.value().indexOf('=');
      state.set(assignment.value().substring(0, equals), assignment.value().substring(equals + 1));
    }
    return state;
  }

  private static boolean losesEnvironment(Subject subject, Invocation invocation) {
    return switch (subject.name()) {
      case "env" ->
          invocation.has("-i")
              || invocation.options().stream()
                  .anyMatch(option -> option.isUnknown() || option.spec().name().equals("-u"))
              || subject.arguments().stream().anyMatch(word -> word.value().equals("-"));
      case "exec" -> invocation.has("-c");
      default -> OTHER_ENVIRONMENT.contains(subject.name());
    };
  }

  /** Judges the code in option values; what the last of it prints, or null when there is none. */
  @Nullable String options(Subject subject, Invocation invocation, ShellState state) {
    String printed = null;
    for (Invocation.Option option : invocation.options()) {
      Argument value = option.value();
      if (value == null) {
        continue;
      }
      if (option.spec().role() == Role.CODE) {
        printed = code(subject, value, state);
      } else if (option.spec().role() == Role.COMMAND) {
        printed = code(subject, value, state);
      } else if (value.value().startsWith("exec=")
          && option.spec().name().equals("--checkpoint-action")) {
        printed = code(subject, value.from(5), state);
      }
    }
    return printed;
  }

  private String code(Subject subject, Argument code, ShellState state) {
    return executor.script(code.value(), code.span(), subject.execution(), state, subject.name());
  }

  /** Judges words that are one command, or shell text when there is only one of them. */
  String words(Subject subject, List<Argument> inner, ShellState state) {
    if (subject.name().equals("eval") || inner.size() == 1) {
      String text = inner.stream().map(Argument::value).collect(Collectors.joining(" "));
      Execution at = subject.execution().inner(inner, subject.name(), state);
      return executor.script(
          text,
          inner.size() == 1 ? inner.getFirst().span() : at.span(),
          subject.execution(),
          state,
          subject.name());
    }
    return executor.execute(subject.execution().inner(inner, subject.name(), state));
  }

  /** {@code command -v}, {@code ionice -p PID}, {@code sudo -l}: nothing is run. */
  private static boolean onlyLooks(Subject subject) {
    return switch (subject.name()) {
      case "command" -> subject.hasAny("-v", "-V");
      case "ionice", "chrt", "taskset" -> subject.has("-p");
      case "sudo" -> subject.hasAny("-l", "--list");
      default -> false;
    };
  }

  private static int commandFlag(String name, List<Argument> inner) {
    if (name.equals("su") || name.equals("runuser") || name.equals("flock")) {
      for (int i = 0; i + 1 < inner.size() && i < 2; i++) {
        if (inner.get(i).value().equals("-c") || inner.get(i).value().equals("--command")) {
          return i + 1;
        }
      }
    }
    return -1;
  }

  /** setarch(8) takes an architecture's name before the command. */
  private static List<Argument> skipArchitecture(String name, List<Argument> inner) {
    boolean named =
        name.equals("setarch")
            && inner.size() > 1
            && inner
                .getFirst()
                .value()
                .matches("linux(32|64)|i[3-6]86|x86_64|aarch64|arm.*|uname26|ppc.*|s390.*|mips.*");
    return named ? inner.subList(1, inner.size()) : inner;
  }

  private static Execution innerOf(
      Subject subject, List<Argument> words, ShellState state, Invocation invocation) {
    Execution inner = subject.execution().inner(words, subject.name(), state);
    boolean loses = losesEnvironment(subject, invocation);
    if (invocation.assignments().isEmpty() && !loses) {
      return inner;
    }
    var environment =
        new java.util.LinkedHashMap<>(loses ? Map.<String, Argument>of() : inner.environment());
    for (Argument assignment : invocation.assignments()) {
      int equals = assignment.value().indexOf('=');
      environment.put(assignment.value().substring(0, equals), assignment.from(equals + 1));
    }
    return new Execution(
        inner.words(),
        inner.redirects(),
        environment,
        inner.input(),
        state,
        inner.scope(),
        inner.span());
  }

  /**
   * {@code npm exec}, {@code poetry run}: the table has an entry NAME/SUB whose operands are a
   * command.
   */
  private @Nullable String subCommand(Subject subject, @Nullable String printed) {
    for (int i = 0; i < subject.arguments().size(); i++) {
      Argument word = subject.arguments().get(i);
      if (!word.value().startsWith("-")) {
        return runsSub(
            subject, word, subject.arguments().subList(i + 1, subject.arguments().size()), printed);
      }
    }
    return printed;
  }

  private @Nullable String runsSub(
      Subject subject, Argument word, List<Argument> rest, @Nullable String printed) {
    Program sub = ProgramTable.builtIn().find(subject.name() + "/" + word.value());
    if (sub == null && isPackageProgram(subject.name(), word.value())) {
      List<Argument> words = new ArrayList<>(List.of(word));
      words.addAll(rest);
      return executor.execute(
          subject.execution().inner(words, subject.name(), subject.execution().state().copy()));
    }
    if (sub == null || subject.name().equals("git")) {
      return printed;
    }
    Invocation inner = Invocation.read(sub, rest);
    ShellState state = stateFor(subject, inner);
    options(subject, inner, state);
    if (!sub.innerStartsAt(0)) {
      return printed;
    }
    if (!inner.inner().isEmpty() && sub.roleOf(0, 1) == Role.CODE_WORDS) {
      return words(subject, inner.inner(), state);
    }
    return inner.inner().isEmpty()
        ? printed
        : executor.execute(
            subject.execution().inner(inner.inner(), subject.name() + " " + word.value(), state));
  }

  /** {@code yarn lerna publish} runs the program lerna of a package. */
  private static boolean isPackageProgram(String runner, String word) {
    Program program = ProgramTable.builtIn().find(word);
    return (runner.equals("yarn") || runner.equals("pnpm"))
        && program != null
        && program.is("publishes");
  }

  private @Nullable String unknownWrapper(Subject subject) {
    if (subject.name().equals("cmake")) {
      return new ToolCommands(executor, subject).run();
    }
    List<Argument> words = subject.arguments();
    String sub = subCommand(subject, (String) null);
    if (sub != null || ELSEWHERE.contains(subject.name())) {
      return sub;
    }
    for (int i = 0; i + 1 < words.size(); i++) {
      if (TELLING.contains(words.get(i).value().replaceFirst("^/(usr/(local/)?)?s?bin/", ""))) {
        ShellState state = subject.execution().state().copy();
        state.loseEnvironment(subject.context());
        executor.execute(
            subject.execution().inner(words.subList(i, words.size()), subject.name(), state));
        return null;
      }
    }
    return null;
  }

  /**
   * start-stop-daemon(8) starts the program of {@code --exec} with the operands as its arguments.
   */
  private @Nullable String daemon(Subject subject, Invocation invocation) {
    Invocation.Option program =
        invocation.find("-x") == null ? invocation.find("-a") : invocation.find("-x");
    if (program == null || program.value() == null) {
      return null;
    }
    List<Argument> words = new ArrayList<>(List.of(program.value()));
    words.addAll(invocation.operands());
    return executor.execute(
        subject.execution().inner(words, subject.name(), stateFor(subject, invocation)));
  }

  /** capsh(1) hands what stands after {@code --} to bash. */
  private @Nullable String capsh(Subject subject) {
    List<Argument> words = subject.arguments();
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).value().matches("--|==")) {
        List<Argument> shell = new ArrayList<>(List.of(words.get(i).with("bash")));
        shell.addAll(words.subList(i + 1, words.size()));
        return executor.execute(
            subject.execution().inner(shell, "capsh", subject.execution().state().copy()));
      }
    }
    return null;
  }

  private String splitString(Subject subject, Invocation invocation) {
    ShellState state = stateFor(subject, invocation);
    Invocation.Option split = invocation.find("-S");
    if (split == null || split.value() == null) {
      return "";
    }
    StringBuilder text = new StringBuilder(split.value().value());
    List<Argument> rest = new ArrayList<>(invocation.assignments());
    rest.addAll(invocation.inner());
    rest.forEach(word -> text.append(' ').append(ShellQuoting.quote(word.value())));
    return executor.script(
        text.toString(), split.value().span(), subject.execution(), state, "env -S");
  }
}
