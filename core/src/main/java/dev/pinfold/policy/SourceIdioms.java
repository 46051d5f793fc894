package dev.pinfold.policy;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a program in another language does where no call holds the text: commands of Tcl and Lisp,
 * globs, methods of strings, code from the network, sockets with a shell behind them.
 */
final class SourceIdioms {
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

  /** Code that is decoded and evaluated at once. */
  private static final Pattern DECODED_CODE =
      Pattern.compile(
          "\\b(?:exec|eval|assert|Function|instance_eval|loadstring|loads)\\s?\\(?[^;\\n"
              + "]{0,160}(?:b64decode|base64_decode|decode64"
              + "|unhexlify|fromhex|atob\\(|Buffer\\.from|unpack|gzinflate|gzuncompress|rot_?13|decompress|pickle|marshal)");

  /** kill(2) of process -1: every process that one may signal. */
  private static final Pattern KILL_FIRST =
      Pattern.compile("(?:\\bos\\.|\\bprocess\\.|\\bposix_)kill\\s?\\(\\s?-1\\s?,");

  private static final Pattern KILL_LAST =
      Pattern.compile("\\bkill\\s?\\(?[^,;()\\n]{1,40},\\s?-1\\b");

  /** Numbers from a few to many, which take in every process of a machine. */
  private static final Pattern RANGE =
      Pattern.compile(
          "range\\s?\\(\\s?\\d{1,3}\\s?,\\s?\\d{4,}|\\b\\d{1,3}\\s?\\.\\.\\.?\\s?\\d{4,}");

  private static final Pattern KILL = Pattern.compile("\\b(?:posix_)?kill\\b");

  private static final Pattern PERL_FILES = Pattern.compile("<([/~][^<>\\s;|&]{0,400})>");

  /** {@code system {"rm"} "rm", "-rf", "/"}: the file in braces is started, the words are its. */
  private static final Pattern PERL_INDIRECT =
      Pattern.compile("\\b(?:system|exec)\\s?\\{[^}\\n]{0,400}}([^;\\n]{1,4000})");

  /** {@code open(F, "cmd |")}, {@code open F, "-|", "cmd", "word"}, {@code open("| cmd")}. */
  private static final Pattern OPENED =
      Pattern.compile(
          "\\bopen\\s?\\(?([^;\\n"
              + "\"']{0,80}(?:\"[^\"\\n"
              + "]{0,4000}\"|'[^'\\n"
              + "]{0,4000}')[^;\\n"
              + ")]{0,4000})");

  private static final Pattern QUOTED = Pattern.compile("\"([^\"\\n]*)\"|'([^'\\n]*)'");

  private static final Pattern QUOTED_SHELL =
      Pattern.compile(
          "(?:%x|\\bqx\\s?)(?:\\(([^)]*)\\)|\\{([^}]*)}|\\[([^]]*)]|<([^>]*)>|([!|/])((?:\\\\.|(?!\\5)[^\\\\]){0,4000})\\5)");

  /** A socket, and what makes it the input and output of a shell. */
  private static final Pattern SOCKET =
      Pattern.compile(
          "\\bsocket\\b|fsockopen|TCPSocket|Socket::INET|net\\.(?:connect|Socket|createConnection)");

  private static final Pattern SHELL_BEHIND =
      Pattern.compile(
          "dup2|pty\\.spawn|->fdopen|[<>]&[0-9%#]|\\.pipe\\(\\s*\\w*sh\\b|spawn\\(\\s*['\"](?:/bin/)?(?:ba|z)?sh['\"]|exec[^;\\n"
              + "]{0,20}['\"](?:/bin/)?(?:ba|z)?sh\\b");

  private final SourceEffects effects;
  private final Subject subject;
  private final Argument source;
  private final String text;

  SourceIdioms(SourceEffects effects, Subject subject, Argument source) {
    this.effects = effects;
    this.subject = subject;
    this.source = source;
    this.text = source.value();
  }

