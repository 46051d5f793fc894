package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small repository with a test that fails, for somebody who wants to see a run. */
public final class SampleRepository {
  /** What is wrong in it, as a person would say it. */
  public static final String TASK = "The test of sum.sh fails. Find out why, and repair it.";

  /** How it is tested. */
  public static final String CHECK = "sh test.sh";

  private static final String SUM =
      """
      #!/bin/sh
      # Prints the sum of its arguments.
      total=1
      for number; do
        total=$((total + number))
      done
      echo "$total"
      """;

  private static final String TEST =
      """
      #!/bin/sh
      # Says ok when sum.sh adds up.
      sum=$(sh ./sum.sh 2 3)
      if [ "$sum" = 5 ]; then
        echo "ok: 2 + 3 = 5"
      else
        echo "FAIL: 2 + 3 = 5, but sum.sh says $sum"
        exit 1
      fi
      """;

  private SampleRepository() {}

  /**
   * Makes it.
   *
   * @param folder must not exist
   */
  public static void make(Path folder, User user) throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("sum.sh"), SUM);
    Files.writeString(folder.resolve("test.sh"), TEST);
    PennedGit git = new PennedGit(user);
    Place place = Place.of(folder, PennedGit.writing(folder));
    git.text(place, "init", "--quiet", "--template=", "--initial-branch=main");
    // On a machine where nobody has a name for git yet, commits of a run would fail.
    git.text(place, "config", "user.name", "Pinfold");
    git.text(place, "config", "user.email", "pinfold@localhost");
    git.text(place, "add", "--all");
    git.text(place, "commit", "--quiet", "--no-verify", "-m", "A sum, and a test of it");
  }
}
