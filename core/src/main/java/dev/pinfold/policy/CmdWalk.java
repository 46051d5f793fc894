package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges a command line of {@code cmd.exe}. What it does not model is unknown, not allowed. */
final class CmdWalk {
  private static final int MAX_DEPTH = 8;

  /** Words of the list of a {@code for} that are tried one by one. */
  private static final int MAX_ROUNDS = 16;

  /** Longest text of a {@code for} before its body that is looked into. */
  private static final int MAX_HEAD = 4_096;

  /** Switch, root or options, variable and list of a {@code for}. */
  private static final Pattern LOOP =
      Pattern.compile(
          "(?is)\\bfor\\s+(/[a-z])?\\s*([^%]*)%{1,2}(\\S)\\s+in\\s*\\((.*)\\)\\s*do\\s*$");

  private static final Set<String> PRINTS =
      Set.of(
          "echo", "rem", "title", "echo.", "color", "prompt", "::", "set", "goto", "exit", "pause",
          "cls", "ver", "help");

  private static final Set<String> DOWNLOADS =
      Set.of("curl", "wget", "bitsadmin", "certutil", "iwr", "irm");

  private static final Set<String> SHELLS =
      Set.of(
          "cmd",
          "powershell",
          "pwsh",
          "bash",
          "sh",
          "python",
          "python3",
          "node",
          "perl",
          "ruby",
          "wsl",
          "iex");

  private final WindowsWalk walk;
  private final Verdicts verdicts;
  private final WindowsPrograms programs;
  private final PolicyContext context;
  private final Set<String> downloaded = new HashSet<>();
  private final WindowsItems items;

  CmdWalk(WindowsWalk walk, PolicyContext context, Verdicts verdicts) {
    this(walk, context, verdicts, new WindowsPrograms(verdicts, context));
  }

  private CmdWalk(
      WindowsWalk walk, PolicyContext context, Verdicts verdicts, WindowsPrograms programs) {
    this(walk, context, verdicts, programs, new WindowsItems(verdicts, programs));
  }

  private CmdWalk(
      WindowsWalk walk,
      PolicyContext context,
      Verdicts verdicts,
      WindowsPrograms programs,
      WindowsItems items) {
    this.walk = walk;
    this.context = context;
    this.verdicts = verdicts;
    this.programs = programs;
    this.items = items;
  }

  void text(String text, Scope scope) {
    if (scope.depth() > MAX_DEPTH || !walk.spend(text.length())) {
      verdicts.add("floor.limit", whole(scope), "texts in texts");
      return;
    }
    String before = "";
    for (CmdLine.Part part : CmdLine.split(text)) {
      List<Argument> words =
          part.words().stream()
              .map(word -> new Argument(word.value(), scope.origin().map(word.span())))
              .toList();
      part.outputs()
          .forEach(
              output ->
                  items.write(new Argument(output.value(), scope.origin().map(output.span()))));
      String name = words.isEmpty() ? "" : WindowsPrograms.name(words.getFirst().value());
      if (part.piped() && SHELLS.contains(name) && words.size() <= 2) {
        verdicts.add(
            DOWNLOADS.contains(before) ? "floor.code.downloaded" : "floor.code.unknown",
            words.getFirst().span(),
            name);
      }
      if (!words.isEmpty()) {
        command(words, part, scope);
      }
      before = part.piped() && DOWNLOADS.contains(before) ? before : name;
    }
  }

  private void command(List<Argument> words, CmdLine.Part part, Scope scope) {
    verdicts.trace().open(words, words.getFirst().span(), scope.via());
    judge(words, part, scope);
    verdicts.trace().close();
  }

  private void judge(List<Argument> words, CmdLine.Part part, Scope scope) {
    Argument program = words.getFirst();
    if (program.value().startsWith("::")) {
      return;
    }
    verdicts.found(new Vector(words, program.span(), scope.via()));
    if (program.isUnknown()) {
      boolean itself = part.piped() && program.value().equals(String.valueOf(Marks.HOLE));
      verdicts.add(
          itself ? "floor.forkbomb" : "floor.program.unknown", program.span(), program.display());
      return;
    }
    String name = WindowsPrograms.name(program.value());
    List<Argument> arguments = words.subList(1, words.size());
    if (DOWNLOADS.contains(name)) {
      remember(arguments);
    } else if (downloaded.contains(fileName(program.value()))) {
      verdicts.add("floor.code.downloaded", program.span(), program.display());
    }
    if (PRINTS.contains(name)) {
      return;
    }
    if (WindowsPrograms.DELETES.contains(name)) {
      delete(arguments);
      return;
    }
    switch (name) {
      case "if" -> inner(afterCondition(arguments), part, scope, name);
      case "for" -> loop(part, program.span(), scope);
      case "else", "call", "do" -> inner(arguments, part, scope, name);
      case "start" -> start(arguments, part, scope);
      case "runas" -> walk.cmd(last(arguments), program.span(), scope.inside(name));
      case "forfiles" -> walk.cmd(afterSwitch(arguments, "/c"), program.span(), scope.inside(name));
      case "cmd" -> {
        CmdWalk inner = new CmdWalk(walk, context, verdicts, programs, items.copy());
        inner.nested(cmdText(part), program.span(), scope.inside("cmd /c"));
      }
      case "powershell", "pwsh" -> walk.powerShellProgram(words, scope);
      case "cd", "chdir", "pushd" -> cd(arguments);
      case "copy", "move", "xcopy", "robocopy", "ren", "rename", "mklink", "replace", "expand" ->
          copy(name, arguments);
      default -> other(name, words, scope);
    }
  }

