package dev.pinfold.cli;

import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Finds runs by what a person calls them. */
final class Runs {
  private final StateDirectory state;

  Runs(StateDirectory state) {
    this.state = state;
  }

  static Runs ofThisUser() {
    Map<String, String> environment = Environment.ofThisProcess();
    return new Runs(StateDirectory.of(environment, Environment.home(environment)));
  }

  StateDirectory state() {
    return state;
  }

  /** Oldest first. */
  List<RunId> all() throws IOException {
    return state.runs();
  }

  /** A run by its id, by the start of its id if only one starts so, or the {@code last} one. */
  RunId named(String name) throws IOException, UsageException {
    return named(name, all(), "pinfold log lists the runs; they are kept in " + state.root());
  }

  /**
   * One of these runs, by its id, by the start of its id if only one starts so, or the {@code last}
   * one.
   *
   * @param hint where they are listed
   */
  static RunId named(String name, List<RunId> all, String hint) throws UsageException {
    if (name.equals("last") && !all.isEmpty()) {
      return all.getLast();
    }
    List<RunId> found = all.stream().filter(run -> run.value().startsWith(name)).toList();
    if (found.stream().anyMatch(run -> run.value().equals(name))) {
      return new RunId(name);
    }
    if (found.size() != 1) {
      throw new UsageException(
          found.isEmpty()
              ? "no run '" + name + "'"
              : found.size() + " runs start with '" + name + "'",
          hint);
    }
    return found.getFirst();
  }
}
