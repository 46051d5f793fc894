package dev.pinfold.agent.loop;

import dev.pinfold.run.RunReport;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.tools.ToolReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was refused in a run, and how often the same. */
final class Refusals {
  /** From here on the answer says that asking again is no use. */
  static final int FINAL_AT = 3;

  /** A model that has been told so twice, and asks again, will not find its way. */
  static final int STOP_AT = 6;

  /** A report is for reading. */
  private static final int MOST_LISTED = 100;

  private final Map<Refused, Long> all = new LinkedHashMap<>();
  private final Map<String, Integer> equal = new LinkedHashMap<>();

  /**
   * Something that was not let be done.
   *
   * @param layer who said no
   * @param what what was tried, on what
   * @param rule by which rule
   * @param reason in words
   */
  record Refused(String layer, String what, String rule, String reason) {}

  /** What of {@code what} was not let be done. */
  static List<AgentReport.Refused> of(String what, ToolReply reply) {
    if (reply.run().isPresent()) {
      return of(reply.run().get());
    }
    return reply.refusal().stream()
        .map(one -> new AgentReport.Refused("tool", what, one.rule(), one.reason(), 1))
        .toList();
  }

  /** Takes a tool's answer down; what is returned is what the model is told. */
  ToolReply take(List<AgentReport.Refused> refused, ToolReply reply) {
    refused.forEach(this::take);
    Optional<ToolReply.Refusal> refusal = reply.refusal();
    if (refusal.isEmpty()) {
      return reply;
    }
    int times = equal.merge(key(refusal.get()), 1, Integer::sum);
    return times < FINAL_AT
        ? reply
        : new ToolReply(
            reply.text().stripTrailing()
                + "\nThis is final: it was refused "
                + times
                + " times for the same reason ("
                + refusal.get().rule()
                + ") and always will be. Do the task without it, or call done and say what can't be"
                + " done.\n",
            true,
            refusal,
            reply.run());
  }

  /** The refusal that has come too often; empty while there is none. */
  Optional<String> tooOften(ToolReply reply) {
    return reply
        .refusal()
        .filter(refusal -> equal.getOrDefault(key(refusal), 0) >= STOP_AT)
        .map(refusal -> refusal.rule() + ": " + refusal.reason());
  }

  List<AgentReport.Refused> listed() {
    List<AgentReport.Refused> listed = new ArrayList<>();
    all.forEach(
        (refused, times) ->
            listed.add(
                new AgentReport.Refused(
                    refused.layer(), refused.what(), refused.rule(), refused.reason(), times)));
    return listed;
  }

  private static String key(ToolReply.Refusal refusal) {
    return refusal.rule() + "\0" + refusal.reason();
  }

  /** What a command that ran was not let do. */
  static List<AgentReport.Refused> of(RunReport report) {
    return report.denials().stream().map(Refusals::refused).toList();
  }

  private static AgentReport.Refused refused(CountedDenial counted) {
    Denial denial = counted.denial();
    return new AgentReport.Refused(
        denial.layer().label(),
        denial.operation() + " " + denial.target().text(),
        denial.rule(),
        denial.reason(),
        counted.count());
  }

  /** One of this run, or of what it was before its JVM was killed. */
  void take(AgentReport.Refused one) {
    count(new Refused(one.layer(), one.what(), one.rule(), one.reason()), one.times());
  }

  private void count(Refused refused, long times) {
    if (all.containsKey(refused) || all.size() < MOST_LISTED) {
      all.merge(refused, times, Long::sum);
    }
  }
}