  private void other(String name, List<Argument> words, Scope scope) {
    List<Argument> arguments = words.subList(1, words.size());
    programs.judge(name, arguments, words.getFirst().span());
    boolean searches = name.equals("findstr") || name.equals("find");
    programs.credentials(
        searches && !arguments.isEmpty() ? arguments.subList(1, arguments.size()) : arguments);
    if (!searches
        && !Set.of(
                "format",
                "shutdown",
                "at",
                "sc",
                "type",
                "dir",
                "more",
                "sort",
                "date",
                "time",
                "attrib",
                "net",
                "mount")
            .contains(name)) {
      walk.program(words, scope);
    }
  }

  /** The programs and scripts that a download of this text has left. */
  private void remember(List<Argument> arguments) {
    arguments.stream()
        .map(word -> fileName(word.value()))
        .filter(word -> word.matches("[^:/]+\\.(exe|com|bat|cmd|ps1|vbs|js|msi|scr)"))
        .forEach(downloaded::add);
  }

  private static String fileName(String path) {
    return path.toLowerCase(Locale.ROOT).replaceFirst("^.*\\\\", "");
  }

  private void inner(List<Argument> words, CmdLine.Part part, Scope scope, String via) {
    if (scope.depth() >= MAX_DEPTH) {
      verdicts.add("floor.limit", whole(scope), "commands in commands");
    } else if (!words.isEmpty()) {
      command(
          words,
          part,
          new Scope(
              scope.origin(),
              scope.input(),
              scope.inside(via).via(),
              scope.calls(),
              scope.forks(),
              scope.depth() + 1));
    }
  }

  /**
   * {@code for %v in (LIST) do COMMAND}: the command with each word of the list in place of the
   * variable, as cmd itself does it; the lines of {@code /f} are unknown.
   */
  private void loop(CmdLine.Part part, Span span, Scope scope) {
    Matcher loop = LOOP.matcher(part.text());
    Scope inside = scope.inside("for");
    if (part.text().length() > MAX_HEAD || !loop.find()) {
      nested(part.body(), span, inside);
      return;
    }
    Pattern variable = Pattern.compile("%{1,2}(?:~[A-Za-z$:]*)?" + Pattern.quote(loop.group(3)));
    for (String value : values(loop, span, inside)) {
      nested(
          variable.matcher(part.body()).replaceAll(Matcher.quoteReplacement(value)), span, inside);
    }
  }

  private void nested(String text, Span span, Scope scope) {
    text(text, scope.nested(new Origin(text, -1, span)));
  }

  private List<String> values(Matcher loop, Span span, Scope scope) {
    String list = loop.group(4).strip();
    return switch (loop.group(1) == null ? "" : loop.group(1).toLowerCase(Locale.ROOT)) {
      case "/f" -> lines(list, span, scope);
      case "/l" -> List.of("1");
      case "/r" -> {
        String root = loop.group(2).strip().replace("\"", "");
        yield List.of(root.isEmpty() ? "x" : root.replaceFirst("\\\\$", "") + "\\x");
      }
      default -> words(list);
    };
  }

  private List<String> lines(String list, Span span, Scope scope) {
    if (list.length() > 1 && "'`".indexOf(list.charAt(0)) >= 0) {
      nested(list.substring(1, list.length() - 1), span, scope);
    }
    return List.of(String.valueOf(Marks.HOLE));
  }

  private static List<String> words(String list) {
    List<CmdLine.Part> parts = CmdLine.split("echo " + list);
    return parts.isEmpty()
        ? List.of()
        : parts.getFirst().words().stream()
            .skip(1)
            .limit(MAX_ROUNDS)
            .map(word -> word.isUnknown() ? String.valueOf(Marks.HOLE) : word.value())
            .toList();
  }

  private void cd(List<Argument> arguments) {
    for (Argument word : arguments) {
      if (!word.value().equalsIgnoreCase("/d")) {
        items.enter(word);
      }
    }
  }

