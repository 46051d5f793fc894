package dev.pinfold.policy;

/** Evaluates the examples of built-in rules in the profile and dialect that the rule is for. */
final class RuleExample {
  private RuleExample() {}

  static Evaluation evaluate(Rule rule, String example) {
    Profile profile =
        rule.id().startsWith("allow.")
            ? Profile.READ_ONLY
            : rule.id().startsWith("locked.") ? Profile.LOCKED : Profile.PERMISSIVE;
    PolicyContext context = Corpus.CONTEXT.withExistingRepo(rule.id().startsWith("repo."));
    String text = example;
    if (example.startsWith("cmd: ")) {
      context = context.withDialect(Dialect.CMD);
      text = example.substring(5);
    } else if (example.startsWith("powershell: ")) {
      context = context.withDialect(Dialect.POWERSHELL);
      text = example.substring(12);
    }
    return Policy.builtIn(profile).evaluate(text, context);
  }
}
