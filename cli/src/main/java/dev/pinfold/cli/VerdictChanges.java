package dev.pinfold.cli;

import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Evaluation;
import java.io.IOException;

/** Tells of commands that are judged differently now, as they are found. */
final class VerdictChanges {
  private final Terminal terminal;
  private final boolean json;
  private long judged;
  private long changed;
  private long left;

  VerdictChanges(Terminal terminal, boolean json) {
    this.terminal = terminal;
    this.json = json;
  }

  /** A command that can't be judged again. */
  void leaveOut(String place, String why) throws IOException {
    left++;
    terminal.say(place + ": left out: " + why, "");
  }

  void add(PolicyCase one, Decision before, String rulesBefore, Evaluation after)
      throws IOException {
    judged++;
    if (before == after.decision()) {
      return;
    }
    changed++;
    if (json) {
      terminal
          .out()
          .write(
              Json.line(
                  out -> {
                    out.writeStringProperty("type", "change");
                    one.write(out);
                    out.writeStringProperty("before", CheckJson.label(before));
                    out.writeStringProperty("after", CheckJson.label(after.decision()));
                    PolicyCase.writeRules(out, "rules", after);
                  }));
    } else {
      terminal
          .out()
          .println(
              CheckJson.label(before)
                  + rulesBefore
                  + " -> "
                  + CheckJson.label(after.decision())
                  + PolicyCase.rules(after)
                  + ": "
                  + one.shown());
    }
  }

  /** Says how many, and gives the exit status, as diff(1) does. */
  int end() throws IOException {
    if (json) {
      terminal
          .out()
          .write(
              Json.line(
                  out -> {
                    out.writeStringProperty("type", "summary");
                    out.writeNumberProperty("judged", judged);
                    out.writeNumberProperty("changed", changed);
                    out.writeNumberProperty("leftOut", left);
                  }));
    } else {
      terminal
          .out()
          .println(
              judged
                  + " judged, "
                  + changed
                  + " changed"
                  + (left > 0 ? ", " + left + " left out" : ""));
    }
    return changed == 0 ? Exit.OK : Exit.DIFFERENT;
  }
}