  private void delete(List<Argument> arguments) {
    for (Argument word : arguments) {
      String value = word.value();
      if (value.matches("/[A-Za-z?](:[^/]*)?(/[A-Za-z])*")) {
        if (value.equals("/?")) {
          return;
        }
        continue;
      }
      items.delete(word);
    }
  }

  private void copy(String name, List<Argument> arguments) {
    programs.credentials(arguments);
    List<Argument> paths =
        arguments.stream()
            .filter(word -> !word.value().startsWith("/") || word.value().length() > 6)
            .toList();
    boolean mirrors =
        arguments.stream()
            .anyMatch(
                word -> word.value().toLowerCase(Locale.ROOT).matches("/(mir|purge|move|mov)"));
    if (paths.size() > 1) {
      Argument target =
          name.equals("robocopy") || name.equals("mklink")
              ? paths.get(name.equals("mklink") ? 0 : 1)
              : paths.getLast();
      items.write(target);
      if (mirrors && WindowsPath.isOutside(target.value())) {
        verdicts.add("floor.delete.outside", target.span(), target.display());
      }
    }
    if (name.equals("move") || name.startsWith("ren")) {
      paths.stream().limit(1).forEach(items::moveAway);
    }
  }

  /**
   * The words after the condition of {@code if}: {@code [/i] [not] exist FILE | errorlevel N |
   * defined X | A==B | A op B}.
   */
  private static List<Argument> afterCondition(List<Argument> words) {
    int at = 0;
    while (at < words.size() && words.get(at).value().matches("(?i)/i|not")) {
      at++;
    }
    if (at >= words.size()) {
      return List.of();
    }
    String first = words.get(at).value().toLowerCase(Locale.ROOT);
    boolean operator =
        at + 1 < words.size()
            && words.get(at + 1).value().matches("(?i)==|equ|neq|lss|leq|gtr|geq");
    at += first.matches("exist|errorlevel|defined|cmdextversion") ? 2 : operator ? 3 : 1;
    return words.subList(Math.min(at, words.size()), words.size());
  }

  private static List<Argument> afterWord(List<Argument> words, String marker) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).value().equalsIgnoreCase(marker)) {
        return words.subList(i + 1, words.size());
      }
    }
    return List.of();
  }

  private static String afterSwitch(List<Argument> words, String name) {
    List<Argument> after = afterWord(words, name);
    List<Argument> start = afterWord(words, "/p");
    String root = start.isEmpty() ? "." : start.getFirst().value().replaceFirst("\\\\$", "");
    return after.isEmpty()
        ? ""
        : after
            .getFirst()
            .value()
            .replaceAll("@(path|file)", Matcher.quoteReplacement(root + "\\x"));
  }

  /** {@code start ["title"] [/d DIRECTORY] [switches] COMMAND}. */
  private void start(List<Argument> words, CmdLine.Part part, Scope scope) {
    List<Argument> rest = new ArrayList<>(words);
    if (!rest.isEmpty() && part.text().matches("(?is).*\\bstart(\\.exe)?\\s+\".*")) {
      rest.removeFirst();
    }
    WindowsItems there = items.copy();
    while (!rest.isEmpty() && rest.getFirst().value().startsWith("/")) {
      Argument option = rest.removeFirst();
      String name = option.value().toLowerCase(Locale.ROOT);
      boolean valued = name.matches("/(d|node|affinity)") && !rest.isEmpty();
      Argument value =
          valued ? rest.removeFirst() : option.with(name.substring(Math.min(2, name.length())));
      if (name.startsWith("/d")) {
        there.enter(value);
      }
    }
    new CmdWalk(walk, context, verdicts, programs, there).inner(rest, part, scope, "start");
  }

  private static String last(List<Argument> words) {
    return words.isEmpty() ? "" : words.getLast().value();
  }

  /** What follows {@code /c} or {@code /k}, with its quotes, as cmd reads it. */
  private static String cmdText(CmdLine.Part part) {
    String lower = part.text().toLowerCase(Locale.ROOT);
    int program = Math.max(0, lower.indexOf("cmd"));
    for (String option : List.of("/c", "/k", "/r")) {
      int at = lower.indexOf(option, program);
      if (at >= 0) {
        String rest = part.text().substring(at + 2).strip();
        boolean wrapped = rest.length() > 1 && rest.startsWith("\"") && rest.endsWith("\"");
        return wrapped ? rest.substring(1, rest.length() - 1) : rest;
      }
    }
    return "";
  }

  static Span whole(Scope scope) {
    return scope.origin().map(new Span(0, scope.origin().text().length()));
  }

  PolicyContext context() {
    return context;
  }
}
