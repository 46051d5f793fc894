package dev.pinfold.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Commands that run from inside programs which are no wrappers: {@code vim -c '!cmd'}, {@code gdb
 * -ex 'shell cmd'}, sed's {@code e}, {@code ssh -o ProxyCommand=…}, {@code make SHELL=…}, and
 * variables that name a program ({@code PAGER}).
 */
final class Escapes {
  private static final Set<String> WITH_BANG =
      Set.of(
          "vim", "vi", "nvim", "view", "ex", "ed", "less", "more", "gdb", "lldb", "sqlite3", "psql",
          "mysql", "ftp", "sftp", "lftp", "mail", "mutt", "gnuplot", "bc", "most", "rvim", "gvim",
          "emacs", "mariadb");

  private static final Pattern BANG =
      Pattern.compile(
          "(?m)^(?:\\+?:?|-\\S*\\s+)?\\s*(?:!|\\\\!|:!|shell\\s|\\.shell\\s|\\.system\\s|system\\s|platform"
              + " shell\\s)\\s*(.+)$");

  private static final Pattern EDITOR_WRITE =
      Pattern.compile(
          "(?:^|[|\\n"
              + ":+])(?:-\\S*\\s)?\\s*(?:%|1,\\$)?(?:wq?|x|sav|saveas|write|update)!?\\s+(?:>>\\s*)?(/[^\\s|]+|~/[^\\s|]+)");

  private static final Pattern SED_COMMAND =
      Pattern.compile("(?:^|[;{}\\n]|[0-9$]|^/[^/]*/)\\s*([eWw])\\s+([^;\\n}]+)");

  /** Deleting a system's root, a top directory or a home there. */
  private static final Pattern REMOTE_WIPE =
      Pattern.compile(
          "\\brm\\s+(?:-\\S+\\s+)*(?:/|~|\\$HOME)(?:\\*|[a-z0-9]*/?\\*?)(?:\\s|;|&|$)|\\bmkfs\\b|\\bdd\\s[^|;]*of=/dev/");

  private static final Pattern REMOTE_DOWNLOAD =
      Pattern.compile("(curl|wget)\\s[^|;&]*\\|\\s*(sudo\\s+)?(ba|da|z|k)?sh\\b");

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
      case "ssh", "scp", "sftp" -> {
        ssh();
        remote();
      }
      case "docker", "podman", "nerdctl", "kubectl", "lxc", "mosh" -> remote();
      case "screen", "tmux" -> typed();
      default -> {
        if (WITH_BANG.contains(subject.name())) {
          subject.arguments().forEach(this::bang);
          subject.arguments().forEach(this::editorWrites);
          bang(new Argument(subject.execution().input().text(), subject.execution().span()));
        }
      }
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

  private void bang(Argument word) {
    if (word.value().indexOf('!') < 0
        && word.value().indexOf("sh") < 0
        && word.value().indexOf("system") < 0) {
      return;
    }
    Matcher matcher = BANG.matcher(word.value());
    while (matcher.find()) {
      code(matcher.group(1), word);
    }
  }

  /** {@code vim -c 'w! FILE'}, {@code ex -sc 'wq! FILE'}, {@code +w FILE}. */
  private void editorWrites(Argument word) {
    Matcher write = EDITOR_WRITE.matcher(word.value());
    while (write.find()) {
      WriteRules.write(subject, word.with(write.group(1)));
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

  private void make() {
    for (Argument word : subject.arguments()) {
      if (word.value().startsWith("SHELL=")) {
        code(word.value().substring(6), word);
      }
      Matcher shell = MAKE_SHELL.matcher(word.value());
      while (shell.find()) {
        code(shell.group(1), word);
      }
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

  /** What a remote shell is told to run is not judged by path; code from the network is. */
  private void remote() {
    for (Argument word : subject.arguments()) {
      if (REMOTE_DOWNLOAD.matcher(word.value()).find()) {
        subject.report("floor.code.downloaded", word);
      }
    }
    String line =
        subject.arguments().stream().map(Argument::value).collect(Collectors.joining(" "));
    boolean here = line.startsWith("run ") || line.startsWith("create ");
    boolean shell =
        subject.arguments().stream()
            .anyMatch(word -> word.value().matches("(.*/)?(ba|da|z|k)?sh( -s)?"));
    boolean fed = shell && REMOTE_WIPE.matcher(subject.execution().input().text()).find();
    if (fed || (!here && REMOTE_WIPE.matcher(line).find())) {
      subject.report("floor.deploy");
    }
    if (Marks.downloaded(subject.execution().input().text())
        && subject.arguments().stream()
            .anyMatch(
                word -> word.value().matches("(.*/)?(ba|da|z|k)?sh|python3?|perl|ruby|node"))) {
      subject.report("floor.code.downloaded");
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

  private void ssh() {
    List<Argument> operands = subject.operands();
    if (operands.size() > 1
        && operands.getFirst().value().matches("(.*@)?(localhost|127\\.[0-9.]+|\\[?::1]?)")) {
      List<Argument> words = operands.subList(1, operands.size());
      code(words.stream().map(Argument::value).collect(Collectors.joining(" ")), words.getFirst());
    }
    for (Argument word : subject.arguments()) {
      String value = word.value().replaceFirst("^-o", "").strip();
      if (value.matches("(?is)(proxycommand|localcommand|knownhostscommand)[ =].*")) {
        code(value.substring(value.indexOf(value.indexOf('=') > 0 ? '=' : ' ') + 1), word);
      }
    }
  }
}
