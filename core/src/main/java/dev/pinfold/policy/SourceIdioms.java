package dev.pinfold.policy;

import java.util.List;
import java.util.Set;
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

  /** A socket, and what makes it the input and output of a shell. */
  private static final Pattern SOCKET =
      Pattern.compile(
          "\\bsocket\\b|fsockopen|TCPSocket|Socket::INET|net\\.(?:connect|Socket|createConnection)");

  private static final Pattern SHELL_BEHIND =
      Pattern.compile(
          "dup2|pty\\.spawn|->fdopen|[<>]&[0-9%#]|\\.pipe\\(\\s*\\w*sh\\b|spawn\\(\\s*['\"](?:/bin/)?(?:ba|z)?sh['\"]|exec[^;\\n"
              + "]{0,20}['\"](?:/bin/)?(?:ba|z)?sh\\b");

  private final SourceScan scan;
  private final Subject subject;
  private final Argument source;
  private final String text;

  SourceIdioms(SourceScan scan, Subject subject, Argument source) {
    this.scan = scan;
    this.subject = subject;
    this.source = source;
    this.text = source.value();
  }

  void run() {
    tclCommands();
    lispCommands();
    oneLiners();
    forkBomb();
    if (SOCKET.matcher(text).find() && SHELL_BEHIND.matcher(text).find()) {
      subject.report("floor.shell.remote", source.span(), subject.name());
    }
  }

  /** Tcl has no call syntax: a command is a line. */
  private void tclCommands() {
    if (Set.of("tclsh", "wish", "expect").contains(subject.name())) {
      TCL_COMMAND.matcher(text).results().forEach(match -> scan.shell(match.group(1)));
      TCL_DELETE
          .matcher(text)
          .results()
          .forEach(match -> scan.shell("rm -r " + match.group(1).replace("-force", "")));
    }
  }

  /** Emacs Lisp and its like: {@code (shell-command "…")}, {@code (delete-directory "…")}. */
  private void lispCommands() {
    if (text.indexOf('(') < 0) {
      return;
    }
    LISP_SHELL.matcher(text).results().forEach(match -> scan.shell(match.group(1)));
    LISP_DELETE
        .matcher(text)
        .results()
        .forEach(match -> scan.command(List.of("rm", "-r", "--", match.group(1))));
  }

  /** Idioms in which no call holds the string: globs, methods of strings, code from the network. */
  private void oneLiners() {
    if (subject.name().equals("perl")) {
      PERL_GLOB.matcher(text).results().forEach(match -> scan.shell("rm -rf " + match.group(1)));
    }
    if (subject.name().equals("groovy")) {
      GROOVY.matcher(text).results().forEach(match -> scan.shell(match.group(1)));
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
