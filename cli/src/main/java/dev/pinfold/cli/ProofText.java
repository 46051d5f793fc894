package dev.pinfold.cli;

import dev.pinfold.prove.Attempt;
import dev.pinfold.prove.Finding;
import dev.pinfold.prove.Proof;
import dev.pinfold.prove.Verdict;
import dev.pinfold.sandbox.Tier;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code prove} found, for people. */
final class ProofText {
  private final StringBuilder text = new StringBuilder();

  private ProofText() {}

  static String of(Proof proof) {
    ProofText text = new ProofText();
    for (Proof.TierState state : proof.tiers()) {
      text.tier(state, findings(proof, state.tier()));
    }
    text.summary(proof);
    return text.text.toString();
  }

  private static List<Finding> findings(Proof proof, Tier tier) {
    return proof.findings().stream().filter(finding -> finding.tier() == tier).toList();
  }

  private void tier(Proof.TierState state, List<Finding> findings) {
    text.append("tier ").append(state.tier().id());
    if (!state.works()) {
      text.append(": not here: ").append(Printable.line(state.obstacle())).append("\n\n");
      return;
    }
    text.append('\n');
    findings.forEach(this::finding);
    text.append("  each run's own proof, before its command: ")
        .append(ReportText.proof(state.selfProof(), state.selfProofTook()))
        .append("\n\n");
  }

  private void finding(Finding finding) {
    List<Attempt> shown =
        finding.attempts().stream()
            .filter(attempt -> attempt.verdict() == finding.verdict())
            .toList();
    text.append("  ")
        .append(String.format("%-21s %-18s", finding.id(), finding.verdict().words()))
        .append(' ');
    if (finding.verdict() == Verdict.HOLDS) {
      text.append(
          shown.stream()
              .map(attempt -> attempt.what() + " (" + attempt.answer() + ")")
              .collect(Collectors.joining("; ")));
      int without = finding.attempts().size() - shown.size();
      text.append(without > 0 ? "; not testable here: " + without + " more" : "").append('\n');
      return;
    }
    text.append(
            shown.stream()
                .map(attempt -> attempt.what() + ": " + Printable.line(attempt.why()))
                .collect(Collectors.joining("; ")))
        .append('\n');
  }

  private void summary(Proof proof) {
    for (Verdict verdict : Verdict.values()) {
      long count =
          proof.findings().stream().filter(finding -> finding.verdict() == verdict).count();
      text.append(count).append(' ').append(verdict.words()).append(", ");
    }
    long attempts = proof.findings().stream().mapToLong(f -> f.attempts().size()).sum();
    text.append(attempts)
        .append(" attempts in ")
        .append(String.format("%.1f s", proof.took().toMillis() / 1000.0))
        .append('\n');
  }
}
