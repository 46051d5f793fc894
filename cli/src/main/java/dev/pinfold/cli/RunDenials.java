package dev.pinfold.cli;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a recorded run was refused, from its journal. */
final class RunDenials {
  private final List<Line> lines;

  /**
   * One denial.
   *
   * @param run its run
   * @param target on what
   * @param text all of it, for a person
   */
  record Line(String run, String target, String text) {}

  private RunDenials(List<Line> lines) {
    this.lines = lines;
  }

  static RunDenials none() {
    return new RunDenials(List.of());
  }

  /** Those of the run that {@code name} stands for, whose journal must be as it was written. */
  static RunDenials of(String name) throws IOException, UsageException {
    Runs runs = Runs.ofThisUser();
    RunId run = runs.named(name);
    List<Line> lines = new ArrayList<>();
    Verification verification =
        JournalFile.read(runs.state().journalOf(run), entry -> add(run, entry, lines));
    if (verification instanceof Verification.Broken broken) {
      throw new IOException(
          "the journal of run " + run + " was changed later, in line " + broken.line());
    }
    return new RunDenials(lines);
  }

  private static void add(RunId run, Entry entry, List<Line> lines) {
    if (entry.kind().equals("run.denied")
        && entry.fields().asMap().get("denials") instanceof List<?> denials) {
      for (Object each : denials) {
        if (each instanceof Fields fields) {
          lines.add(new Line(run.toString(), text(fields, "target"), text(fields)));
        }
      }
    }
  }

  private static String text(Fields denial) {
    String grant = text(denial, "grant");
    return text(denial, "operation")
        + " "
        + text(denial, "target")
        + ": "
        + text(denial, "rule")
        + ": "
        + text(denial, "reason")
        + (grant.isEmpty() ? "" : "; " + grant + " would allow it")
        + (denial.texts("by").isEmpty()
            ? ""
            : " (by " + String.join(" < ", denial.texts("by")) + ")");
  }

  private static String text(Fields fields, String name) {
    return fields.text(name).orElse("");
  }

  /** Those of a path, by either name, and of what is below it. */
  List<Line> below(String path, String otherName) {
    return lines.stream()
        .filter(line -> isBelow(line.target(), path) || isBelow(line.target(), otherName))
        .toList();
  }

  /** Those of a host, whatever the port. */
  List<Line> ofHost(String host) {
    return lines.stream()
        .filter(
            line ->
                line.target().startsWith(host + ":") || line.target().startsWith("[" + host + "]:"))
        .toList();
  }

  private static boolean isBelow(String target, String path) {
    return target.equals(path) || target.startsWith(path.equals("/") ? "/" : path + "/");
  }
}
