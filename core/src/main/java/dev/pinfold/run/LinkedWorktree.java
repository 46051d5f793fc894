package dev.pinfold.run;

import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What git needs when the workspace is a linked worktree (git-worktree(1)), whose repository lies
 * outside it: this worktree's own administrative folder, objects, refs and logs to write; the rest
 * of the repository, its hooks and settings above all, to read.
 *
 * <p>The folder that the workspace's {@link GitLink} names must lie where git puts it, and name the
 * workspace in turn.
 */
final class LinkedWorktree {
  private static final List<String> WRITTEN = List.of("objects", "refs", "logs");

  private LinkedWorktree() {}

  /**
   * The openings; none when the workspace is no linked worktree.
   *
   * @param workspace its canonical path
   * @param access what the run may do there; it may do no more here
   */
  static List<Grant> grants(String workspace, Access access) {
    Optional<Path> own = own(workspace);
    if (own.isEmpty()) {
      return List.of();
    }
    Path repository = own.get().resolve("../..").normalize();
    List<Grant> grants = new ArrayList<>();
    // Its hooks run, as they do in a workspace that is the repository.
    Access rest = new Access(true, false, access.execute());
    grants.add(new Grant(repository.toString(), rest, Origin.RUN));
    if (!access.write()) {
      return grants;
    }
    grants.add(new Grant(own.get().toString(), Access.READ_WRITE, Origin.RUN));
    for (String name : WRITTEN) {
      Path folder = repository.resolve(name);
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        grants.add(new Grant(folder.toString(), Access.READ_WRITE, Origin.RUN));
      }
    }
    return grants;
  }

  /**
   * Its administrative folder, which holds files that lead git to settings; empty when the
   * workspace is no linked worktree.
   */
  static Optional<Path> own(String workspace) {
    return GitLink.target(workspace)
        .filter(
            own -> {
              Path worktrees = own.getParent();
              Path repository = worktrees == null ? null : worktrees.getParent();
              return worktrees != null
                  && repository != null
                  && worktrees.endsWith("worktrees")
                  && namesBack(own, Path.of(workspace, ".git"))
                  && GitLink.isRepository(repository);
            });
  }

  private static boolean namesBack(Path own, Path link) {
    try {
      Path back = own.resolve(GitLink.content(own.resolve("gitdir")));
      Path folder = back.getParent();
      return folder != null
          && back.endsWith(".git")
          && folder.toRealPath().resolve(".git").equals(link);
    } catch (IOException _) {
      // It names nothing that is there: not ours.
      return false;
    }
  }
}
