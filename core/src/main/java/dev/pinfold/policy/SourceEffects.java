package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;

/** What calls of another language do with the texts that they get. */
final class SourceEffects {
  /** Code in texts of code: nobody nests it deeper by hand. */
  private static final int MAX_DEPTH = 4;

  private final Executor executor;
  private final Subject subject;
  private final Argument source;
  private final int depth;
  private final List<String> listed = new ArrayList<>();
  private final List<String> collected = new ArrayList<>();
  private boolean deletesVariable;

  SourceEffects(Executor executor, Subject subject, Argument source, int depth) {
    this.executor = executor;
    this.subject = subject;
    this.source = source;
    this.depth = depth;
  }

  /** A call gets a text, the last one of {@code texts}. */
  void call(String callee, List<String> texts) {
    String text = shown(texts.getLast());
    boolean script = callee.equals("script") && subject.name().equals("osascript");
    if (SourceWords.SQL_CALLS.contains(callee)
        && SourceWords.SQL.matcher(texts.getFirst()).matches()) {
      return;
    }
    if (evaluates(callee)) {
      nested(text);
    } else if (script || SourceWords.runsShell(callee, subject.name())) {
      if (texts.size() > 1) {
        command(texts);
      } else {
        shell(texts.getLast());
      }
    } else if (SourceWords.DELETE_CALLS.contains(callee)) {
      command(List.of("rm", "-r", "--", text));
    } else if (SourceWords.MOVE_CALLS.contains(callee) && texts.size() == 1) {
      command(List.of("mv", "--", text, "."));
    } else if (SourceWords.MODE_CALLS.contains(callee) && text.matches("[/~].*")) {
      command(List.of("chmod", "600", "--", text));
    } else if (SourceWords.WRITE_CALLS.contains(callee)
        || (texts.size() == 2 && callee.matches("f?open|openSync") && text.matches("[wax>].*"))) {
      WriteRules.write(subject, source.with(shown(texts.getFirst())));
    } else if (SourceWords.FILE_CALLS.contains(callee)) {
      command(List.of("cat", "--", text));
    }
    if (SourceWords.LISTING_CALLS.contains(callee)) {
      lists(text);
    }
  }

  /**
   * A path with some name where the code puts in what the text does not tell: a shell would read a
   * whole command there, a call only that path.
   */
  private static String shown(String text) {
    return text.replace(Marks.HOLE, 'x');
  }

  /** A method of something that a text makes: {@code Path("/etc").unlink()}. */
  void method(String name, String text) {
    if (SourceWords.DELETE_CALLS.contains(name)) {
      command(List.of("rm", "-r", "--", text));
    } else if (name.matches("read_(text|bytes)|open|readlines")) {
      command(List.of("cat", "--", text));
    } else if (name.matches("write_(text|bytes)")) {
      WriteRules.write(subject, source.with(text));
    } else if (SourceWords.LISTING_CALLS.contains(name)) {
      lists(text);
    }
  }

  /** What is found there may be what a variable holds later. */
  void lists(String path) {
    if (path.indexOf('/') >= 0) {
      listed.add(path);
    }
  }

  /** The text is one of several, or handed on: some variable may hold it later. */
  void collects(String text) {
    if (text.startsWith("/") && text.indexOf(' ') < 0) {
      collected.add(text);
    }
  }

  /** The code deletes what a variable holds, or hands on a function that deletes. */
  void deletesVariable() {
    deletesVariable = true;
  }

  void end() {
    if (!deletesVariable) {
      return;
    }
    listed.forEach(path -> command(List.of("rm", "-r", "--", path)));
    for (String path : collected) {
      Place place = Place.of(path, subject.cwd(), subject.context());
      if (!place.belongsToRun()) {
        subject.report("floor.code.deletes", source.span(), path);
      }
    }
  }

  private boolean evaluates(String callee) {
    return callee.equals("exec")
        ? subject.name().matches("(py|pypy).*")
        : SourceWords.EVALUATING_CALLS.contains(callee);
  }

  /** Code of the same language in a text. */
  private void nested(String code) {
    if (depth >= MAX_DEPTH) {
      subject.report("floor.limit", source.span(), "code in texts of code");
    } else {
      new SourceScan(executor, subject, source.with(code), depth + 1).run();
    }
  }

  void shell(String code) {
    executor.code(
        code,
        source.span(),
        subject.execution(),
        subject.execution().state().copy(),
        subject.name());
  }

  /** A shell reads what {@code data} says. */
  void piped(String data, String program) {
    executor.script(
        data,
        source.span(),
        subject.execution().withInput(Input.INHERITED),
        subject.execution().state().copy(),
        subject.name());
    shell(program);
  }

  void writes(String path) {
    WriteRules.write(subject, source.with(path));
  }

  void command(List<String> words) {
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
}
