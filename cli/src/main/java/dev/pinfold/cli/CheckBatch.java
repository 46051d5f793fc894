package dev.pinfold.cli;

import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.BufferedInputStream;
import java.io.IOException;

/** Judges one command a line, in order. */
final class CheckBatch {
  private final Policy policy;
  private final PolicyContext context;
  private final Profile profile;
  private final Terminal terminal;

  CheckBatch(Policy policy, PolicyContext context, Profile profile, Terminal terminal) {
    this.policy = policy;
    this.context = context;
    this.profile = profile;
    this.terminal = terminal;
  }

  int run() throws IOException {
    var lines = new BatchLines(new BufferedInputStream(terminal.in()));
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      terminal
          .out()
          .write(CheckJson.line(line.get(), profile, policy.evaluate(line.get(), context)));
      if (!lines.isMoreReady()) {
        terminal.out().flush(); // who asks line by line waits for this answer
      }
    }
    return Exit.OK;
  }
}
