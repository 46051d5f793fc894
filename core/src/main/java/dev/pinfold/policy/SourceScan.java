package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Looks into program text of languages that are no shell ({@code python -c}, {@code node -e},
 * {@code perl -e}, {@code awk}): which texts are handed to calls that run a shell, delete, read or
 * write files. It knows strings, comments and calls, not the languages; texts that are only printed
 * stay data.
 */
final class SourceScan {
  private static final Set<String> SHELL_CALLS =
      Set.of(
          "system",
          "exec",
          "execSync",
          "popen",
          "shell_exec",
          "passthru",
          "spawn",
          "spawnSync",
          "execFile",
          "execFileSync",
          "run",
          "call",
          "check_call",
          "check_output",
          "Popen",
          "getoutput",
          "getstatusoutput",
          "execv",
          "execvp",
          "execve",
          "execl",
          "execlp",
          "qx",
          "capture2",
          "capture3",
          "capture2e",
          "popen2",
          "popen3",
          "proc_open",
          "pcntl_exec",
          "execute",
          "shell",
          "sh",
          "fork_exec",
          "$");

  private static final Set<String> DELETE_CALLS =
      Set.of(
          "rmtree",
          "remove",
          "unlink",
          "unlinkSync",
          "rmdir",
          "rmdirSync",
          "rm",
          "rmSync",
          "rm_rf",
          "rm_r",
          "remove_entry",
          "remove_tree",
          "removedirs",
          "delete",
          "removeSync",
          "emptyDirSync",
          "rimraf",
          "remove_dir_all",
          "remove_entry_secure");

  private static final Set<String> WRITE_CALLS =
      Set.of(
          "writeFile",
          "writeFileSync",
          "appendFile",
          "appendFileSync",
          "file_put_contents",
          "createWriteStream",
          "truncateSync");

  private static final Set<String> FILE_CALLS =
      Set.of(
          "open",
          "openSync",
          "readFile",
          "readFileSync",
          "createReadStream",
          "read",
          "read_text",
          "read_bytes",
          "readlines",
          "Path",
          "file_get_contents",
          "fopen",
          "readfile",
          "file",
          "slurp",
          "readLines",
          "load",
          "getline",
          "copy",
          "copyFileSync",
          "copyfile",
          "copytree",
          "IO.read",
          "writeFile",
          "writeFileSync",
          "write_text",
          "appendFileSync",
          "file_put_contents",
          "write",
          "expanduser",
          "join",
          "binread");

  private static final Pattern TCL_COMMAND =
      Pattern.compile(
          "(?:^|[;\\n\\[{]|\\b)(?:exec|spawn|system)\\s+(?:-\\S+\\s+){0,8}([^;\\n\\]}]+)");

  private final Executor executor;
  private final Subject subject;
  private final Argument source;
  private final String text;
  private int at;

  SourceScan(Executor executor, Subject subject, Argument source) {
    this.executor = executor;
    this.subject = subject;
    this.source = source;
    this.text = source.value();
  }

