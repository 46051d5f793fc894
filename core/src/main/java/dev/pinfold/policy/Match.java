package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.Optional;

/**
 * A rule that had something against a command.
 *
 * @param rule the rule's id, for example {@code floor.delete.outside}
 * @param decision what the rule says
 * @param reason why, in words for the person or model that wrote the command
 * @param span the words that matched, in the text that was judged
 * @param suggestion a command that the same policy allows in the same place, where there is one;
 *     only the first matches of a text have one, and none in an {@link Explanation}'s steps
 */
public record Match(
    String rule, Decision decision, String reason, Span span, Optional<String> suggestion) {}
