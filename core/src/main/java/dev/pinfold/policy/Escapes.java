package dev.pinfold.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands that run from inside programs which are no wrappers: {@code vim -c '!cmd'}, {@code gdb
 * -ex 'shell cmd'}, sed's {@code e}, {@code ssh -o ProxyCommand=…}, {@code make SHELL=…}, and
 * variables that name a program ({@code PAGER}).
 */
final class Escapes {
  private static final Pattern SED_COMMAND =
      Pattern.compile("(?:^|[;{}\\n]|[0-9$]|^/[^/]*/)\\s*([eWw])\\s+([^;\\n}]+)");

  private static final Pattern MAKE_SHELL = Pattern.compile("\\$[({]shell\\s+([^)}]*)[)}]");

  /** Variables whose value is a command that programs run. */
  private static final Set<String> VARIABLES =
      Set.of(
          "PAGER",
          "MANPAGER",
          "EDITOR",
          "VISUAL",
          "BROWSER",
          "LESSOPEN",
          "LESSCLOSE",
          "PROMPT_COMMAND",
          "FCEDIT",
          "SUDO_EDITOR",
          "SUDO_ASKPASS",
          "SSH_ASKPASS",
          "RSYNC_RSH",
          "CVS_RSH",
          "GIT_SSH_COMMAND",
          "GIT_PAGER",
          "GIT_EDITOR",
          "GIT_SEQUENCE_EDITOR",
          "GIT_EXTERNAL_DIFF",
          "GIT_ASKPASS",
          "GIT_PROXY_COMMAND",
          "MAKESHELL");

  private final Executor executor;
  private final Subject subject;

  Escapes(Executor executor, Subject subject) {
    this.executor = executor;
    this.subject = subject;
  }

  void run() {
    for (Map.Entry<String, Argument> variable : subject.execution().environment().entrySet()) {
      variable(executor, subject.execution(), variable.getKey(), variable.getValue());
    }
    TaskFiles.commands(subject).forEach(line -> code(line, subject.execution().words().getFirst()));
    switch (subject.name()) {
      case "cargo" -> cargoWatch();
      case "sed" -> sed();
      case "make", "gmake" -> make();
      case "ssh",
          "scp",
          "sftp",
          "docker",
          "podman",
          "nerdctl",
          "kubectl",
          "lxc",
          "mosh",
          "ansible" ->
          new RemoteCommands(executor, subject).run();
      case "rg" -> preprocessor();
      case "screen", "tmux" -> typed();
      default -> new Editors(executor, subject).run();
    }
  }

  static void variable(Executor executor, Execution execution, String name, Argument value) {
    String text = value.value();
    if (name.matches("PS[0-4]|PROMPT") && (text.contains("$(") || text.indexOf('`') >= 0)) {
      String quoted = ": \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      executor.code(quoted, value.span(), execution, execution.state().copy(), name);
    } else if (name.equals("BASH_ENV") || (name.equals("ENV") && text.indexOf('/') >= 0)) {
      startupFile(executor, execution, name, value);
    }
    if (VARIABLES.contains(name) && !value.value().isBlank() && !value.isUnknown()) {
      Argument code = value.value().startsWith("|") ? value.from(1) : value;
      executor.script(
          code.value().replace("%s", ""), code.span(), execution, execution.state().copy(), name);
    }
  }

  /** The file that a shell reads before anything else (bash(1), sh(1p)). */
  private static void startupFile(
      Executor executor, Execution execution, String name, Argument value) {
    String path = PathText.absolute(value.value(), execution.state().cwd());
    String content = execution.state().files().get(path);
    if (content != null) {
      executor.script(content, value.span(), execution, execution.state().copy(), name);
    } else if (value.isUnknown() || path.startsWith("/tmp/") || path.startsWith("/dev/")) {
      executor.script(Executor.UNKNOWN, value.span(), execution, execution.state().copy(), name);
    }
  }

  private void code(String code, Argument holder) {
    ShellState state = subject.execution().state().copy();
    if (subject.name().equals("screen") || subject.name().equals("tmux")) {
      state.loseEnvironment(subject.context()); // a shell that runs already
    }
    executor.code(code, holder.span(), subject.execution(), state, subject.name());
  }

  private void sed() {
    Invocation invocation = subject.invocation();
    if (invocation == null) {
      return;
    }
    for (Invocation.Option option : invocation.options()) {
      if (option.value() != null && option.spec().role() == Role.PATTERN) {
        sedProgram(option.value());
      }
    }
    if (!invocation.operands().isEmpty() && invocation.roleOf(0) == Role.PATTERN) {
      sedProgram(invocation.operands().getFirst());
    }
  }

