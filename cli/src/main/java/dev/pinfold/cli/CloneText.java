package dev.pinfold.cli;

import dev.pinfold.agent.Change;
import dev.pinfold.agent.Clones;
import dev.pinfold.agent.PrivateClone;
import dev.pinfold.agent.TakenWork;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** What a run has made in its private clone, for people and for programs. */
final class CloneText {
  /** As many as fit a screen; the JSON has them all. */
  private static final int SHOWN = 20;

  private final TakenWork taken;
  private final List<String> commits;
  private final List<Change> changes;
  private final boolean claimed;

  CloneText(Clones clones, TakenWork taken) throws IOException {
    this.taken = taken;
    commits = clones.commits(taken);
    changes = clones.changes(taken);
    claimed = !taken.isEmpty() && clones.isClaimed(taken);
  }

  boolean isEmpty() {
    return taken.isEmpty() && taken.notes().isEmpty();
  }

  void discard(Clones clones) throws IOException {
    clones.discard(taken, false);
  }

  static void notes(Terminal terminal, TakenWork taken) throws IOException {
    for (String note : taken.notes()) {
      terminal.say(note, "");
    }
    if (!taken.others().isEmpty()) {
      terminal.say(
          "the run has made "
              + taken.others().size()
              + " more lines of commits, which its branch does not hold (other branches, stashes,"
              + " or reset)",
          "pinfold discard --force keeps them under refs/pinfold/salvage/ of your repository.");
    }
  }

  /** Two lines for the end of a run. */
  void summary(Terminal terminal) throws IOException {
    terminal.say(
        "branch "
            + taken.from().branch()
            + " of the private clone: "
            + counted(commits.size(), "commit")
            + (taken.leftovers() ? " (the last one is what was left uncommitted)" : "")
            + ", "
            + counted(changes.size(), "file")
            + " changed",
        "pinfold diff " + taken.from().run() + ", then: pinfold claim " + taken.from().run());
    notes(terminal, taken);
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  void tell(Terminal terminal) throws IOException {
    PrivateClone clone = taken.from();
    Output out = terminal.out();
    out.println("run      " + clone.run());
    out.println("of       " + Printable.line(clone.source().toString()));
    out.println(
        "base     "
            + clone.base().abbreviated()
            + (clone.onto().isEmpty() ? "" : " on " + Printable.line(clone.onto()))
            + (clone.isOfSnapshot() ? ", a snapshot of your uncommitted work" : ""));
    out.println("branch   " + clone.branch() + (claimed ? ", claimed" : ""));
    out.println("clone    " + Printable.line(clone.tree().toString()));
    out.println("commits  " + commits.size());
    for (String commit : commits.subList(0, Math.min(SHOWN, commits.size()))) {
      out.println("  " + Printable.line(commit));
    }
    out.println("files    " + changes.size());
    for (Change change : changes.subList(0, Math.min(SHOWN, changes.size()))) {
      out.println(
          "  "
              + (change.added() < 0 ? "binary" : "+" + change.added() + " -" + change.removed())
              + "  "
              + Printable.line(change.path()));
    }
    if (changes.size() > SHOWN) {
      out.println("  and " + (changes.size() - SHOWN) + " more: pinfold show --json");
    }
    out.flush();
    notes(terminal, taken);
  }

  void write(JsonGenerator json) {
    PrivateClone clone = taken.from();
    json.writeStringProperty("run", clone.run().value());
    json.writeStringProperty("source", clone.source().toString());
    json.writeStringProperty("tree", clone.tree().toString());
    json.writeStringProperty("base", clone.base().hex());
    json.writeStringProperty("onto", clone.onto());
    json.writeBooleanProperty("snapshot", clone.isOfSnapshot());
    json.writeStringProperty("branch", clone.branch());
    json.writeStringProperty("tip", taken.tip().hex());
    json.writeBooleanProperty("leftovers", taken.leftovers());
    json.writeBooleanProperty("claimed", claimed);
    json.writeNumberProperty("commits", commits.size());
    write(json, changes);
    json.writeArrayPropertyStart("others");
    taken.others().forEach(other -> json.writeString(other.hex()));
    json.writeEndArray();
    json.writeArrayPropertyStart("notes");
    taken.notes().forEach(json::writeString);
    json.writeEndArray();
  }

  /** The files that changed, as a member of the object that is open. */
  static void write(JsonGenerator json, List<Change> changes) {
    json.writeArrayPropertyStart("changes");
    for (Change change : changes) {
      json.writeStartObject();
      json.writeStringProperty("path", change.path());
      json.writeNumberProperty("added", change.added());
      json.writeNumberProperty("removed", change.removed());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
