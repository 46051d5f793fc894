package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What programs print on standard output, where their arguments tell; otherwise one unknown. */
final class Printed {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);
  private static final String DOWNLOADED = String.valueOf(Marks.DOWNLOADED);

  /** Numbers that seq(1) prints one by one in thought. */
  private static final int MAX_SEQUENCE = 32;

  private static final String ANY_NAME = String.valueOf(Marks.STAR);

  /** Filters that pass some of their lines on as they are. */
  private static final Set<String> LINE_FILTERS =
      Set.of(
          "cat",
          "tee",
          "head",
          "tail",
          "sort",
          "uniq",
          "tac",
          "grep",
          "egrep",
          "fgrep",
          "sponge",
          "less",
          "more",
          "bat",
          "unbuffer",
          "ts",
          "pv",
          "buffer");

  /** Programs that print nothing that could become words or code. */
  private static final Set<String> SILENT =
      Set.of(
          "mkdir",
          "rm",
          "cp",
          "mv",
          "touch",
          "chmod",
          "chown",
          "ln",
          "rmdir",
          "sleep",
          "true",
          "false",
          "test",
          "[",
          "kill",
          "umask",
          "wait",
          ":",
          "install",
          "truncate",
          "unlink",
          "shred",
          "cmp");

  private Printed() {}

  static String by(Subject subject) {
    return switch (subject.name()) {
      case "echo" -> echo(subject.arguments());
      case "pwd" -> subject.cwd() + "\n";
      case "whoami" -> subject.context().user() + "\n";
      case "find" -> found(subject);
      case "fd", "fdfind" -> roots(operandsFrom(subject, 1));
      case "ls", "dir" -> listing(subject);
      case "ps" -> Processes.listed(subject.arguments());
      case "pgrep" -> Processes.found(subject.arguments());
      case "git" -> git(subject);
      case "mktemp" -> temporary(subject.arguments());
      case "realpath", "readlink" ->
          lines(subject.operands().stream().map(subject::absolute).toList());
      case "dirname" ->
          lines(subject.operands().stream().map(word -> PathText.directory(word.value())).toList());
      case "basename" ->
          subject.operands().isEmpty() ? UNKNOWN : lastComponent(subject.operand(0)) + "\n";
      case "seq" -> sequence(subject);
      case "date", "nproc", "wc" -> numbers(subject);
      default -> other(subject);
    };
  }

  private static String other(Subject subject) {
    String name = subject.name();
    if (SILENT.contains(name) || ShellSetup.prints(subject)) {
      return "";
    }
    Invocation invocation = subject.invocation();
    if (invocation != null && invocation.program().is("net")) {
      return download(subject);
    }
    if (LINE_FILTERS.contains(name)) {
      return passedOn(subject, true);
    }
    return (invocation != null && invocation.program().is("filter")) || isDecoder(name)
        ? passedOn(subject, false)
        : Marks.downloaded(subject.execution().input().text()) ? DOWNLOADED : UNKNOWN;
  }

  private static boolean isDecoder(String name) {
    return name.equals("openssl")
        || name.equals("xxd")
        || name.equals("uudecode")
        || name.equals("gpg");
  }

  /**
   * A filter's output: its input, or the files that it reads when they were written or downloaded
   * by this text.
   */
  private static String passedOn(Subject subject, boolean unchanged) {
    String text = subject.execution().input().text();
    for (Argument operand : subject.operands()) {
      String file = subject.execution().state().files().get(subject.absolute(operand));
      text = file != null ? file : text;
    }
    boolean reads =
        subject.name().equals("cat")
            || subject.name().equals("head")
            || subject.name().equals("tail");
    if (reads && text.isEmpty() && !subject.operands().isEmpty()) {
      boolean own =
          subject.operands().stream()
              .allMatch(word -> word.isConstant() && subject.place(word) == Place.WORKSPACE);
      return own ? String.valueOf(Marks.OWN) : UNKNOWN;
    }
    if (Marks.downloaded(text)) {
      return DOWNLOADED;
    }
    if (!text.isEmpty() && !Marks.any(text)) {
      switch (subject.name()) {
        case "grep", "egrep", "fgrep" -> {
          return Filters.grep(subject, text);
        }
        case "awk", "gawk", "mawk", "nawk" -> {
          return Filters.awk(subject, text);
        }
        default -> {}
      }
    }
    return unchanged && !text.isEmpty() ? text : UNKNOWN;
  }

  /** What a downloader prints; what it stores is remembered as downloaded content. */
  private static String download(Subject subject) {
    boolean wget = subject.name().equals("wget");
    Invocation.Option output =
        subject.invocation() == null ? null : subject.invocation().find(wget ? "-O" : "-o");
    if (output != null && output.value() != null && !output.value().value().equals("-")) {
      store(subject, output.value().value());
      return "";
    }
    boolean toOutput = output != null && !wget;
    boolean toFile = wget ? output == null : subject.hasAny("-O", "--remote-name-all");
    boolean saves = subject.name().equals("aria2c") || subject.name().equals("axel");
    if (toFile || (saves && !toOutput)) {
      subject.operands().forEach(url -> store(subject, fileOf(url.value())));
      return "";
    }
    return DOWNLOADED;
  }

  private static String fileOf(String url) {
    int end = url.indexOf('?');
    return PathText.name(end < 0 ? url : url.substring(0, end));
  }

  private static void store(Subject subject, String path) {
    Invocation invocation = subject.invocation();
    Invocation.Option directory =
        invocation == null
            ? null
            : invocation.find(subject.name().equals("wget") ? "-P" : "--output-dir");
    String base =
        directory == null || directory.value() == null
            ? subject.cwd()
            : PathText.absolute(directory.value().value(), subject.cwd());
    subject.execution().state().files().put(PathText.absolute(path, base), DOWNLOADED);
  }

  private static String git(Subject subject) {
    String line =
        subject.arguments().stream().map(Argument::value).collect(Collectors.joining(" "));
    if (line.equals("rev-parse --show-toplevel")) {
      return subject.context().workspace() + "\n";
    }
    boolean names = line.startsWith("ls-files") || line.contains("--name-only");
    return names ? roots(listed(subject)) : UNKNOWN;
  }

  /** Paths after {@code ls-files} are listed below themselves; others don't lead outside. */
  private static List<Argument> listed(Subject subject) {
    return subject.arguments().stream()
        .skip(1)
        .filter(word -> word.value().startsWith("/") || word.value().startsWith(".."))
        .toList();
  }

  private static List<Argument> operandsFrom(Subject subject, int first) {
    return subject
        .operands()
        .subList(Math.min(first, subject.operands().size()), subject.operands().size());
  }

  static String roots(List<Argument> roots) {
    if (roots.isEmpty()) {
      return "./" + Marks.BELOW + "\n";
    }
    return lines(roots.stream().map(root -> root.value() + "/" + Marks.BELOW).toList());
  }

  /** Below {@code /proc} a pattern finds the number of every process. */
  static String lastComponent(String path) {
    String name = PathText.name(path);
    boolean process = path.startsWith("/proc/") && Marks.pattern(name) && !Marks.unknown(name);
    return process && PathText.directory(path).equals("/proc") ? "1" : name;
  }

  /** {@code mktemp -d -p DIR}, {@code mktemp DIR/name.XXXX}. */
  private static String temporary(List<Argument> words) {
    String directory = "/tmp";
    String template = "tmp.XXXX";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.startsWith("--tmpdir=")) {
        directory = word.substring(9);
      } else if (word.matches("-[a-z]*p") && i + 1 < words.size()) {
        directory = words.get(++i).value();
      } else if (!word.startsWith("-")) {
        template = word;
        directory =
            words.stream().anyMatch(each -> each.value().matches("-[a-z]*[tp]|--tmpdir.*"))
                ? directory
                : ".";
      }
    }
    return (template.startsWith("/") ? "" : directory + "/")
        + template.replaceAll("X{3,}", String.valueOf(Marks.STAR))
        + "\n";
  }

  private static String found(Subject subject) {
    FindCommand find = FindCommand.of(subject.arguments());
    boolean processes =
        find.has("-printf")
            && find.roots().stream().anyMatch(root -> subject.absolute(root).equals("/proc"));
    return processes ? Processes.ALL : find.printed();
  }

  /** A long range stands for its first number, its last and any other. */
  private static String sequence(Subject subject) {
    int size = subject.operands().size();
    String first = size < 2 ? "1" : subject.operand(0);
    String last = size == 0 ? "1" : subject.operand(size - 1);
    if (size < 3 && (first + " " + last).matches("[0-9]{1,6} [0-9]{1,6}")) {
      int from = Integer.parseInt(first);
      int to = Integer.parseInt(last);
      if (to - from < MAX_SEQUENCE) {
        return IntStream.rangeClosed(from, to)
            .mapToObj(n -> n + "\n")
            .collect(Collectors.joining());
      }
    }
    return first + "\n" + ANY_NAME + "\n" + last + "\n";
  }

  private static String listing(Subject subject) {
    List<String> names = new ArrayList<>();
    if (subject.operands().stream().anyMatch(word -> subject.absolute(word).equals("/proc"))) {
      return Processes.ALL;
    }
    boolean directories = subject.has("-d");
    for (Argument operand : subject.operands()) {
      if (directories || operand.isPattern()) {
        names.add(operand.value());
      }
    }
    if (!directories) {
      names.add(ANY_NAME);
    }
    return lines(names);
  }

  private static String numbers(Subject subject) {
    boolean odd =
        subject.arguments().stream()
            .anyMatch(
                word ->
                    word.value().startsWith("+")
                        && (word.value().indexOf('/') > 0 || word.value().indexOf('%') < 0));
    return odd ? UNKNOWN : ANY_NAME + "\n";
  }

  private static String lines(List<String> values) {
    return values.isEmpty() ? UNKNOWN : String.join("\n", values) + "\n";
  }

  private static String echo(List<Argument> words) {
    boolean escapes = false;
    boolean newline = true;
    int at = 0;
    while (at < words.size() && words.get(at).value().matches("-[neE]+")) {
      String flags = words.get(at++).value();
      escapes |= flags.indexOf('e') > 0;
      newline &= flags.indexOf('n') < 0;
    }
    String text =
        words.subList(at, words.size()).stream()
            .map(Argument::value)
            .collect(Collectors.joining(" "));
    return (escapes ? unescape(text) : text) + (newline ? "\n" : "");
  }

  /** printf(1) with {@code %s}, {@code %b}, {@code %d} and escapes; anything else is unknown. */
  static String format(List<Argument> words) {
    int first = !words.isEmpty() && words.getFirst().value().equals("--") ? 1 : 0;
    if (words.size() <= first) {
      return UNKNOWN;
    }
    String format = words.get(first).value();
    List<Argument> values = words.subList(first + 1, words.size());
    StringBuilder out = new StringBuilder();
    int used = 0;
    do {
      int before = used;
      for (int i = 0; i < format.length(); i++) {
        char c = format.charAt(i);
        if (c != '%') {
          out.append(c);
        } else if (++i < format.length() && format.charAt(i) == '%') {
          out.append('%');
        } else if (i < format.length() && "sbqdi".indexOf(format.charAt(i)) >= 0) {
          out.append(used < values.size() ? values.get(used++).value() : "");
        } else {
          return UNKNOWN;
        }
      }
      if (used == before) {
        break;
      }
    } while (used < values.size() && out.length() < 1 << 16);
    return unescape(out.toString());
  }

  private static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
      int digits = 0;
      if (c != '\\') {
        out.append(c);
      } else if (next == 'x' || (next >= '0' && next <= '7')) {
        int radix = next == 'x' ? 16 : 8;
        int start = next == 'x' || next == '0' ? i + 2 : i + 1;
        int max = next == 'x' ? 2 : 3;
        while (digits < max
            && start + digits < text.length()
            && Character.digit(text.charAt(start + digits), radix) >= 0) {
          digits++;
        }
        out.append(
            (char)
                (digits == 0 ? 0 : Integer.parseInt(text.substring(start, start + digits), radix)));
        i = start + digits - 1;
      } else {
        out.append(
            switch (next) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case '\\' -> '\\';
              default -> next;
            });
        i++;
      }
    }
    return out.toString();
  }
}