  private void sedProgram(Argument program) {
    Matcher commands = SED_COMMAND.matcher(program.value());
    while (commands.find()) {
      if (commands.group(1).equals("e")) {
        code(commands.group(2), program);
      } else {
        WriteRules.write(subject, program.with(commands.group(2).strip()));
      }
    }
    substitution(program);
  }

  /** The flags after {@code s/…/…/}: {@code e} runs the result, {@code w} writes it. */
  private void substitution(Argument program) {
    String text = program.value();
    int at = text.indexOf('s');
    if (at < 0 || at + 1 >= text.length() || Character.isLetterOrDigit(text.charAt(at + 1))) {
      return;
    }
    int end = after(text, after(text, at + 2, text.charAt(at + 1)), text.charAt(at + 1));
    int flag = end;
    while (flag < text.length() && "gpiImM0123456789".indexOf(text.charAt(flag)) >= 0) {
      flag++;
    }
    if (flag < text.length() && text.charAt(flag) == 'e') {
      subject.report("floor.code.unknown", program.span(), "sed");
      int replacement = Math.min(after(text, at + 2, text.charAt(at + 1)), end - 1);
      code(text.substring(replacement, end - 1).replace('&', ' '), program);
    } else if (flag < text.length() && text.charAt(flag) == 'w') {
      WriteRules.write(subject, program.with(text.substring(flag + 1).strip()));
    }
  }

  private static int after(String text, int from, char delimiter) {
    int at = from;
    while (at < text.length() && text.charAt(at) != delimiter) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, text.length());
  }

  /** {@code rg --pre CMD PATTERN PATH}: the program gets each file. */
  private void preprocessor() {
    Invocation invocation = subject.invocation();
    Invocation.Option program = invocation == null ? null : invocation.find("--pre");
    if (invocation == null || program == null || program.value() == null) {
      return;
    }
    Argument name = program.value();
    List<Argument> operands = invocation.operands();
    List<Argument> roots =
        operands.size() < 2 ? List.of(name.with(".")) : operands.subList(1, operands.size());
    for (Argument root : roots) {
      List<Argument> words = List.of(name, root.with(root.value() + "/" + Marks.BELOW));
      executor.execute(
          subject.execution().inner(words, "rg --pre", subject.execution().state().copy()));
    }
  }

  private void make() {
    for (Argument word : subject.arguments()) {
      if (word.value().startsWith("SHELL=")) {
        code(word.value().substring(6), word);
      }
      if (word.value().startsWith(".SHELLFLAGS=")) {
        code(word.value().substring(12).replaceFirst("^(-\\S+\\s*)+", ""), word);
      }
      Matcher shell = MAKE_SHELL.matcher(word.value());
      while (shell.find()) {
        code(shell.group(1), word);
      }
    }
    if (subject.invocation() != null) {
      subject.invocation().options().stream()
          .filter(option -> option.spec().name().equals("--eval") && option.value() != null)
          .forEach(
              option ->
                  TaskFiles.recipes(option.value().value())
                      .forEach(line -> code(line, option.word())));
    }
  }

  /** {@code cargo watch -x 'run -- x'}: the value is a command line of cargo itself. */
  private void cargoWatch() {
    List<Argument> words = subject.arguments();
    if (words.isEmpty() || !words.getFirst().value().equals("watch")) {
      return;
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i).value();
      boolean apart = word.matches("-x|--exec") && i + 1 < words.size();
      if (apart) {
        code("cargo " + words.get(i + 1).value(), words.get(i + 1));
      } else if (word.matches("(--exec=|-x).+")) {
        code("cargo " + word.replaceFirst("--exec=|-x", ""), words.get(i));
      }
    }
  }

  /** {@code screen -X stuff TEXT}, {@code tmux send-keys TEXT}: typed into a shell. */
  private void typed() {
    List<Argument> words = subject.arguments();
    boolean types =
        words.stream()
            .anyMatch(
                word ->
                    word.value()
                        .matches(
                            "stuff|send-keys|send|new-session|new|new-window|neww|split-window|splitw|run-shell|run"));
    for (Argument word : words) {
      if (types && word.value().strip().indexOf(' ') > 0) {
        code(word.value().replace("\\n", "\n").replace("^M", "\n"), word);
      }
    }
  }
}
