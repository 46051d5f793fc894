package dev.pinfold.policy;

import java.util.List;

/**
 * What a rule of a policy file asks of a command. Empty lists ask nothing.
 *
 * @param programs names, compared as the built-in rules do
 * @param sub the first operands
 * @param anyOption one of these options
 * @param allOptions each of these options
 * @param onlyOptions no others than these; empty when {@code limited} is false
 * @param limited whether {@code onlyOptions} counts
 * @param anyOperand classes: some operand belongs to all of them
 * @param allOperands classes: there are operands, and each belongs to all of them
 */
record RuleCondition(
    List<String> programs,
    List<String> sub,
    List<String> anyOption,
    List<String> allOptions,
    List<String> onlyOptions,
    boolean limited,
    List<AnyOf> anyOperand,
    List<AnyOf> allOperands) {

  /** Operand classes of one kind, of which one suffices. */
  record AnyOf(List<OperandClass> classes) {
    Fit fits(Argument word, Subject subject) {
      return classes.stream().map(one -> one.fits(word, subject)).reduce(Fit.NO, Fit::or);
    }
  }

  /** Whether a command of one of the programs is what the rule describes. */
  Fit fits(Subject subject) {
    RuleWords words = RuleWords.of(subject);
    return fits(words, subject);
  }

  /** The same for an exception: every word is known, and nothing is taken on trust. */
  boolean fitsForSure(Subject subject) {
    RuleWords words = RuleWords.of(subject);
    RuleWords strict = new RuleWords(words.operands(), words.options(), List.of(), List.of());
    return !words.hasUnknownWord()
        && subject.execution().words().stream().allMatch(Argument::isConstant)
        && fits(strict, subject) == Fit.YES;
  }

  private Fit fits(RuleWords words, Subject subject) {
    int start = afterSub(words);
    if (start < 0) {
      return Fit.NO;
    }
    Fit fit = sub.isEmpty() ? Fit.YES : subFit(words);
    List<Argument> operands = words.operands().subList(start, words.operands().size());
    fit = fit.and(options(words));
    if (!anyOperand.isEmpty()) {
      fit =
          fit.and(
              operands.stream()
                  .map(one -> inAll(anyOperand, one, subject))
                  .reduce(Fit.NO, Fit::or));
    }
    if (!allOperands.isEmpty()) {
      fit =
          fit.and(Fit.of(!operands.isEmpty()))
              .and(
                  operands.stream()
                      .map(one -> inAll(allOperands, one, subject))
                      .reduce(Fit.YES, Fit::and));
    }
    return fit;
  }

  private static Fit inAll(List<AnyOf> classes, Argument word, Subject subject) {
    return classes.stream().map(one -> one.fits(word, subject)).reduce(Fit.YES, Fit::and);
  }

  /**
   * The index of the operand after the sub-command, or -1. Words that may be values of options are
   * passed over, where the grammar is not known.
   */
  private int afterSub(RuleWords words) {
    int at = 0;
    for (String wanted : sub) {
      while (at < words.operands().size()
          && !isSub(words.operands().get(at), wanted)
          && at < words.loose().size()
          && words.loose().get(at)) {
        at++;
      }
      if (at >= words.operands().size() || !isSub(words.operands().get(at), wanted)) {
        return -1;
      }
      at++;
    }
    return at;
  }

  private static boolean isSub(Argument word, String wanted) {
    return word.value().equals(wanted) || word.isUnknown();
  }

  private Fit subFit(RuleWords words) {
    int at = afterSub(words);
    return words.operands().subList(0, at).stream().anyMatch(Argument::isUnknown)
        ? Fit.MAYBE
        : Fit.YES;
  }

  private Fit options(RuleWords words) {
    Fit fit = Fit.YES;
    if (!anyOption.isEmpty()) {
      fit = fit.and(anyOption.stream().map(one -> option(words, one)).reduce(Fit.NO, Fit::or));
    }
    for (String one : allOptions) {
      fit = fit.and(option(words, one));
    }
    if (limited) {
      fit =
          fit.and(
              Fit.of(
                  words.options().stream()
                      .allMatch(word -> OptionWord.isOneOf(word.value(), onlyOptions))));
    }
    return fit;
  }

  /** An unquoted word that only the run knows may be any options; a quoted one is an operand. */
  private static Fit option(RuleWords words, String option) {
    boolean there =
        words.options().stream()
            .anyMatch(word -> OptionWord.spells(word.value(), option, words.grammars()));
    boolean mayBe =
        words.operands().stream().anyMatch(word -> word.value().indexOf(Marks.HOLES) == 0);
    return there ? Fit.YES : mayBe ? Fit.MAYBE : Fit.NO;
  }
}
