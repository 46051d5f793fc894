package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules of policy files, found by program so that many of them cost little. */
final class CustomRules implements RuleSet {
  private final Map<String, List<CustomRule>> refusals = new HashMap<>();
  private final Map<String, List<CustomRule>> exceptions = new HashMap<>();

  CustomRules(List<CustomRule> rules) {
    for (CustomRule rule : rules) {
      Map<String, List<CustomRule>> target = rule.isException() ? exceptions : refusals;
      Set<String> names = new LinkedHashSet<>();
      rule.condition().programs().forEach(name -> names.add(ProgramName.known(name)));
      names.forEach(name -> target.computeIfAbsent(name, _ -> new ArrayList<>()).add(rule));
    }
  }

  boolean isEmpty() {
    return refusals.isEmpty();
  }

  boolean haveExceptions() {
    return !exceptions.isEmpty();
  }

  @Override
  public void judge(Subject subject) {
    List<CustomRule> candidates = refusals.getOrDefault(subject.name(), List.of());
    if (candidates.isEmpty()) {
      return;
    }
    Set<String> lifted = lifted(subject);
    for (CustomRule rule : candidates) {
      if (!lifted.contains(rule.rule().id())) {
        switch (rule.condition().fits(subject)) {
          case NO -> {}
          case MAYBE ->
              subject
                  .verdicts()
                  .add(rule.rule().asking(), subject.execution().span(), subject.name());
          case YES ->
              subject.verdicts().add(rule.rule(), subject.execution().span(), subject.name());
        }
      }
    }
  }

  /** The rules that exceptions take back for this command. */
  private Set<String> lifted(Subject subject) {
    Set<String> lifted = new HashSet<>();
    for (CustomRule rule : exceptions.getOrDefault(subject.name(), List.of())) {
      if (rule.condition().fitsForSure(subject)) {
        lifted.addAll(rule.lifts());
      }
    }
    return lifted;
  }

  /** Built-in rules that exceptions may take back. */
  RuleSet liftable(RuleSet rules) {
    return subject -> {
      Set<String> lifted = lifted(subject);
      rules.judge(
          lifted.isEmpty()
              ? subject
              : new Subject(
                  subject.execution(),
                  subject.name(),
                  subject.invocation(),
                  subject.context(),
                  subject.verdicts().without(lifted)));
    };
  }
}
