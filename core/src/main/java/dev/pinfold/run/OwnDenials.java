package dev.pinfold.run;

import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Match;
import dev.pinfold.protect.Finding;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.Denial.Evidence;
import dev.pinfold.sandbox.Denial.Layer;
import dev.pinfold.sandbox.Denial.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Denials by Pinfold itself, around the pen: the policy's before a run, the undone after it. */
final class OwnDenials {
  private OwnDenials() {}

  /** Why the policy lets a command not run: each rule that denies it, or that asks nobody. */
  static List<CountedDenial> ofPolicy(CommandLine command, Evaluation evaluation) {
    List<String> words =
        switch (command) {
          case CommandLine.Text(String text) -> List.of(text);
          case CommandLine.Words(List<String> all) -> all;
        };
    List<CountedDenial> denials = new ArrayList<>();
    for (Match match : evaluation.matches()) {
      denials.add(
          new CountedDenial(
              new Denial(
                  Layer.POLICY,
                  "exec",
                  Target.Command.of(words),
                  match.rule(),
                  match.reason(),
                  evaluation.decision() == Decision.ASK ? "--yes" : "",
                  Evidence.OBSERVED),
              1));
    }
    return denials;
  }

  /** What a run did to protected files, and was undone. */
  static List<CountedDenial> ofProtected(List<Finding> findings) {
    List<CountedDenial> denials = new ArrayList<>();
    for (Finding finding : findings) {
      if (finding.outcome() != Finding.Outcome.LEFT) {
        denials.add(
            new CountedDenial(
                new Denial(
                    Layer.PROTECTED,
                    operation(finding.change()),
                    new Target.Path(finding.workspace() + "/" + finding.path()),
                    "fs.protected",
                    finding.reason(),
                    grant(finding),
                    Evidence.OBSERVED),
                1));
      }
    }
    return denials;
  }

  private static String operation(Finding.Change change) {
    return switch (change) {
      case CREATED -> "create";
      case CHANGED -> "write";
      case MODE_CHANGED -> "chmod";
      case REMOVED -> "remove";
    };
  }

  /** A path that as a pattern means something else can't be opened by its name, nor our own. */
  private static String grant(Finding finding) {
    String path = finding.path();
    boolean works =
        path.chars().noneMatch(c -> "*?[]{}!\\".indexOf(c) >= 0)
            && ProtectedPaths.of(List.of(), List.of(path), Optional.empty()).isOpened(path);
    return works ? "--unprotect " + path : "";
  }
}
