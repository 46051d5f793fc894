package dev.pinfold.policy;

import java.util.List;
import java.util.Optional;

/**
 * The answer to "may this run?".
 *
 * @param decision the strictest decision of all matches; ALLOW when there are none
 * @param matches what matched, strictest first, then in the order of the text
 * @param commands every command that was found, as understood, in the order of the text
 */
public record Evaluation(Decision decision, List<Match> matches, List<Vector> commands) {
  /** Copies the lists. */
  public Evaluation {
    matches = List.copyOf(matches);
    commands = List.copyOf(commands);
  }

  /** The strictest match, empty when the decision is ALLOW. */
  public Optional<Match> strictest() {
    return matches.stream().findFirst();
  }
}
