package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The command line of find(1): starting points, then an expression whose primaries may run, delete
 * and write.
 *
 * @param links whether {@code -L}, {@code -H} or {@code -follow} has it follow symbolic links
 * @param roots the starting points; empty stands for the current directory
 * @param primaries the words of the expression that start with a dash, with the values of those
 *     that have one
 * @param actions the commands of {@code -exec} and its kin
 */
record FindCommand(
    boolean links, List<Argument> roots, List<Primary> primaries, List<Action> actions) {
  /** A test or action with its value; without one the value is the word itself. */
  record Primary(String name, Argument value) {}

  /** A command that find runs, with {@code {}} in it. */
  record Action(String primary, List<Argument> words) {}

  private static final Set<String> EXEC = Set.of("-exec", "-execdir", "-ok", "-okdir");

  /** Primaries without a value (GNU find 4.9); all others of the known ones take one. */
  static final Set<String> PLAIN =
      Set.of(
          "-a",
          "-and",
          "-o",
          "-or",
          "-not",
          "-true",
          "-false",
          "-print",
          "-print0",
          "-prune",
          "-quit",
          "-ls",
          "-delete",
          "-depth",
          "-d",
          "-daystart",
          "-follow",
          "-ignore_readdir_race",
          "-noignore_readdir_race",
          "-mount",
          "-xdev",
          "-noleaf",
          "-nowarn",
          "-warn",
          "-empty",
          "-executable",
          "-readable",
          "-writable",
          "-nouser",
          "-nogroup",
          "-help",
          "--help",
          "-version",
          "--version");

  /** Primaries with one value. */
  static final Set<String> VALUED =
      Set.of(
          "-name",
          "-iname",
          "-path",
          "-ipath",
          "-wholename",
          "-iwholename",
          "-regex",
          "-iregex",
          "-regextype",
          "-type",
          "-xtype",
          "-size",
          "-mtime",
          "-atime",
          "-ctime",
          "-mmin",
          "-amin",
          "-cmin",
          "-newer",
          "-anewer",
          "-cnewer",
          "-samefile",
          "-perm",
          "-user",
          "-group",
          "-uid",
          "-gid",
          "-links",
          "-inum",
          "-lname",
          "-ilname",
          "-maxdepth",
          "-mindepth",
          "-used",
          "-fstype",
          "-context",
          "-printf",
          "-fprint",
          "-fprint0",
          "-fls",
          "-files0-from");

  static FindCommand of(List<Argument> words) {
    int at = 0;
    boolean links = false;
    while (at < words.size() && words.get(at).value().matches("-[HLPEXdsx]+|-O.*|-D")) {
      String option = words.get(at).value();
      links |= option.matches("-[HLPEXdsx]*[LH][HLPEXdsx]*");
      at += option.equals("-D") ? 2 : 1;
    }
    List<Argument> roots = new ArrayList<>();
    while (at < words.size() && !startsExpression(words.get(at).value())) {
      roots.add(words.get(at++));
    }
    List<Primary> primaries = new ArrayList<>();
    List<Action> actions = new ArrayList<>();
    readExpression(words, at, primaries, actions);
    links |= primaries.stream().anyMatch(primary -> primary.name().equals("-follow"));
    return new FindCommand(links, roots, primaries, actions);
  }

  private static boolean startsExpression(String word) {
    return word.startsWith("-")
        || word.equals("(")
        || word.equals("!")
        || word.equals(")")
        || word.equals(",");
  }

  private static void readExpression(
      List<Argument> words, int from, List<Primary> primaries, List<Action> actions) {
    for (int i = from; i < words.size(); i++) {
      Argument word = words.get(i);
      String name = word.value();
      if (EXEC.contains(name)) {
        int end = i + 1;
        while (end < words.size()
            && !words.get(end).value().equals(";")
            && !endsBatch(words, i, end)) {
          end++;
        }
        actions.add(new Action(name, words.subList(i + 1, end)));
        primaries.add(new Primary(name, word));
        i = end;
      } else if (name.equals("-fprintf")) {
        primaries.add(new Primary(name, i + 1 < words.size() ? words.get(i + 1) : word));
        i += 2;
      } else if (VALUED.contains(name) || name.startsWith("-newer")) {
        primaries.add(new Primary(name, i + 1 < words.size() ? words.get(++i) : word));
      } else {
        primaries.add(new Primary(name, word));
      }
    }
  }

  private static boolean endsBatch(List<Argument> words, int exec, int at) {
    return words.get(at).value().equals("+")
        && at > exec + 1
        && words.get(at - 1).value().equals("{}");
  }

  boolean has(String primary) {
    return primaries.stream().anyMatch(each -> each.name().equals(primary));
  }

  /** Whether some test narrows what is found. */
  boolean filters() {
    return primaries.stream()
        .anyMatch(
            each ->
                each.name().startsWith("-newer")
                    || (VALUED.contains(each.name())
                        && !each.name().startsWith("-fprint")
                        && !Set.of("-maxdepth", "-mindepth", "-printf", "-regextype", "-fls")
                            .contains(each.name()))
                    || each.name().equals("-empty"));
  }

  /** The starting points as paths that are found below them. */
  List<String> found() {
    return roots.isEmpty()
        ? List.of("./" + Marks.BELOW)
        : roots.stream().map(root -> root.value() + "/" + Marks.BELOW).toList();
  }

  String printed() {
    if (!actions.isEmpty()) {
      return String.valueOf(Marks.HOLES);
    }
    String name = onlyName();
    return found().stream().map(path -> path + name + "\n").collect(Collectors.joining());
  }

  /** The last component of everything that is found, with a slash; empty when it may vary. */
  private String onlyName() {
    boolean plain =
        primaries.stream().noneMatch(each -> each.name().matches("-o|-or|-not|!|,|\\("));
    return primaries.stream()
        .filter(each -> plain && each.name().equals("-name"))
        .filter(each -> !GlobText.isPattern(each.value().value()) && each.value().isConstant())
        .map(each -> "/" + each.value().value())
        .findFirst()
        .orElse("");
  }

  /** The words of an action for one starting point. */
  static List<Argument> fill(List<Argument> words, String found, Argument root) {
    return words.stream()
        .map(
            word ->
                word.value().contains("{}")
                    ? new Argument(
                        word.value().replace("{}", found),
                        word.value().equals("{}") ? root.span() : word.span())
                    : word)
        .toList();
  }
}
