package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands in files that make(1) and its like read by themselves, as far as this text has
 * written them: recipes, tasks, scripts of a package.
 */
final class TaskFiles {
  private static final Map<String, List<String>> NAMES =
      Map.ofEntries(
          Map.entry("make", List.of("GNUmakefile", "makefile", "Makefile")),
          Map.entry("gmake", List.of("GNUmakefile", "makefile", "Makefile")),
          Map.entry("bmake", List.of("BSDmakefile", "makefile", "Makefile")),
          Map.entry("just", List.of("justfile", "Justfile", ".justfile")),
          Map.entry("task", List.of("Taskfile.yml", "taskfile.yml", "Taskfile.yaml")),
          Map.entry("go-task", List.of("Taskfile.yml", "taskfile.yml", "Taskfile.yaml")),
          Map.entry("npm", List.of("package.json")),
          Map.entry("yarn", List.of("package.json")),
          Map.entry("pnpm", List.of("package.json")),
          Map.entry("bun", List.of("package.json")),
          Map.entry("composer", List.of("composer.json")));

  /** Options that name another directory or file. */
  private static final Set<String> DIRECTORY =
      Set.of("-C", "--directory", "--prefix", "--cwd", "--dir", "-d", "--working-directory");

  private static final Set<String> FILE =
      Set.of("-f", "--file", "--makefile", "--justfile", "--taskfile", "-t");

  /** A script of package.json: a name and a text that ends before the next unescaped quote. */
  private static final Pattern SCRIPT =
      Pattern.compile("\"[A-Za-z0-9:_.-]+\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private TaskFiles() {}

  /** The command lines of the files that {@code subject} would read; empty when none is known. */
  static List<String> commands(Subject subject) {
    List<String> names = NAMES.get(subject.name());
    if (names == null) {
      return List.of();
    }
    String directory = subject.cwd();
    List<String> files = names;
    List<Argument> words = subject.arguments();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String option = equals < 0 ? word : word.substring(0, equals);
      String value =
          equals >= 0
              ? word.substring(equals + 1)
              : i + 1 < words.size() ? words.get(i + 1).value() : "";
      if (DIRECTORY.contains(option)) {
        directory = PathText.absolute(value, subject.cwd());
      } else if (FILE.contains(option)) {
        files = List.of(value);
      }
    }
    List<String> commands = new ArrayList<>();
    for (String file : files) {
      String path = PathText.absolute(file, directory);
      String content =
          file.equals("-")
              ? subject.execution().input().text()
              : subject.execution().state().files().get(path);
      if (content != null && !Marks.unknown(content)) {
        read(PathText.name(file), content, commands);
      }
    }
    return commands;
  }

  private static void read(String name, String content, List<String> commands) {
    if (name.endsWith(".json")) {
      int scripts = content.indexOf("\"scripts\"");
      int end = scripts < 0 ? -1 : content.indexOf('}', scripts);
      if (scripts >= 0) {
        Matcher script = SCRIPT.matcher(content).region(scripts, end < 0 ? content.length() : end);
        while (script.find()) {
          commands.add(script.group(1).replace("\\\"", "\"").replace("\\\\", "\\"));
        }
      }
      return;
    }
    boolean yaml = name.endsWith("yml") || name.endsWith("yaml");
    for (String line : content.lines().toList()) {
      String text = line.strip();
      boolean indented = !text.isEmpty() && Character.isWhitespace(line.charAt(0));
      if (yaml && text.startsWith("- ")) {
        commands.add(unquoted(text.substring(2).strip()));
      } else if (yaml && text.startsWith("cmd: ")) {
        commands.add(unquoted(text.substring(5).strip()));
      } else if (!yaml && indented && !text.contains("$(") && !text.contains("${")) {
        commands.add(text.replaceFirst("^[-@+]+", "").replace("$$", "$"));
      }
    }
  }

  /** The recipe lines of a makefile's text, one after {@code target: ;} among them. */
  static List<String> recipes(String makefile) {
    List<String> commands = new ArrayList<>();
    read("", makefile, commands);
    for (String line : makefile.lines().toList()) {
      int colon = line.indexOf(':');
      int semicolon = colon < 0 ? -1 : line.indexOf(';', colon);
      if (semicolon > 0) {
        commands.add(line.substring(semicolon + 1).strip().replaceFirst("^[-@+]+", ""));
      }
    }
    return commands;
  }

  private static String unquoted(String text) {
    String plain = text.startsWith("cmd: ") ? text.substring(5).strip() : text;
    boolean quoted =
        plain.length() > 1
            && (plain.charAt(0) == '"' || plain.charAt(0) == '\'')
            && plain.charAt(plain.length() - 1) == plain.charAt(0);
    return quoted ? plain.substring(1, plain.length() - 1) : plain;
  }
}
