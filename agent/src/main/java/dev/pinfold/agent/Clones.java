package dev.pinfold.agent;

import dev.pinfold.journal.RunId;
import dev.pinfold.process.Live;
import dev.pinfold.run.FolderRemoval;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The private clones of a user, and what a person does with them. None is ever removed but by
 * {@link #discard}.
 *
 * <p>Thread contract: any free thread; one at a time for one clone.
 */
public final class Clones {
  private final User user;
  private final Path home;

  /**
   * @param user whose they are
   */
  public Clones(User user) {
    this.user = user;
    home = CloneFolder.home(user.environment(), Path.of(user.home()));
  }

  /** The runs that have one, oldest first. */
  public List<RunId> all() throws IOException {
    return CloneFolder.all(home).stream().map(CloneFolder::run).toList();
  }

  /** One of them. */
  public PrivateClone of(RunId run) throws IOException {
    return PrivateClone.read(folder(run));
  }

  /** Takes over what lies in a clone now; its run must have ended. */
  public TakenWork take(RunId run) throws IOException {
    TakenWork taken = TakenWork.take(folder(run), user);
    if (taken.isUnchanged()) {
      return taken;
    }
    List<String> notes = new ArrayList<>(taken.notes());
    for (String nested :
        Change.nestedRepositories(
            new PennedGit(user),
            TakenWork.store(taken.from(), folder(run)),
            taken.from().base(),
            taken.tip())) {
      notes.add(
          nested
              + " is a repository of its own: its files are not taken, only its commit's name; it"
              + " stays in "
              + taken.from().tree());
    }
    return new TakenWork(taken.from(), taken.tip(), taken.leftovers(), taken.others(), notes);
  }

  /** What the run's branch changes. */
  public List<Change> changes(TakenWork taken) throws IOException {
    if (taken.isUnchanged()) {
      return List.of();
    }
    return Change.between(
        new PennedGit(user),
        TakenWork.store(taken.from(), folder(taken.from().run())),
        taken.from().base(),
        taken.tip());
  }

  /** The commits of the run's branch, newest first: short name and subject. */
  public List<String> commits(TakenWork taken) throws IOException {
    if (taken.isUnchanged()) {
      return List.of();
    }
    return new PennedGit(user)
        .text(
            TakenWork.store(taken.from(), folder(taken.from().run())),
            "log",
            "--no-show-signature",
            "--no-color",
            "--format=%h %s",
            taken.from().base() + ".." + taken.tip())
        .lines()
        .toList();
  }

  /**
   * Fetches the run's branch into the repository that it was cloned from.
   *
   * @throws RepositoryException when the run has made nothing on it, or it can't be fetched
   */
  public void claim(TakenWork taken) throws IOException {
    if (taken.isUnchanged()) {
      throw new RepositoryException(
          "run " + taken.from().run() + " has changed nothing on its branch",
          "pinfold show " + taken.from().run() + " tells what else it has made.");
    }
    claimOf(taken).fetch();
  }

  /**
   * Merges the claimed branch into what is checked out there.
   *
   * @return why it does not merge by itself, and the files are as they were; empty when it is
   *     merged
   */
  public String merge(TakenWork taken) throws IOException {
    return claimOf(taken).merge();
  }

  /** The run's commits as patches for {@code git am}. */
  public void patch(TakenWork taken, Live live) throws IOException {
    if (taken.isUnchanged()) {
      return;
    }
    claimOf(taken).show(live, "format-patch", "--stdout", "--no-signature", range(taken, ".."));
  }

  /** What the run's branch changes, as {@code git diff} prints it. */
  public void diff(TakenWork taken, Live live) throws IOException {
    if (taken.isUnchanged()) {
      return;
    }
    claimOf(taken)
        .show(live, "diff", "--no-ext-diff", "--no-textconv", "--no-color", range(taken, ".."));
  }

  private static String range(TakenWork taken, String dots) {
    return taken.from().base() + dots + taken.tip();
  }

  /** Whether the user's repository has all of it: the branch, and what the branch leaves out. */
  public boolean isClaimed(TakenWork taken) throws IOException {
    return claimOf(taken).isDone();
  }

  /**
   * Removes a clone.
   *
   * @param taken what lies in it, taken just now
   * @param evenIfUnclaimed whether work that is nowhere else may leave the clone; it is then kept
   *     under {@code refs/pinfold/salvage/} of the user's repository
   * @return the names under which it is kept; empty when nothing was at stake
   * @throws RepositoryException when it holds work that is nowhere else, and that is not said
   */
  public List<String> discard(TakenWork taken, boolean evenIfUnclaimed) throws IOException {
    List<String> kept = List.of();
    if (!taken.isEmpty() && !isClaimed(taken)) {
      if (!evenIfUnclaimed) {
        RunId run = taken.from().run();
        throw new RepositoryException(
            "run "
                + run
                + " holds work that is nowhere else ("
                + taken.tips().size()
                + " unclaimed "
                + (taken.tips().size() == 1 ? "line" : "lines")
                + " of commits)",
            "pinfold claim "
                + run
                + " takes its branch over; --force removes the clone and keeps the commits under"
                + " refs/pinfold/salvage/"
                + run
                + " of your repository.");
      }
      kept = claimOf(taken).salvage();
    }
    FolderRemoval.delete(folder(taken.from().run()).path());
    return kept;
  }

  private Claim claimOf(TakenWork taken) throws IOException {
    return new Claim(taken, folder(taken.from().run()), user);
  }

  private CloneFolder folder(RunId run) {
    return CloneFolder.of(home, run);
  }
}
