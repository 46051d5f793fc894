package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of allow-listed programs: known options, operands of known kinds, paths inside the
 * workspace.
 */
final class AllowedArguments {
  private static final Set<String> GIT_GLOBALS =
      Set.of(
          "--version",
          "-v",
          "--no-pager",
          "-P",
          "--no-optional-locks",
          "--literal-pathspecs",
          "--no-replace-objects");

  /** What the read-only profile allows of sed: printing lines by number. */
  private static final String SED_PRINT = "([0-9]+|\\$)(,([0-9]+|\\$))?p";

  /** Of the known primaries; unknown ones are refused, and so are those that run a command. */
  private static final Set<String> FIND_REFUSED =
      Set.of("-delete", "-fprint", "-fprint0", "-fls", "-files0-from");

  private static final Set<String> FIND_PATHS = Set.of("-anewer", "-cnewer", "-samefile");

  private final Profile profile;
  private final PolicyContext context;
  private final Verdicts verdicts;

  AllowedArguments(Profile profile, PolicyContext context, Verdicts verdicts) {
    this.profile = profile;
    this.context = context;
    this.verdicts = verdicts;
  }

  void judge(String name, Program spec, List<Argument> words) {
    List<Argument> arguments = words.subList(1, words.size());
    if (arguments.size() == 1
        && arguments.getFirst().value().matches("--help|--version")
        && !name.equals("git")) {
      return;
    }
    switch (name) {
      case "find" -> find(arguments);
      case "git" -> git(Invocation.read(spec, arguments), words.getFirst());
      case "sed" -> sed(Invocation.read(spec, arguments), words.getFirst());
      default -> {
        Invocation invocation = Invocation.read(spec, arguments);
        options(invocation);
        operands(invocation);
        if (name.equals("printf")
            && !arguments.isEmpty()
            && arguments.getFirst().value().startsWith("-v")) {
          verdicts.add("allow.operand", arguments.getFirst().span(), "-v");
        }
        special(name, invocation);
      }
    }
  }

  private void options(Invocation invocation) {
    for (Invocation.Option option : invocation.options()) {
      OptionSpec spec = option.spec();
      if (spec.refused()) {
        verdicts.add("allow.option", option.word().span(), option.word().display());
      } else if (option.value() != null) {
        value(option.value(), spec.role(), option.word());
      }
    }
  }

  private void value(Argument value, Role role, Argument word) {
    switch (role) {
      case READ -> inside(value, value.value());
      case WRITE, DELETE, MOVE, MODE, INTO -> written(value);
      case TEXT, PATTERN, FLAG -> {}
      case REF -> ref(value);
      case CHDIR,
          CODE,
          CODE_WORDS,
          COMMAND,
          SCRIPT,
          SOURCE,
          ASSIGN,
          DEVICE,
          DATA,
          ARCHIVE,
          MODULE,
          CONFIG,
          OTHER ->
          verdicts.add("allow.option", word.span(), word.display());
    }
  }

  private void operands(Invocation invocation) {
    for (int i = 0; i < invocation.operands().size(); i++) {
      Argument operand = invocation.operands().get(i);
      Role role = invocation.roleOf(i);
      if (role == Role.READ && looksRefused(invocation.program(), operand.value())) {
        verdicts.add("allow.option", operand.span(), operand.display());
      }
      switch (role) {
        case READ -> inside(operand, operand.value());
        case WRITE, DELETE, MOVE, MODE, INTO -> written(operand);
        case TEXT, PATTERN -> {}
        case REF -> ref(operand);
        case FLAG,
            CHDIR,
            CODE,
            CODE_WORDS,
            COMMAND,
            SCRIPT,
            SOURCE,
            ASSIGN,
            DEVICE,
            DATA,
            ARCHIVE,
            MODULE,
            CONFIG,
            OTHER ->
            verdicts.add("allow.operand", operand.span(), operand.display());
      }
    }
  }

  /**
   * An operand after {@code --} that would be a refused option without it: somebody reads it
   * wrongly, maybe the program.
   */
  private static boolean looksRefused(Program program, String value) {
    if (value.length() < 2 || value.charAt(0) != '-') {
      return false;
    }
    OptionSpec exact = program.exact(value.startsWith("--") ? value : value.substring(0, 2));
    return exact != null && exact.refused();
  }

  private void written(Argument path) {
    if (profile != Profile.READ_WRITE) {
      verdicts.add("allow.operand", path.span(), path.display());
      return;
    }
    inside(path, path.value());
    String absolute = PathText.absolute(path.value(), context.cwd());
    if (absolute.equals(context.workspace())
        || absolute.endsWith("/.git")
        || absolute.contains("/.git/")) {
      verdicts.add("allow.path", path.span(), path.display());
    }
  }

  /**
   * The path must stay inside at every step, as text and as the kernel walks it; links are the
   * kernel rules' business.
   */
  void inside(Argument word, String path) {
    if (path.isEmpty() || path.equals("/dev/null")) {
      return;
    }
    if (leaves(path)) {
      verdicts.add("allow.path", word.span(), word.display());
    }
  }

