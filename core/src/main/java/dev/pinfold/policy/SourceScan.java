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
          "writeTextFile",
          "writeTextFileSync",
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
          "expand_path",
          "join",
          "binread");

  private static final Pattern TCL_COMMAND =
      Pattern.compile(
          "(?:^|[;\\n\\[{]|\\b)(?:exec|spawn|system)\\s+(?:-\\S+\\s+){0,8}([^;\\n\\]}]+)");

  private static final Pattern TCL_DELETE = Pattern.compile("\\bfile\\s+delete\\s+([^;\\n\\]}]+)");

  private static final Pattern LISP_SHELL =
      Pattern.compile("\\((?:async-)?shell-command(?:-to-string)?\\s+\"([^\"]+)\"");

  private static final Pattern LISP_DELETE =
      Pattern.compile("\\(delete-(?:directory|file)\\s+\"([^\"]+)\"");

  private static final Pattern PERL_GLOB =
      Pattern.compile(
          "\\b(?:unlink|rmtree|remove_tree)\\s*\\(?\\s*(?:glob\\s*\\(?\\s*[\"']|<)([^\"'>;|&]+)");

  private static final Pattern GROOVY = Pattern.compile("[\"']([^\"']+)[\"']\\.execute\\(");

  private static final Pattern DOWNLOADED_CODE =
      Pattern.compile(
          "\\b(?:exec|eval)\\s*\\(?[^;\\n"
              + "]{0,80}(?:urlopen|requests\\W{0,3}\\.get|URI\\.open|open-uri|Net::HTTP\\.get|LWP::Simple|file_get_contents\\(.https?:)");

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
    lispCommands();
    oneLiners();
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
                            : word.matches("/\\.[a-z].*") ? home + word : word))
            .toList();
    executor.execute(
        subject.execution().inner(arguments, subject.name(), subject.execution().state().copy()));
  }

  /** awk runs the text before or after a bar: {@code "cmd" | getline}, {@code print | "cmd"}. */
  private void awkPipe(List<String> list) {
    int next = at + (text.startsWith("|&", at) ? 2 : 1);
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
      TCL_DELETE
          .matcher(text)
          .results()
          .forEach(match -> shell("rm -r " + match.group(1).replace("-force", "")));
    }
  }

  /** Emacs Lisp and its like: {@code (shell-command "…")}, {@code (delete-directory "…")}. */
  private void lispCommands() {
    if (text.indexOf('(') < 0) {
      return;
    }
    LISP_SHELL.matcher(text).results().forEach(match -> shell(match.group(1)));
    LISP_DELETE
        .matcher(text)
        .results()
        .forEach(match -> command(List.of("rm", "-r", "--", match.group(1))));
  }

  /** Idioms in which no call holds the string: globs, methods of strings, code from the network. */
  private void oneLiners() {
    if (subject.name().equals("perl")) {
      PERL_GLOB.matcher(text).results().forEach(match -> shell("rm -rf " + match.group(1)));
    }
    if (subject.name().equals("groovy")) {
      GROOVY.matcher(text).results().forEach(match -> shell(match.group(1)));
    }
    if (DOWNLOADED_CODE.matcher(text).find()) {
      subject.report("floor.code.downloaded", source.span(), subject.name());
    }
  }

  private void forkBomb() {
    String squeezed = text.replaceAll("\\s+", "");
    if (squeezed.matches(".*forkwhile(fork|\\(?1).*")
        || squeezed.matches(
            ".*(while\\(?(1|[Tt]rue)\\)?[:{]*(os\\.)?fork|for\\(;;\\)\\{fork|loop\\{fork).*")) {
      subject.report("floor.forkbomb", source.span(), subject.name());
    }
  }
}
