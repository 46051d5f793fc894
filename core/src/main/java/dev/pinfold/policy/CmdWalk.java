package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;

/** Judges a command line of {@code cmd.exe}. What it does not model is unknown, not allowed. */
final class CmdWalk {
  private static final int MAX_DEPTH = 8;

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
  private boolean outside;

  CmdWalk(WindowsWalk walk, PolicyContext context, Verdicts verdicts) {
    this.walk = walk;
    this.context = context;
    this.verdicts = verdicts;
    this.programs = new WindowsPrograms(verdicts, context);
  }

  void text(String text, Scope scope) {
    String before = "";
    for (CmdLine.Part part : CmdLine.split(text)) {
      List<Argument> words =
          part.words().stream()
              .map(word -> new Argument(word.value(), scope.origin().map(word.span())))
              .toList();
      part.outputs()
          .forEach(
              output -> write(new Argument(output.value(), scope.origin().map(output.span()))));
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
    if (program.value().startsWith("::") || scope.depth() > MAX_DEPTH) {
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
      case "for" -> loop(arguments, part, scope);
      case "else", "call", "do" -> inner(arguments, part, scope, name);
      case "start" -> inner(skipSwitches(arguments, true), part, scope, name);
      case "runas" -> walk.cmd(last(arguments), program.span(), scope.inside(name));
      case "forfiles" -> walk.cmd(afterSwitch(arguments, "/c"), program.span(), scope.inside(name));
      case "cmd" -> walk.cmd(cmdText(part), program.span(), scope.inside("cmd /c"));
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
    if (!words.isEmpty()) {
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
   * {@code for %v in (LIST) do COMMAND}: the command with each word of the list; the lines of
   * {@code /f} are unknown.
   */
  private void loop(List<Argument> arguments, CmdLine.Part part, Scope scope) {
    List<Argument> body = afterWord(arguments, "do");
    List<Argument> list = afterWord(arguments.subList(0, arguments.size() - body.size()), "in");
    boolean lines = arguments.stream().anyMatch(word -> word.value().equalsIgnoreCase("/f"));
    List<Argument> below = afterWord(arguments, "/r");
    // The variable of the loop is a hole: then no directory stands there.
    String root =
        below.isEmpty() || below.getFirst().isUnknown() ? "" : below.getFirst().value() + "\\";
    for (Argument value :
        lines || list.size() < 2 ? List.<Argument>of() : list.subList(0, list.size() - 1)) {
      List<Argument> filled =
          body.stream()
              .map(
                  word ->
                      word.with(
                          word.value().replace(String.valueOf(Marks.HOLE), root + value.value())))
              .toList();
      inner(filled, part, scope, "for");
    }
    if (lines || list.size() < 2) {
      inner(body, part, scope, "for");
    }
  }

  private void cd(List<Argument> arguments) {
    for (Argument word : arguments) {
      if (!word.value().equalsIgnoreCase("/d")) {
        outside |= word.isUnknown() || WindowsPath.isOutside(word.value());
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
      if (word.isUnknown() && !WindowsPath.isOutside(value)) {
        verdicts.add("floor.delete.unknown", word.span(), word.display());
      } else if (outside || WindowsPath.isOutside(value)) {
        verdicts.add("floor.delete.outside", word.span(), word.display());
      } else if (WindowsPath.isHere(value)) {
        verdicts.add("floor.delete.workspace", word.span(), word.display());
      }
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
      write(target);
      if (mirrors && WindowsPath.isOutside(target.value())) {
        verdicts.add("floor.delete.outside", target.span(), target.display());
      }
    }
    if (name.equals("move") || name.startsWith("ren")) {
      paths.stream()
          .limit(1)
          .filter(word -> WindowsPath.isOutside(word.value()))
          .forEach(word -> verdicts.add("floor.move.outside", word.span(), word.display()));
    }
  }

  private void write(Argument target) {
    if (WindowsPath.isDevice(target.value())) {
      verdicts.add("floor.device.write", target.span(), target.display());
    } else if (WindowsPath.isSystem(target.value())) {
      verdicts.add("floor.write.system", target.span(), target.display());
    }
    programs.credentials(List.of(target));
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

  private static List<Argument> skipSwitches(List<Argument> words, boolean title) {
    List<Argument> rest = new ArrayList<>(words);
    if (title
        && rest.size() > 1
        && (rest.getFirst().value().isEmpty() || rest.getFirst().value().indexOf(' ') >= 0)) {
      rest.removeFirst();
    }
    while (!rest.isEmpty() && rest.getFirst().value().startsWith("/")) {
      rest.removeFirst();
    }
    return rest;
  }

  private static String last(List<Argument> words) {
    return words.isEmpty() ? "" : words.getLast().value();
  }

  /** What follows {@code /c} or {@code /k}, with its quotes, as cmd reads it. */
  private static String cmdText(CmdLine.Part part) {
    String lower = part.text().toLowerCase(Locale.ROOT);
    for (String option : List.of("/c", "/k", "/r")) {
      int at = lower.indexOf(option);
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
