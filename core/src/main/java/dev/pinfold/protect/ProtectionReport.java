package dev.pinfold.protect;

import java.util.List;

/**
 * What a run left behind that something outside would have run, or will.
 *
 * @param strength how it was looked for
 * @param kept protected things that the run could not change at all, canonical paths: for all
 *     others the strength holds
 * @param findings protected files that the run touched
 * @param willRun other files that it wrote and that run later; the first {@link #MOST_LISTED}
 * @param willRunNotListed how many more there are
 * @param notes what the user should know: what could not be looked at, or not be put back
 */
public record ProtectionReport(
    Strength strength,
    List<String> kept,
    List<Finding> findings,
    List<WillRun> willRun,
    long willRunNotListed,
    List<String> notes) {
  /** A report is for reading; a build may write thousands of programs. */
  public static final int MOST_LISTED = 200;

  /** Copies the lists. */
  public ProtectionReport {
    kept = List.copyOf(kept);
    findings = List.copyOf(findings);
    willRun = List.copyOf(willRun);
    notes = List.copyOf(notes);
  }

  /** How protected files are protected. */
  public enum Strength {
    /** Not at all: the sandbox is off, or nothing of the workspace may be written. */
    NONE("none"),
    /** What was done to them is undone at the end of the run; until then it is there. */
    SCAN("scan");

    private final String label;

    Strength(String label) {
      this.label = label;
    }

    /** As reports have it. */
    public String label() {
      return label;
    }
  }

  /** Of a run in which nothing had to be looked for. */
  public static ProtectionReport none() {
    return new ProtectionReport(Strength.NONE, List.of(), List.of(), List.of(), 0, List.of());
  }
}
