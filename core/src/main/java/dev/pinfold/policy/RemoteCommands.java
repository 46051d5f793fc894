package dev.pinfold.policy;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Programs that run commands on other machines or in containers: what they run there is not judged
 * by path, what they run here is ({@code ssh -o ProxyCommand=…}, {@code ssh localhost}, {@code
 * ansible localhost -a …}).
 */
final class RemoteCommands {
  /** Deleting a system's root, a top directory or a home there. */
  private static final Pattern REMOTE_WIPE =
      Pattern.compile(
          "\\brm\\s+(?:-\\S+\\s+)*(?:/|~|\\$HOME)(?:\\*|[a-z0-9]*/?\\*?)(?:\\s|;|&|$)|\\bmkfs\\b|\\bdd\\s[^|;]*of=/dev/");

  private static final Pattern REMOTE_DOWNLOAD =
      Pattern.compile("(curl|wget)\\s[^|;&]*\\|\\s*(sudo\\s+)?(ba|da|z|k)?sh\\b");

  private static final String HERE = "(.*@)?(localhost|127\\.[0-9.]+|\\[?::1]?),?";

  private final Executor executor;
  private final Subject subject;

  RemoteCommands(Executor executor, Subject subject) {
    this.executor = executor;
    this.subject = subject;
  }

  void run() {
    if (subject.name().equals("ansible")) {
      ansible();
      return;
    }
    if (subject.name().matches("ssh|scp|sftp")) {
      ssh();
    }
    remote();
  }

  /** Ad-hoc commands of ansible(1): the module {@code command} is the default. */
  private void ansible() {
    Invocation invocation = subject.invocation();
    if (invocation == null) {
      return;
    }
    Invocation.Option module = invocation.find("-m");
    Invocation.Option arguments = invocation.find("-a");
    Invocation.Option connection = invocation.find("-c");
    String name = module == null || module.value() == null ? "command" : module.value().value();
    boolean here =
        subject.operand(0).matches(HERE)
            || (connection != null
                && connection.value() != null
                && connection.value().value().equals("local"));
    boolean shell = name.matches("(ansible\\.(builtin|legacy)\\.)?(shell|command|raw)");
    if (shell && !here) {
      remote();
    }
    if (!here || arguments == null || arguments.value() == null) {
      return;
    }
    Argument words = arguments.value();
    if (shell) {
      code(words.value(), words);
    } else if (name.matches("(ansible\\.(builtin|legacy)\\.)?file")
        && words.value().contains("state=absent")) {
      code(
          words.value().replaceAll("(\\w+=\\S+\\s*)*\\b(path|dest|name)=(\\S+).*", "rm -r -- $3"),
          words);
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

  private void ssh() {
    List<Argument> operands = subject.operands();
    if (operands.size() > 1 && operands.getFirst().value().matches(HERE)) {
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

  private void code(String code, Argument holder) {
    executor.code(
        code,
        holder.span(),
        subject.execution(),
        subject.execution().state().copy(),
        subject.name());
  }
}
