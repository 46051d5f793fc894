package dev.pinfold.policy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Looks into program text of languages that are no shell ({@code python -c}, {@code node -e},
 * {@code perl -e}, {@code awk}): which texts are handed to calls that run a shell, delete, read or
 * write files ({@link SourceEffects}). It knows strings and calls, not the languages; texts that
 * are only printed stay data.
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
          "file",
          "File",
          "FileUtils",
          "Files",
          "Dir",
          "Directory",
          "promises",
          "path",
          "fn");

  /** Calls in calls: nobody nests them deeper by hand. */
  private static final int MAX_CALLS = 64;

  private final Subject subject;
  private final SourceCursor cursor;
  private final SourceEffects effects;
  private final SourceNames names;
  private final SourceIdioms idioms;

  /** What the next text is joined to the last one with; null when it stands for itself. */
  private @Nullable String joint;

  private String word = "";

  /** The last text, and the index behind it. */
  private String last = "";

  private int lastEnd = -1;

  /** A call that the name before names: {@code execSync.apply(…)}. */
  private String bound = "";

  private boolean importing;
  private final Deque<SourceCall> calls = new ArrayDeque<>();

  SourceScan(Executor executor, Subject subject, Argument source) {
    this(executor, subject, source, 0);
  }

  SourceScan(Executor executor, Subject subject, Argument source, int depth) {
    this.subject = subject;
    this.cursor = new SourceCursor(source.value());
    this.effects = new SourceEffects(executor, subject, source, depth);
    this.names = new SourceNames(source.value());
    this.idioms = new SourceIdioms(effects, subject, source);
  }

  void run() {
    idioms.run();
    calls.push(new SourceCall("", ""));
    while (!cursor.ended()) {
      char c = cursor.peek(0);
      String home = homeAt(c);
      if ((c == '%' || c == 'q') && wordList()) {
        continue;
      }
      if (home != null || c == '"' || c == '\'' || c == '`') {
        text(c, home);
      } else if (Character.isJavaIdentifierStart(c) && !Marks.isHole(c)) {
        name(c);
      } else {
        sign(c);
      }
    }
    effects.end();
  }

  /** {@code %w[…]} of Ruby and {@code qw(…)} of Perl: each word is a text. */
  private boolean wordList() {
    int start = cursor.at();
    List<String> words = cursor.wordList(subject.name());
    for (String each : words) {
      joint = null;
      value(each, start);
    }
    if (!words.isEmpty()) {
      joint = null;
      word = "";
      lastEnd = cursor.at();
    }
    return !words.isEmpty();
  }

  private void text(char quote, @Nullable String home) {
    int start = cursor.at();
    String string = home == null ? string(quote) : home;
    if (quote == '`' && Set.of("perl", "ruby", "php", "julia").contains(subject.name())) {
      effects.shell(string);
    } else {
      value(string, start);
    }
    joint = null;
    word = "";
    lastEnd = cursor.at();
  }

  /** A text, written out or held by a variable, that starts at {@code start}. */
  private void value(String string, int start) {
    SourceCall call = calls.element();
    boolean adjacent = lastEnd >= 0 && cursor.isBlank(lastEnd, start);
    if (adjacent && joint == null && subject.name().matches(".*awk|py.*")) {
      joint = "";
    }
    boolean joined = joint != null && !call.texts().isEmpty();
    String whole = joined ? call.texts().removeLast() + joint + string : string;
    last = whole;
    if (call.dispatches() && SourceWords.isCall(whole)) {
      names(call, whole);
      return;
    }
    if (call.name().isEmpty() && !word.isEmpty() && subject.name().matches("perl|ruby|php")) {
      call.word = word;
    }
    call.texts().add(whole);
    effects.call(callee(call), call.texts());
    if (isOneOfSeveral(start) && !SourceWords.FILE_CALLS.contains(call.name())) {
      effects.collects(whole);
    }
    if (joined && whole.startsWith(subject.context().home() + "/")) {
      effects.command(List.of("cat", "--", whole));
    }
  }

  private void names(SourceCall call, String name) {
    call.named = name;
    if (SourceWords.DELETE_CALLS.contains(name) && !importing) {
      effects.deletesVariable();
    }
  }

  /** The call that gets a text which stands here. */
  private String callee(SourceCall call) {
    if (call.dispatches() && !call.named.isEmpty()) {
      return call.named;
    }
    if (call.onlyGroups()) {
      for (SourceCall around : calls) {
        if (around.dispatches() && !around.named.isEmpty()) {
          return around.named;
        }
        if (!around.onlyGroups()) {
          break;
        }
      }
    }
    return names.call(!call.name().isEmpty() ? call.name() : word.isEmpty() ? call.word : word);
  }

  private boolean isOneOfSeveral(int start) {
    return "[{,(".indexOf(cursor.before(start)) >= 0;
  }

  private void name(char c) {
    boolean member = cursor.peek(-1) == '.';
    boolean method = c != '$' && member && cursor.peek(-2) == ')';
    String before = word;
    int start = cursor.at();
    word = cursor.identifier();
    boolean adjacent =
        lastEnd >= 0 && cursor.isBlank(lastEnd, start) && subject.name().endsWith("awk");
    String field =
        subject.name().endsWith("awk") && word.matches("\\$[1-9]")
            ? Filters.field(subject, cursor.whole(), word.charAt(1) - '0')
            : "";
    if ((joint != null || adjacent) && !isFormat() && field.isEmpty()) {
      unknownTail();
    }
    importing |= word.matches("import|require|use");
    String held =
        calls.element().name().isEmpty() && before.isEmpty() ? "" : names.text(variable());
    held = field.isEmpty() ? held : field;
    if (!held.isEmpty() && !member && cursor.next() != '=' && cursor.next() != '(') {
      word = before;
      value(held, start);
      joint = null;
      lastEnd = cursor.at();
      return;
    }
    // A set or a map has calls of these names, too, and JavaScript an operator.
    boolean collection = member && !before.isEmpty() && !FILES.contains(before);
    boolean operator =
        word.equals("delete") && !member && subject.name().matches("node.*|deno|bun");
    if (OF_COLLECTIONS.contains(word) && (collection || operator)) {
      word = "";
    }
    joint = null;
    mention(before, member);
    if (method && !last.isEmpty()) {
      effects.method(word, last);
    }
  }

  /** Whether the name is the letter before a text, as in {@code f"…"}. */
  private boolean isFormat() {
    return "\"'".indexOf(cursor.peek(0)) >= 0;
  }

  /** Something that the text does not tell is joined to a text of which a shell is to be run. */
  private void unknownTail() {
    SourceCall call = calls.element();
    if (!call.texts().isEmpty()
        && SourceWords.runsShell(callee(call), subject.name())
        && names.text(variable()).isEmpty()) {
      call.texts().add(call.texts().removeLast() + Marks.HOLE);
      effects.call(callee(call), call.texts());
    }
  }

  /** A name that no bracket follows is handed on, or called without one. */
  private void mention(String before, boolean member) {
    String known = names.call(word);
    bound = member && SourceWords.isCall(names.call(before)) ? names.call(before) : "";
    if (!SourceWords.isCall(known)) {
      return;
    }
    char next = cursor.next();
    boolean ofVariable = member && !before.isEmpty() && !FILES.contains(before);
    if (next != '(') {
      SourceCall call = calls.element();
      if (call.dispatches()) {
        names(call, known);
      }
      boolean literal = "\"'`=:".indexOf(next) >= 0;
      if (SourceWords.DELETE_CALLS.contains(known) && !literal && !importing) {
        effects.deletesVariable();
      }
    } else if (ofVariable && SourceWords.DELETE_CALLS.contains(known)) {
      effects.deletesVariable();
    }
  }

  private String variable() {
    return word.startsWith("$") ? word.substring(1) : word;
  }

  private void sign(char c) {
    boolean awk = subject.name().endsWith("awk");
    if (c == '(') {
      opens();
    } else if (c == ')') {
      closes();
    } else if (c == ';' || c == '}' || (c == '\n' && calls.size() == 1)) {
      importing = false;
      calls.clear();
      calls.push(new SourceCall("", ""));
      word = "";
    } else if (joins(c)) {
      word = "";
    } else if (c == '/' && (awk || word.isEmpty()) && skipPattern()) {
      return;
    } else if (c == '|' && awk && !calls.element().texts().isEmpty()) {
      word = "";
      awkPipe(calls.element().texts());
    } else if (c == '>' && awk) {
      awkWrites();
    } else if (" [,.\n0123456789".indexOf(c) < 0 && !(c == '!' && cursor.peek(1) == '(')) {
      word = "";
    }
    cursor.skip();
  }

  /** {@code +} and the like between texts: what they make is one text. */
  private boolean joins(char c) {
    boolean python = subject.name().startsWith("py");
    boolean after = !calls.element().texts().isEmpty() && word.isEmpty();
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
    if (word.isEmpty() && "]})\"'".indexOf(cursor.peek(-1)) >= 0 && SourceWords.isCall(last)) {
      word = last;
    }
    int next = cursor.after(" ", cursor.at() + 1);
    boolean variable = "\"'`)[\n".indexOf(cursor.peek(next - cursor.at())) < 0;
    if (variable && SourceWords.DELETE_CALLS.contains(names.call(word))) {
      effects.deletesVariable();
    }
    if (calls.size() < MAX_CALLS) {
      calls.push(new SourceCall(word, bound));
    }
    word = "";
    bound = "";
    joint = null;
  }

  /** The result of a call that only makes a path is a text of the call around it. */
  private void closes() {
    joint = null;
    word = "";
    SourceCall done = calls.size() > 1 ? calls.pop() : calls.element();
    if (done == calls.element()) {
      done.texts().clear();
    } else if (done.fillsTextBefore(calls.element())) {
      filled(done);
    } else if (!done.texts().isEmpty()
        && (done.name().isEmpty() || SourceWords.PATH_CALLS.contains(done.name()))) {
      SourceCall around = calls.element();
      String whole = done.whole().replaceFirst("^~(?=/|$)", subject.context().home());
      around.texts().add(whole);
      last = whole;
      effects.call(callee(around), around.texts());
      if (whole.startsWith(subject.context().home() + "/")) {
        effects.command(List.of("cat", "--", whole));
      }
    } else if (calls.size() == 1) {
      calls.element().texts().clear();
    }
  }

  /** What a method makes of the text before it takes that text's place. */
  private void filled(SourceCall done) {
    SourceCall around = calls.element();
    if (!around.texts().isEmpty()) {
      last = done.made(around.texts().removeLast());
      around.texts().add(last);
      effects.call(callee(around), around.texts());
    }
  }

  private void awkWrites() {
    int quote = cursor.after(" >", cursor.at() + 1);
    if (cursor.startsWith("\"", quote)) {
      cursor.moveTo(quote);
      effects.writes(string('"'));
      cursor.moveTo(cursor.at() - 1);
    }
  }

  /** The home directory where the language spells it here; null otherwise. */
  private @Nullable String homeAt(char c) {
    boolean inName = cursor.at() > 0 && Character.isJavaIdentifierPart(cursor.peek(-1));
    return "roOpPeg$DSE".indexOf(c) >= 0 && !inName && cursor.passes(SourceWords.HOME)
        ? subject.context().home()
        : null;
  }

  /** A regular expression literal where one can stand. */
  private boolean skipPattern() {
    return !subject.name().matches("(python|lua).*") && cursor.passesPattern();
  }

  private String string(char quote) {
    String filled =
        SourceWords.HOME_IN_TEXT
            .matcher(cursor.string(quote))
            .replaceAll(Matcher.quoteReplacement(subject.context().home()));
    return names.filled(filled, subject.name(), quote, word);
  }

  /** awk runs the text before or after a bar: {@code "cmd" | getline}, {@code print | "cmd"}. */
  private void awkPipe(List<String> list) {
    int from = cursor.at() + (cursor.startsWith("|&", cursor.at()) ? 2 : 1);
    int next = cursor.after(" ", from);
    if (cursor.startsWith("getline", next)) {
      effects.shell(list.getLast());
    } else if (cursor.startsWith("\"", next)) {
      cursor.moveTo(next);
      String program = string('"');
      cursor.moveTo(cursor.at() - 1);
      effects.piped(list.getLast(), program);
    }
  }
}
