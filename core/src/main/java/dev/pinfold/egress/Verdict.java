package dev.pinfold.egress;

import java.util.Optional;

/** Whether something may be reached. */
public sealed interface Verdict {
  /** The word of the rule that decided. */
  String rule();

  /**
   * It may, as far as what was judged goes.
   *
   * @param purpose what the rule opens it for: {@code host}, {@code registry:npm}, {@code open}, …
   */
  record Allowed(String rule, String purpose) implements Verdict {}

  /**
   * It may not.
   *
   * @param reason a sentence without a full stop
   * @param grant the narrowest word of {@code --allow-host} that would allow it, if one would
   */
  record Refused(String rule, String reason, Optional<String> grant) implements Verdict {}
}