  void run() {
    tclCommands();
    lispCommands();
    oneLiners();
    opened();
    kills();
    forkBomb();
    if (SOCKET.matcher(text).find() && SHELL_BEHIND.matcher(text).find()) {
      subject.report("floor.shell.remote", source.span(), subject.name());
    }
  }

  /** Tcl has no call syntax: a command is a line. */
  private void tclCommands() {
    if (Set.of("tclsh", "wish", "expect").contains(subject.name())) {
      TCL_COMMAND.matcher(text).results().forEach(match -> effects.shell(match.group(1)));
      TCL_DELETE
          .matcher(text)
          .results()
          .forEach(match -> effects.shell("rm -r " + match.group(1).replace("-force", "")));
    }
  }

  /** Emacs Lisp and its like: {@code (shell-command "…")}, {@code (delete-directory "…")}. */
  private void lispCommands() {
    if (text.indexOf('(') < 0) {
      return;
    }
    LISP_SHELL.matcher(text).results().forEach(match -> effects.shell(match.group(1)));
    LISP_DELETE
        .matcher(text)
        .results()
        .forEach(match -> effects.command(List.of("rm", "-r", "--", match.group(1))));
  }

  /** Idioms in which no call holds the string: globs, methods of strings, code from the network. */
  private void oneLiners() {
    if (subject.name().equals("perl")) {
      PERL_GLOB.matcher(text).results().forEach(match -> effects.shell("rm -rf " + match.group(1)));
    }
    if (subject.name().equals("groovy")) {
      GROOVY.matcher(text).results().forEach(match -> effects.shell(match.group(1)));
    }
    if (subject.name().equals("perl")) {
      PERL_FILES.matcher(text).results().forEach(match -> effects.lists(match.group(1)));
      PERL_INDIRECT
          .matcher(text)
          .results()
          .map(match -> quoted(match.group(1)))
          .filter(words -> !words.isEmpty())
          .forEach(effects::command);
    }
    if (subject.name().matches("ruby|perl")) {
      QUOTED_SHELL.matcher(text).results().forEach(match -> effects.shell(inBrackets(match)));
    }
    if (DECODED_CODE.matcher(text).find()) {
      subject.report("floor.code.unknown", source.span(), subject.name());
    }
    if (DOWNLOADED_CODE.matcher(text).find()) {
      subject.report("floor.code.downloaded", source.span(), subject.name());
    }
  }

  private static List<String> quoted(String words) {
    return QUOTED
        .matcher(words)
        .results()
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .toList();
  }

  private static String inBrackets(MatchResult match) {
    for (int group = 1; group < 5; group++) {
      if (match.group(group) != null) {
        return match.group(group);
      }
    }
    return match.group(6).replace("\\/", "/");
  }

  /** Perl and Ruby open pipes by a bar in the name. */
  private void opened() {
    if (subject.name().matches("perl|ruby")) {
      OPENED
          .matcher(text)
          .results()
          .map(match -> quoted(match.group(1)))
          .filter(words -> !words.isEmpty())
          .forEach(this::opens);
    }
  }

  private void opens(List<String> words) {
    String first = words.getFirst().strip();
    if (first.matches("\\|-|-\\|") && words.size() > 1) {
      List<String> command = words.subList(1, words.size());
      if (command.size() == 1) {
        effects.shell(command.getFirst());
      } else {
        effects.command(command);
      }
    } else if (first.startsWith("|")) {
      effects.shell(first.substring(1));
    } else if (first.endsWith("|")) {
      effects.shell(first.substring(0, first.length() - 1));
    }
  }

  private void kills() {
    boolean last = subject.name().matches("perl|ruby") && KILL_LAST.matcher(text).find();
    boolean range = KILL.matcher(text).find() && RANGE.matcher(text).find();
    if (last || range || KILL_FIRST.matcher(text).find()) {
      subject.report("floor.kill.all", source.span(), subject.name());
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
