package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
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
  private final Verdicts verdicts;
  private final ItemCommands items;

  Unwrapping(Executor executor, Verdicts verdicts) {
    this.executor = executor;
    this.verdicts = verdicts;
    this.items = new ItemCommands(executor, this);
  }

  /** Judges what the command runs; what that prints, or null when the command runs nothing. */
  @Nullable String run(Subject subject) {
    Invocation invocation = subject.invocation();
    if (windows(subject)) {
      return UNKNOWN;
    }
    new Escapes(executor, subject).run();
    if (invocation == null) {
      return unknownWrapper(subject);
    }
    if (invocation.program().is("shell")) {
      return shell(subject, invocation);
    }
    if (invocation.program().is("lang")) {
      return interpreter(subject, invocation);
    }
    return switch (subject.name()) {
      case "find" -> items.find(subject);
      case "fd", "fdfind" -> items.fd(subject);
      case "xargs" -> items.xargs(subject, invocation);
      case "parallel" -> items.parallel(subject, invocation);
      case "git" -> new GitUnwrapping(executor, subject).run();
      case "capsh" -> capsh(subject);
      case "start-stop-daemon" -> daemon(subject, invocation);
      case "env" ->
          invocation.has("-S") ? splitString(subject, invocation) : byRoles(subject, invocation);
      default -> byRoles(subject, invocation);
    };
  }

  /** The shells of Windows, called from a shell of Unix (WSL, MSYS, PowerShell on Linux). */
  private boolean windows(Subject subject) {
    List<Argument> words = subject.execution().words();
    Scope scope = subject.execution().scope();
    switch (WindowsPrograms.name(words.getFirst().value())) {
      case "powershell", "pwsh" -> executor.windows().powerShellProgram(words, scope);
      case "cmd" -> {
        List<String> tail =
            words.stream()
                .skip(1)
                .map(Argument::value)
                .dropWhile(word -> !word.matches("(?i)//?[ck]"))
                .skip(1)
                .toList();
        executor
            .windows()
            .cmd(String.join(" ", tail), subject.execution().span(), scope.inside("cmd /c"));
      }
      case "iex" -> {
        if (words.stream().skip(1).anyMatch(Argument::isUnknown)) {
          verdicts.add("floor.code.unknown", subject.execution().span(), "iex");
        }
      }
      case "regedit",
          "reg",
          "diskpart",
          "vssadmin",
          "bcdedit",
          "netsh",
          "taskkill",
          "schtasks",
          "wmic",
          "cipher",
          "mshta",
          "regsvr32" ->
          new WindowsPrograms(verdicts, subject.context())
              .judge(
                  WindowsPrograms.name(words.getFirst().value()),
                  subject.arguments(),
                  subject.execution().span());
      default -> {
        return false;
      }
    }
    return true;
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

  private @Nullable String options(Subject subject, Invocation invocation, ShellState state) {
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
    if (invocation.assignments().isEmpty()) {
      return inner;
    }
    var environment = new java.util.LinkedHashMap<>(inner.environment());
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
    List<Argument> words = subject.arguments();
    String sub = subCommand(subject, (String) null);
    if (sub != null || ELSEWHERE.contains(subject.name())) {
      return sub;
    }
    for (int i = 0; i + 1 < words.size(); i++) {
      if (TELLING.contains(words.get(i).value())) {
        executor.execute(
            subject
                .execution()
                .inner(
                    words.subList(i, words.size()),
                    subject.name(),
                    subject.execution().state().copy()));
        return null;
      }
    }
    return null;
  }

  private @Nullable String shell(Subject subject, Invocation invocation) {
    List<Argument> operands = invocation.operands();
    Execution execution = subject.execution();
    if (invocation.hasAny("--help", "--version", "-n")) {
      return "";
    }
    ShellState state = execution.state().copy();
    options(subject, invocation, state);
    if (invocation.has("-c")) {
      if (operands.isEmpty()) {
        return null;
      }
      positional(
          state,
          operands.size() > 1
              ? operands.subList(1, operands.size())
              : execution.words().subList(0, 1));
      return executor.script(
          operands.getFirst().value(),
          operands.getFirst().span(),
          execution,
          state,
          subject.name() + " -c");
    }
    if (!operands.isEmpty() && !invocation.has("-s")) {
      positional(state, operands);
      return scriptFile(subject, operands.getFirst(), state);
    }
    positional(state, execution.words());
    return ScriptFile.piped(execution.input(), execution)
        .map(code -> executor.script(code, execution.span(), execution, state, subject.name()))
        .orElse(UNKNOWN);
  }

  private static void positional(ShellState state, List<Argument> words) {
    state.setPositional(words.stream().map(Argument::value).toList());
  }

  private String scriptFile(Subject subject, Argument file, ShellState state) {
    if (file.isUnknown()) {
      verdicts.add(
          Marks.downloaded(file.value()) ? "floor.code.downloaded" : "floor.code.unknown",
          file.span(),
          file.display());
      return UNKNOWN;
    }
    String content = ScriptFile.content(file.value(), subject.execution());
    return content == null
        ? UNKNOWN
        : executor.script(content, file.span(), subject.execution(), state, subject.name());
  }

  private @Nullable String interpreter(Subject subject, Invocation invocation) {
    boolean given = false;
    for (Invocation.Option option : invocation.options()) {
      if (option.spec().role() == Role.SOURCE && option.value() != null) {
        given = true;
        source(subject, option.value());
      }
      if (option.spec().role() == Role.MODULE && option.value() != null) {
        module(subject, invocation, option.value());
        return null;
      }
      given |=
          option.spec().names().contains("--version") || option.spec().names().contains("--help");
    }
    for (int i = 0; i < invocation.operands().size(); i++) {
      Argument operand = invocation.operands().get(i);
      Role role = invocation.roleOf(i);
      if (role == Role.SOURCE) {
        given = true;
        source(subject, operand);
      } else if (subject.name().equals("deno") && subject.operand(0).equals("eval") && i == 1) {
        given = true;
        source(subject, operand);
      } else if (role == Role.SCRIPT && operand.value().matches("https?://.*")) {
        verdicts.add("floor.code.downloaded", operand.span(), operand.display());
      } else if (role == Role.SCRIPT && !given) {
        given = true;
        sourceFile(subject, operand);
      }
    }
    if (!given && invocation.operands().isEmpty()) {
      ScriptFile.piped(subject.execution().input(), subject.execution())
          .ifPresent(code -> source(subject, new Argument(code, subject.execution().span())));
    }
    return null;
  }

  /** {@code python -m twine …} is {@code twine …}. */
  private void module(Subject subject, Invocation invocation, Argument module) {
    List<Argument> words = new ArrayList<>(List.of(module));
    int after = subject.arguments().indexOf(module) + 1;
    words.addAll(subject.arguments().subList(Math.max(after, 0), subject.arguments().size()));
    if (invocation.program().name().startsWith("py")) {
      executor.execute(
          subject
              .execution()
              .inner(words, subject.name() + " -m", subject.execution().state().copy()));
    }
  }

  private void source(Subject subject, Argument source) {
    if (Marks.downloaded(source.value())) {
      verdicts.add("floor.code.downloaded", source.span(), subject.name());
    } else if (source.value().strip().length() == 1 && source.isUnknown()) {
      verdicts.add("floor.code.unknown", source.span(), source.display());
    } else {
      new SourceScan(executor, subject, source).run();
    }
  }

  private void sourceFile(Subject subject, Argument file) {
    String content =
        file.isUnknown() ? file.value() : ScriptFile.content(file.value(), subject.execution());
    if (content != null) {
      source(subject, new Argument(content, file.span()));
    }
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
