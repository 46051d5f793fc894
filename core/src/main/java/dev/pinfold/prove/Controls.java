package dev.pinfold.prove;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What came of each attack outside: once for all tiers, since no pen is in it.
 *
 * <p>Thread contract: any thread.
 */
final class Controls {
  private final Map<Probe.How, Answer> answers = new ConcurrentHashMap<>();

  Optional<Answer> of(Probe.How how) {
    return Optional.ofNullable(answers.get(how));
  }

  Answer keep(Probe.How how, Answer answer) {
    answers.put(how, answer);
    return answer;
  }
}
