package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a command as policy files' rules look at them.
 *
 * @param operands the words that are no options, the sub-command first
 * @param options the words that are options; of an option with a value, the option
 * @param loose of a program whose grammar is not known: for each operand, whether it follows an
 *     option and so may be its value; empty when the grammar is known
 * @param grammars what is known of the options' spellings
 */
record RuleWords(
    List<Argument> operands, List<Argument> options, List<Boolean> loose, List<Program> grammars) {

  static RuleWords of(Subject subject) {
    GitCommand git = GitCommand.of(subject);
    if (git != null) {
      return git.name().isEmpty()
          ? known(List.of(), git.global())
          : withSub(git.word().with(git.name()), git.arguments(), git.invocation(), git.global());
    }
    Invocation invocation = subject.invocation();
    if (invocation == null) {
      return unknown(subject.arguments());
    }
    List<Argument> operands = invocation.operands();
    if (!operands.isEmpty()) {
      Program sub = ProgramTable.builtIn().find(subject.name() + "/" + operands.getFirst().value());
      int at = subject.arguments().indexOf(operands.getFirst());
      if (sub != null && at >= 0) {
        List<Argument> rest = subject.arguments().subList(at + 1, subject.arguments().size());
        return withSub(operands.getFirst(), rest, Invocation.read(sub, rest), null)
            .and(before(invocation, subject.arguments().subList(0, at)));
      }
    }
    return known(operands, invocation);
  }

  private static List<Argument> before(Invocation invocation, List<Argument> words) {
    return invocation.options().stream()
        .map(Invocation.Option::word)
        .filter(words::contains)
        .toList();
  }

  private RuleWords and(List<Argument> moreOptions) {
    List<Argument> all = new ArrayList<>(moreOptions);
    all.addAll(options);
    return new RuleWords(operands, all, loose, grammars);
  }

  private static RuleWords known(List<Argument> operands, Invocation invocation) {
    return new RuleWords(
        operands, words(invocation.options()), List.of(), List.of(invocation.program()));
  }

  private static List<Argument> words(List<Invocation.Option> options) {
    return options.stream().map(Invocation.Option::word).distinct().toList();
  }

  /** A sub-command and what follows it. */
  private static RuleWords withSub(
      Argument sub,
      List<Argument> rest,
      @Nullable Invocation invocation,
      @Nullable Invocation global) {
    RuleWords after = invocation == null ? unknown(rest) : known(invocation.operands(), invocation);
    List<Argument> operands = new ArrayList<>(List.of(sub));
    operands.addAll(after.operands());
    List<Boolean> loose = new ArrayList<>();
    if (!after.loose().isEmpty()) {
      loose.add(false);
      loose.addAll(after.loose());
    }
    RuleWords all = new RuleWords(operands, after.options(), loose, after.grammars());
    return global == null ? all : all.and(words(global.options()));
  }

  private static RuleWords unknown(List<Argument> words) {
    List<Argument> operands = new ArrayList<>();
    List<Argument> options = new ArrayList<>();
    List<Boolean> loose = new ArrayList<>();
    boolean optionsOver = false;
    boolean afterOption = false;
    for (Argument word : words) {
      String value = word.value();
      if (!optionsOver && value.equals("--")) {
        optionsOver = true;
      } else if (!optionsOver && value.length() > 1 && value.charAt(0) == '-') {
        options.add(word);
        afterOption = value.indexOf('=') < 0;
        continue;
      } else {
        operands.add(word);
        loose.add(afterOption);
      }
      afterOption = false;
    }
    return new RuleWords(operands, options, loose, List.of());
  }

  boolean hasUnknownWord() {
    return operands.stream().anyMatch(Argument::isUnknown)
        || options.stream().anyMatch(Argument::isUnknown);
  }
}
