package dev.pinfold.policy;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Editors, pagers, debuggers and database shells: commands that run a shell from inside them
 * ({@code vim -c '!cmd'}, {@code gdb -ex 'shell cmd'}), and editors that save without a person.
 */
final class Editors {
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

  private static final Set<String> EDITORS =
      Set.of("vim", "vi", "nvim", "view", "ex", "ed", "red", "rvim", "gvim");

  /** A command that saves the file which is edited. */
  private static final Pattern SAVES =
      Pattern.compile(
          "(?m)(?:^|[|:+;]|\\bsil(?:ent)?!?\\s)\\s*(?:wq?a?l{0,2}|xa?|up(?:date)?)!?\\s*(?:[|;]|$)");

  /** Commands of an editor that hold code of another language. */
  private static final Pattern SCRIPT =
      Pattern.compile(
          "(?s)(?:\\+|:|-c\\s?|sil(?:ent)?!?\\s){0,3}(?:lua|luado|call?|exe(?:cute?)?|let|py(?:thon|x)?3?|perl?|ruby?)\\b\\s?=?(.+)");

  /** {@code COPY t TO PROGRAM 'cmd'} of PostgreSQL. */
  private static final Pattern COPY_PROGRAM = Pattern.compile("(?i)\\bPROGRAM\\s+'((?:[^']|'')+)'");

  private final Executor executor;
  private final Subject subject;

  Editors(Executor executor, Subject subject) {
    this.executor = executor;
    this.subject = subject;
  }

  void run() {
    if (!WITH_BANG.contains(subject.name())) {
      return;
    }
    Argument input = new Argument(subject.execution().input().text(), subject.execution().span());
    subject.arguments().forEach(this::bang);
    subject.arguments().forEach(this::editorWrites);
    bang(input);
    if (subject.name().equals("psql")) {
      subject.arguments().forEach(this::copyProgram);
      copyProgram(input);
    }
    if (EDITORS.contains(subject.name())) {
      scripted(input);
    }
  }

  /** {@code vim -c '%d' -c wq FILE}, {@code ed FILE <<< w}, {@code nvim -c 'lua …'}. */
  private void scripted(Argument input) {
    boolean saves = SAVES.matcher(input.value()).find();
    for (int i = 0; i < subject.arguments().size(); i++) {
      Argument word = subject.arguments().get(i);
      String option = i == 0 ? "" : subject.arguments().get(i - 1).value();
      if (word.value().startsWith("+") || option.matches("-[a-zA-Z]{0,4}c|--cmd")) {
        saves |= SAVES.matcher(word.value()).find();
        Matcher script = SCRIPT.matcher(word.value());
        if (script.matches()) {
          new SourceScan(executor, subject, word.with(script.group(1))).run();
        }
      }
    }
    if (saves) {
      subject.operands().stream()
          .filter(
              file ->
                  file.value().matches("[/~].*|.*/.*|[^+:!%|]+")
                      && !SAVES.matcher(file.value()).find())
          .forEach(file -> WriteRules.write(subject, file));
    }
  }

  private void copyProgram(Argument word) {
    Matcher program = COPY_PROGRAM.matcher(word.value());
    while (program.find()) {
      code(program.group(1).replace("''", "'"), word);
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
    executor.code(
        code,
        holder.span(),
        subject.execution(),
        subject.execution().state().copy(),
        subject.name());
  }
}
