package dev.pinfold.policy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Looks into program text of languages that are no shell ({@code python -c}, {@code node -e},
 * {@code perl -e}, {@code awk}): which texts are handed to calls that run a shell, delete, read or
 * write files. It knows strings, comments and calls, not the languages; texts that are only printed
 * stay data.
 */
final class SourceScan {
  private static final Set<String> OF_COLLECTIONS = Set.of("remove", "delete");

  /** Modules whose {@code remove} and {@code delete} are of files. */
  private static final Set<String> FILES =
      Set.of(
          "os",
          "fs",
          "fse",
          "shutil",
          "File",
          "FileUtils",
          "Files",
          "Dir",
          "Directory",
          "promises",
          "path");

  /** Calls in calls: nobody nests them deeper by hand. */
  private static final int MAX_CALLS = 64;

  /** A call that is being read, with the texts among its arguments so far. */
  private static final class Call {
    private final String name;
    private final List<String> texts = new ArrayList<>();
    private String word = "";

    Call(String name) {
      this.name = name;
    }
  }

  private final Executor executor;
  private final Subject subject;
  private final Argument source;
  private final String text;
  private int at;

  /** What the next text is joined to the last one with; null when it stands for itself. */
  private @Nullable String joint;

  private String word = "";
  private String last = "";
  private boolean deletesVariable;
  private final Deque<Call> calls = new ArrayDeque<>();
  private final List<String> listed = new ArrayList<>();
  private final Map<String, String> aliases = new HashMap<>();

  SourceScan(Executor executor, Subject subject, Argument source) {
    this.executor = executor;
    this.subject = subject;
    this.source = source;
    this.text = source.value();
  }

  void run() {
    new SourceIdioms(this, subject, source).run();
    SourceWords.RENAMED
        .matcher(text)
        .results()
        .forEach(match -> aliases.put(match.group(2), match.group(1)));
    calls.push(new Call(""));
    while (at < text.length()) {
      char c = text.charAt(at);
      String home = homeAt(c);
      if (home != null || c == '"' || c == '\'' || c == '`') {
        text(c, home);
      } else if (Character.isJavaIdentifierStart(c) && !Marks.isHole(c)) {
        name(c);
      } else {
        sign(c);
      }
    }
    if (deletesVariable) {
      listed.forEach(path -> command(List.of("rm", "-r", "--", path)));
    }
  }

  private void text(char quote, @Nullable String home) {
    String string = home == null ? string(quote) : home;
    Call call = calls.element();
    if (quote == '`' && Set.of("perl", "ruby", "php").contains(subject.name())) {
      shell(string);
    } else {
      boolean joined = joint != null && !call.texts.isEmpty();
      String whole = joined ? call.texts.removeLast() + joint + string : string;
      if (call.name.isEmpty() && !word.isEmpty() && subject.name().matches("perl|ruby|php")) {
        call.word = word;
      }
      call.texts.add(whole);
      last = whole;
      String callee = !call.name.isEmpty() ? call.name : word.isEmpty() ? call.word : word;
      use(aliases.getOrDefault(callee, callee), whole, call.texts);
      if (joined && whole.startsWith(subject.context().home() + "/")) {
        command(List.of("cat", "--", whole));
      }
    }
    joint = null;
    word = "";
  }

  private void name(char c) {
    boolean method = at > 1 && c != '$' && text.charAt(at - 1) == '.' && text.charAt(at - 2) == ')';
    boolean member = at > 0 && text.charAt(at - 1) == '.';
    String before = word;
    word = identifier();
    // A set or a map has calls of these names, too.
    if (member && !before.isEmpty() && OF_COLLECTIONS.contains(word) && !FILES.contains(before)) {
      word = "";
    }
    joint = null;
    if (!method || last.isEmpty()) {
      return;
    }
    if (SourceWords.DELETE_CALLS.contains(word)) {
      command(List.of("rm", "-r", "--", last));
    } else if (word.matches("read_(text|bytes)|open|readlines")) {
      command(List.of("cat", "--", last));
    } else if (word.matches("write_(text|bytes)")) {
      WriteRules.write(subject, source.with(last));
    }
  }