  void run() {
    tclCommands();
    String last = "";
    String call = "";
    String word = "";
    List<String> list = new ArrayList<>();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'' || c == '`') {
        String string = string(c);
        String callee = call.isEmpty() ? word : call;
        if (c == '`'
            && (subject.name().equals("perl")
                || subject.name().equals("ruby")
                || subject.name().equals("php"))) {
          shell(string);
        } else {
          list.add(string);
          use(callee, string, list);
        }
        word = "";
        last = string;
      } else if (Character.isJavaIdentifierStart(c) && !Marks.isHole(c)) {
        boolean method =
            at > 1 && c != '$' && text.charAt(at - 1) == '.' && text.charAt(at - 2) == ')';
        word = identifier();
        if (method && DELETE_CALLS.contains(word) && !last.isEmpty()) {
          command(List.of("rm", "-r", "--", last));
        }
      } else {
        if (c == '(') {
          call = word;
          list.clear();
        } else if (c == ')' || c == ';' || c == '\n' || c == '}') {
          call = "";
          word = "";
          list.clear();
        } else if (c == '/'
            && (subject.name().endsWith("awk") || word.isEmpty())
            && skipPattern()) {
          continue;
        } else if (c == '|' && subject.name().endsWith("awk") && !list.isEmpty()) {
          word = "";
          awkPipe(list);
        } else if (c != ' ' && c != '[' && c != ',' && c != '.') {
          word = "";
        }
        at++;
      }
    }
    forkBomb();
  }

  /** A regular expression literal where one can stand; false when the slash is a division. */
  private boolean skipPattern() {
    if (subject.name().startsWith("python") || subject.name().startsWith("lua")) {
      return false;
    }
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != '/') {
      return false;
    }
    at = end + 1;
    return true;
  }

  private String identifier() {
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String string(char quote) {
    boolean triple = text.startsWith(String.valueOf(quote).repeat(3), at);
    String end = String.valueOf(quote).repeat(triple ? 3 : 1);
    at += end.length();
    StringBuilder out = new StringBuilder();
    while (at < text.length() && !text.startsWith(end, at)) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        char escaped = text.charAt(at++);
        out.append(escaped == 'n' ? '\n' : escaped);
      } else {
        out.append(c);
      }
    }
    at = Math.min(text.length(), at + end.length());
    return out.toString();
  }

  private void use(String callee, String string, List<String> list) {
    boolean script = callee.equals("script") && subject.name().equals("osascript");
    if (script || SHELL_CALLS.contains(callee)) {
      if (list.size() > 1) {
        vector(list);
      } else {
        shell(string);
      }
    } else if (DELETE_CALLS.contains(callee)) {
      command(List.of("rm", "-r", "--", string));
    } else if (WRITE_CALLS.contains(callee)
        || (list.size() == 2 && callee.matches("f?open|openSync") && string.matches("[wax>].*"))) {
      WriteRules.write(subject, source.with(list.getFirst()));
    } else if (FILE_CALLS.contains(callee)) {
      command(List.of("cat", "--", string));
    }
  }

  private void shell(String code) {
    executor.code(
        code,
        source.span(),
        subject.execution(),
        subject.execution().state().copy(),
        subject.name());
  }

  private void vector(List<String> words) {
    command(words);
  }

  private void command(List<String> words) {
    String home = subject.context().home();
    List<Argument> arguments =
        words.stream()
            .map(
                word ->
                    source.with(
                        word.equals("~") || word.startsWith("~/")
                            ? home + word.substring(1)
                            : word))
            .toList();
    executor.execute(
        subject.execution().inner(arguments, subject.name(), subject.execution().state().copy()));
  }

  /** awk runs the text before or after a bar: {@code "cmd" | getline}, {@code print | "cmd"}. */
  private void awkPipe(List<String> list) {
    int next = at + 1;
    while (next < text.length() && text.charAt(next) == ' ') {
      next++;
    }
    if (text.startsWith("getline", next)) {
      shell(list.getLast());
    } else if (next < text.length() && text.charAt(next) == '"') {
      at = next;
      String program = string('"');
      at--;
      executor.script(
          list.getLast(),
          source.span(),
          subject.execution().withInput(Input.INHERITED),
          subject.execution().state().copy(),
          subject.name());
      shell(program);
    }
  }

  /** Tcl has no call syntax: a command is a line. */
  private void tclCommands() {
    if (Set.of("tclsh", "wish", "expect").contains(subject.name())) {
      TCL_COMMAND.matcher(text).results().forEach(match -> shell(match.group(1)));
    }
  }

  private void forkBomb() {
    String squeezed = text.replaceAll("\\s+", "");
    if (squeezed.contains("forkwhilefork")
        || squeezed.matches(
            ".*(while\\(?(1|[Tt]rue)\\)?[:{]*(os\\.)?fork|for\\(;;\\)\\{fork|loop\\{fork).*")) {
      subject.report("floor.forkbomb", source.span(), subject.name());
    }
  }
}
