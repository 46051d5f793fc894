package dev.pinfold.policy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a git command runs: aliases, configured programs, hooks of its options
 * (git-config(1)).
 */
final class GitUnwrapping {
  private static final Set<String> CODE_KEYS =
      Set.of(
          "core.pager",
          "core.editor",
          "core.sshcommand",
          "core.fsmonitor",
          "core.askpass",
          "core.gitproxy",
          "core.alternaterefscommand",
          "diff.external",
          "sequence.editor",
          "gpg.program",
          "gpg.ssh.program",
          "gpg.x509.program",
          "gpg.openpgp.program",
          "credential.helper",
          "web.browser",
          "sendemail.smtpserver",
          "uploadpack.packobjectshook",
          "interactive.difffilter");

  private final Executor executor;
  private final Subject subject;

  GitUnwrapping(Executor executor, Subject subject) {
    this.executor = executor;
    this.subject = subject;
  }

  @Nullable String run() {
    GitCommand git = GitCommand.of(subject);
    if (git == null) {
      return null;
    }
    git.config().forEach((key, value) -> configured(git, key, value));
    ofSubCommand(git);
    return null;
  }

  private void configured(GitCommand git, String key, Argument value) {
    String text = value.value();
    boolean alias = key.startsWith("alias.") && text.startsWith("!");
    boolean keyed =
        key.matches(
                "(filter|diff|merge|difftool|mergetool|pager|man|browser|guitool|trailer|remote|gpg|tar|credential|url)\\..*(clean|smudge|process|command|textconv|driver|cmd|path|program|helper|receivepack|uploadpack|proxy)")
            || key.startsWith("pager.");
    if (alias && key.equals("alias." + git.word().value().toLowerCase(java.util.Locale.ROOT))) {
      String tail =
          git.arguments().stream()
              .map(word -> ShellQuoting.quote(word.value()))
              .collect(Collectors.joining(" "));
      executor.code(
          text.substring(1) + " " + tail,
          value.span(),
          subject.execution(),
          subject.execution().state().copy(),
          "git alias");
    } else if (alias || CODE_KEYS.contains(key) || keyed) {
      code(text.startsWith("!") ? value.from(1) : value);
    }
  }

  private void code(Argument code) {
    if (!code.value().isBlank()
        && !code.value().matches("true|false|cache.*|store.*|manager.*|osxkeychain|libsecret")) {
      executor.script(
          code.value(),
          code.span(),
          subject.execution(),
          subject.execution().state().copy(),
          "git");
    }
  }

  private void ofSubCommand(GitCommand git) {
    Invocation invocation = git.invocation();
    if (invocation != null) {
      for (Invocation.Option option : invocation.options()) {
        Argument value = option.value();
        if (value != null
            && (option.spec().role() == Role.CODE || option.spec().role() == Role.COMMAND)) {
          code(value);
        }
        if (value != null
            && option.spec().role() == Role.CONFIG
            && value.value().indexOf('=') > 0) {
          configured(
              git,
              value
                  .value()
                  .substring(0, value.value().indexOf('='))
                  .toLowerCase(java.util.Locale.ROOT),
              value.from(value.value().indexOf('=') + 1));
        }
      }
    }
    git.operands().stream()
        .filter(word -> word.value().startsWith("ext::"))
        .forEach(word -> code(word.from(5)));
    List<Argument> words = git.arguments();
    if (git.name().equals("config")) {
      config(git);
    }
    String first = words.isEmpty() ? "" : words.getFirst().value();
    if (git.name().equals("bisect") && first.equals("run")) {
      executor.execute(
          subject
              .execution()
              .inner(
                  words.subList(1, words.size()),
                  "git bisect run",
                  subject.execution().state().copy()));
    } else if (git.name().equals("submodule")) {
      foreach(git);
    }
  }

  /**
   * {@code git config KEY VALUE} sets what later commands run; an alias is judged as what it stands
   * for.
   */
  private void config(GitCommand git) {
    List<Argument> operands = git.operands();
    int at = !operands.isEmpty() && operands.getFirst().value().equals("set") ? 1 : 0;
    if (operands.size() < at + 2) {
      return;
    }
    String key = operands.get(at).value().toLowerCase(java.util.Locale.ROOT);
    Argument value = operands.get(at + 1);
    configured(git, key, value);
    subject.execution().state().set(GitCommand.CONFIGURED + key, value.value());
    if (key.startsWith("alias.") && !value.value().startsWith("!")) {
      executor.code(
          "git " + value.value(),
          value.span(),
          subject.execution(),
          subject.execution().state().copy(),
          "git alias");
    }
    boolean forces =
        key.matches("remote\\..*\\.(mirror|push)")
            && value.value().matches("(\\+.*|true|yes|on|1)");
    if (forces) {
      subject.report("floor.git.force-unknown", value);
    }
    if (git.hasAny("--global", "--system") && key.matches("(alias|core|include)\\..*")) {
      if (key.matches("alias\\..*|.*\\.(path|hookspath|sshcommand|fsmonitor|pager|editor)")) {
        subject.report("floor.git.config-global", operands.get(at));
      }
    }
  }

  private void foreach(GitCommand git) {
    List<Argument> operands = git.operands();
    if (operands.size() > 1 && operands.getFirst().value().equals("foreach")) {
      int at = git.arguments().indexOf(operands.get(1));
      List<Argument> inner = git.arguments().subList(at, git.arguments().size());
      if (inner.size() == 1) {
        code(inner.getFirst());
      } else {
        executor.execute(
            subject
                .execution()
                .inner(inner, "git submodule foreach", subject.execution().state().copy()));
      }
    }
  }
}
