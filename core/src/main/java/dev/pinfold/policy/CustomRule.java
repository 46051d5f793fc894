package dev.pinfold.policy;

import java.util.List;

/**
 * A rule from a policy file: it matches a command whose program, sub-command, options and operands
 * all fit. Empty lists fit everything.
 *
 * @param rule how people see it
 * @param programs names, compared as the built-in rules do
 * @param sub the first operands
 * @param options any one of these, in any spelling that abbreviates it or gives it a value
 * @param globs patterns, one of which some operand must match as a whole
 * @param outside whether some operand must lead outside the workspace
 */
record CustomRule(
    Rule rule,
    List<String> programs,
    List<String> sub,
    List<String> options,
    List<String> globs,
    boolean outside)
    implements RuleSet {
  @Override
  public String family() {
    return rule.id();
  }

  @Override
  public void judge(Subject subject) {
    if (programs.stream().map(ProgramName::known).anyMatch(subject.name()::equals)
        && startsWithSub(subject)
        && hasOption(subject)
        && hasOperand(subject)) {
      subject.report(rule.id());
    }
  }

  /** The words that are no options; a program of the table also knows which are values. */
  private static List<String> operands(Subject subject) {
    Invocation invocation = subject.invocation();
    List<Argument> words =
        invocation == null
            ? subject.arguments().stream().filter(word -> !word.value().startsWith("-")).toList()
            : invocation.operands();
    return words.stream().map(Argument::value).toList();
  }

  private boolean startsWithSub(Subject subject) {
    List<String> operands = operands(subject);
    return operands.size() >= sub.size() && operands.subList(0, sub.size()).equals(sub);
  }

  private boolean hasOption(Subject subject) {
    return options.isEmpty()
        || subject.arguments().stream()
            .anyMatch(word -> options.stream().anyMatch(option -> spells(word.value(), option)));
  }

  /**
   * {@code --force} is also {@code --forc} and {@code --force=x}; {@code -f} is also in {@code
   * -xf}.
   */
  private static boolean spells(String word, String option) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (option.startsWith("--")) {
      return name.length() > 2 && name.startsWith("--") && option.startsWith(name);
    }
    boolean cluster =
        option.length() == 2 && word.length() > 1 && word.charAt(0) == '-' && word.charAt(1) != '-';
    return name.equals(option) || (cluster && word.indexOf(option.charAt(1)) > 0);
  }

  private boolean hasOperand(Subject subject) {
    List<String> operands = operands(subject);
    boolean globbed =
        globs.isEmpty()
            || operands.stream()
                .anyMatch(word -> globs.stream().anyMatch(glob -> GlobText.matches(glob, word)));
    boolean placed =
        !outside
            || operands.stream()
                .anyMatch(word -> !Place.of(word, subject.cwd(), subject.context()).belongsToRun());
    return globbed && placed;
  }
}