  private boolean leaves(String path) {
    int inside = 0;
    String rest = path;
    if (path.startsWith("/")) {
      Optional<String> below = belowWorkspace(path);
      if (below.isEmpty()) {
        return true;
      }
      rest = below.get();
    } else {
      inside =
          depth(
              context
                  .cwd()
                  .substring(Math.min(context.cwd().length(), context.workspace().length())));
      if (!PathText.within(context.cwd(), context.workspace())) {
        return true;
      }
    }
    for (String part : rest.split("/+", 0)) {
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      boolean up =
          part.equals("..")
              || ((part.startsWith(".") || part.charAt(0) == Marks.BRACKET)
                  && Marks.any(part)
                  && GlobText.markedMatches(part, ".."));
      inside += up ? -1 : 1;
      if (inside < 0 || (up && Marks.any(part)) || Marks.unknown(part)) {
        return true;
      }
    }
    return false;
  }

  /** What follows the workspace's own components; empty when the path does not start with them. */
  private Optional<String> belowWorkspace(String path) {
    List<String> parts = new ArrayList<>(List.of(path.split("/+", -1)));
    parts.removeIf(part -> part.isEmpty() || part.equals("."));
    List<String> root = new ArrayList<>(List.of(context.workspace().split("/", -1)));
    root.removeIf(String::isEmpty);
    boolean starts = parts.size() >= root.size() && parts.subList(0, root.size()).equals(root);
    return starts
        ? Optional.of(String.join("/", parts.subList(root.size(), parts.size())))
        : Optional.empty();
  }

  private static int depth(String path) {
    return (int) path.chars().filter(c -> c == '/').count();
  }

  private void special(String name, Invocation invocation) {
    List<Argument> operands = invocation.operands();
    for (int i = 0; i < operands.size(); i++) {
      Argument operand = operands.get(i);
      String value = operand.value();
      boolean refused =
          switch (name) {
            case "date" -> !value.startsWith("+");
            case "strings" -> value.startsWith("@");
            case "jq" ->
                i == 0 && invocation.roleOf(0) == Role.PATTERN && JqProgram.reachesOut(value);
            default -> false;
          };
      if (refused) {
        verdicts.add("allow.operand", operand.span(), operand.display());
      }
    }
  }

  private void sed(Invocation invocation, Argument word) {
    List<Argument> operands = invocation.operands();
    boolean prints =
        invocation.options().size() == 1
            && invocation.has("-n")
            && !operands.isEmpty()
            && operands.getFirst().value().matches(SED_PRINT);
    if (!prints) {
      verdicts.add("allow.sed", word.span(), "sed");
    }
    operands.stream().skip(1).forEach(file -> inside(file, file.value()));
  }

  private void find(List<Argument> words) {
    FindCommand find = FindCommand.of(words);
    if (find.links()) {
      verdicts.add("allow.option", words.getFirst().span(), "following links");
    }
    find.roots().forEach(root -> inside(root, root.value()));
    for (FindCommand.Primary primary : find.primaries()) {
      String name = primary.name();
      boolean known =
          FindCommand.PLAIN.contains(name)
              || FindCommand.VALUED.contains(name)
              || name.matches("-newer[aBcm][aBcmt]|\\(|\\)|!|,");
      if (!known || FIND_REFUSED.contains(name)) {
        verdicts.add("allow.option", primary.value().span(), name);
      } else if (FIND_PATHS.contains(name) || name.startsWith("-newer")) {
        inside(primary.value(), primary.value().value());
      }
    }
  }

  private void git(Invocation global, Argument word) {
    for (Invocation.Option option : global.options()) {
      boolean here =
          option.spec().role() == Role.CHDIR
              && option.value() != null
              && option.value().value().matches("\\./*");
      if (!here && !GIT_GLOBALS.contains(option.word().value())) {
        verdicts.add("allow.git-option", option.word().span(), option.word().display());
      }
    }
    List<Argument> operands = global.operands();
    if (operands.isEmpty()) {
      if (!global.has("-v")) {
        verdicts.add("allow.git", word.span(), "git");
      }
      return;
    }
    Argument sub = operands.getFirst();
    Program spec =
        ProgramTable.builtIn()
            .find("git/" + (sub.value().equals("branch") ? "branch-list" : sub.value()));
    if (spec == null || !spec.is("ro") || sub.value().equals("branch-list")) {
      verdicts.add("allow.git", sub.span(), sub.display());
      return;
    }
    Invocation invocation = Invocation.read(spec, operands.subList(1, operands.size()));
    options(invocation);
    operands(invocation);
    gitSpecial(sub.value(), invocation);
  }

  private void gitSpecial(String sub, Invocation invocation) {
    if (sub.equals("branch") && !invocation.has("-l")) {
      invocation
          .operands()
          .forEach(name -> verdicts.add("allow.operand", name.span(), name.display()));
    }
    for (Argument operand : invocation.operands()) {
      if (operand.value().startsWith(":")) {
        verdicts.add("allow.operand", operand.span(), operand.display());
      }
    }
    for (Invocation.Option option : invocation.options()) {
      Argument value = option.value();
      String name = option.spec().name();
      if (value != null
          && (name.equals("--format") || name.equals("--pretty"))
          && value.value().contains("%G")) {
        verdicts.add("allow.option", value.span(), value.display());
      }
      if (value != null && name.equals("-L") && value.value().indexOf(':') >= 0) {
        inside(value, value.value().substring(value.value().lastIndexOf(':') + 1));
      }
    }
  }

  /** A revision or a path: {@code a..b} is a range, {@code ../b} is a path. */
  private void ref(Argument word) {
    String value = word.value();
    boolean path =
        value.startsWith("/")
            || value.equals("..")
            || value.startsWith("../")
            || value.contains("/../")
            || Marks.pattern(value);
    if (path) {
      inside(word, value);
    }
  }
}