  private void sign(char c) {
    boolean awk = subject.name().endsWith("awk");
    if (c == '(') {
      opens();
    } else if (c == ')') {
      closes();
    } else if (c == ';' || c == '}' || (c == '\n' && calls.size() == 1)) {
      calls.clear();
      calls.push(new Call(""));
      word = "";
    } else if (joins(c)) {
      word = "";
    } else if (c == '/' && (awk || word.isEmpty()) && skipPattern()) {
      return;
    } else if (c == '|' && awk && !calls.element().texts.isEmpty()) {
      word = "";
      awkPipe(calls.element().texts);
    } else if (c == '>' && awk) {
      awkWrites();
    } else if (" [,.\n".indexOf(c) < 0) {
      word = "";
    }
    at++;
  }

  /** {@code +} and the like between texts: what they make is one text. */
  private boolean joins(char c) {
    boolean python = subject.name().startsWith("py");
    boolean after = !calls.element().texts.isEmpty() && word.isEmpty();
    if (c == '+' || (c == '.' && Set.of("perl", "php").contains(subject.name()))) {
      joint = "";
    } else if (c == '/' && python && after) {
      joint = "/";
    } else if (c != ' ') {
      joint = null;
    }
    return joint != null && c != ' ';
  }

  private void opens() {
    int next = at + 1;
    while (next < text.length() && text.charAt(next) == ' ') {
      next++;
    }
    boolean variable = next < text.length() && "\"'`)[".indexOf(text.charAt(next)) < 0;
    if (variable && SourceWords.DELETE_CALLS.contains(aliases.getOrDefault(word, word))) {
      deletesVariable = true;
    }
    if (calls.size() < MAX_CALLS) {
      calls.push(new Call(word));
    }
    word = "";
    joint = null;
  }

  /** The result of a call that only makes a path is a text of the call around it. */
  private void closes() {
    joint = null;
    word = "";
    Call done = calls.size() > 1 ? calls.pop() : calls.element();
    if (done == calls.element()) {
      done.texts.clear();
    } else if (!done.texts.isEmpty()
        && (done.name.isEmpty() || SourceWords.PATH_CALLS.contains(done.name))) {
      Call around = calls.element();
      String whole =
          String.join("/", done.texts).replaceFirst("^~(?=/|$)", subject.context().home());
      around.texts.add(whole);
      last = whole;
      String callee = around.name;
      use(aliases.getOrDefault(callee, callee), whole, around.texts);
      if (whole.startsWith(subject.context().home() + "/")) {
        command(List.of("cat", "--", whole));
      }
    } else if (calls.size() == 1) {
      calls.element().texts.clear();
    }
  }

  private void awkWrites() {
    int quote = at + 1;
    while (quote < text.length() && (text.charAt(quote) == ' ' || text.charAt(quote) == '>')) {
      quote++;
    }
    if (quote < text.length() && text.charAt(quote) == '"') {
      at = quote;
      WriteRules.write(subject, source.with(string('"')));
      at--;
    }
  }

  /** The home directory where the language spells it here; null otherwise. */
  private @Nullable String homeAt(char c) {
    if ("roOpPeg$DSE".indexOf(c) < 0
        || (at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1)))) {
      return null;
    }
    Matcher home = SourceWords.HOME.matcher(text).region(at, text.length());
    if (!home.lookingAt()) {
      return null;
    }
    at = home.end();
    return subject.context().home();
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
    return SourceWords.HOME_IN_TEXT
        .matcher(out)
        .replaceAll(Matcher.quoteReplacement(subject.context().home()));
  }

  private void use(String callee, String string, List<String> list) {
    boolean script = callee.equals("script") && subject.name().equals("osascript");
    if (SourceWords.SQL_CALLS.contains(callee)
        && SourceWords.SQL.matcher(list.getFirst()).matches()) {
      return;
    }
    if (script || SourceWords.SHELL_CALLS.contains(callee)) {
      if (list.size() > 1) {
        vector(list);
      } else {
        shell(string);
      }
    } else if (SourceWords.DELETE_CALLS.contains(callee)) {
      command(List.of("rm", "-r", "--", string));
    } else if (SourceWords.WRITE_CALLS.contains(callee)
        || (list.size() == 2 && callee.matches("f?open|openSync") && string.matches("[wax>].*"))) {
      WriteRules.write(subject, source.with(list.getFirst()));
    } else if (SourceWords.FILE_CALLS.contains(callee)) {
      command(List.of("cat", "--", string));
    }
    if (SourceWords.LISTING_CALLS.contains(callee) && string.indexOf('/') >= 0) {
      listed.add(string);
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

  private void vector(List<String> words) {
    command(words);
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
}
