package dev.pinfold.cli;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a recorded run was refused, from its journal. */
final class RunDenials {
  private final List<Line> lines;

  /**
   * One denial.
   *
   * @param run its run
   * @param operation what was tried: {@code exec}, {@code read}, …
   * @param target on what
   * @param text all of it, for a person
   */
  record Line(String run, String operation, String target, String text) {}

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
          lines.add(
              new Line(
                  run.toString(), text(fields, "operation"), text(fields, "target"), text(fields)));
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

  /**
   * Starts of a command, as the policy was asked for it, or of programs with one of these names.
   */
  List<Line> ofCommand(String command, Set<String> programs) {
    return lines.stream()
        .filter(line -> line.operation().equals("exec"))
        .filter(
            line ->
                line.target().equals(ShellQuote.word(command))
                    || line.target().equals(command)
                    || programs.contains(program(line.target())))
        .toList();
  }

  /** The name of the file that a command starts: the first word, without folders. */
  private static String program(String command) {
    String first = command.split(" ", 2)[0];
    return first.substring(first.lastIndexOf('/') + 1);
  }

  private static boolean isBelow(String target, String path) {
    return target.equals(path) || target.startsWith(path.equals("/") ? "/" : path + "/");
  }
}
