package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One file that a run's commits change, compared with where it started.
 *
 * @param path as in the repository; any characters but NUL
 * @param added lines; -1 for a binary file
 * @param removed lines; -1 for a binary file
 */
public record Change(String path, long added, long removed) {
  static List<Change> between(PennedGit git, Place store, ObjectName from, ObjectName to)
      throws IOException {
    List<Change> all = new ArrayList<>();
    String listed =
        git.text(
            store,
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-renames",
            "--numstat",
            "-z",
            from.hex(),
            to.hex());
    for (String entry : listed.split("\0", -1)) {
      String[] fields = entry.split("\t", 3);
      if (fields.length == 3) {
        all.add(new Change(fields[2], lines(fields[0]), lines(fields[1])));
      }
    }
    return all;
  }

  /** Folders that became repositories of their own: only their names are in the commits. */
  static List<String> nestedRepositories(PennedGit git, Place store, ObjectName from, ObjectName to)
      throws IOException {
    List<String> all = new ArrayList<>();
    String[] listed =
        git.text(
                store, "diff", "--no-ext-diff", "--no-renames", "--raw", "-z", from.hex(), to.hex())
            .split("\0", -1);
    for (int i = 0; i + 1 < listed.length; i += 2) {
      if (listed[i].startsWith(":000000 160000 ")) {
        all.add(listed[i + 1]);
      }
    }
    return all;
  }

  private static long lines(String field) {
    return field.equals("-") ? -1 : Long.parseLong(field);
  }
}
