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

/**
 * What git needs when the workspace is a linked worktree (git-worktree(1)), whose repository lies
 * outside it: this worktree's own administrative folder, objects, refs and logs to write; the rest
 * of the repository, its hooks and settings above all, to read.
 *
 * <p>The workspace's {@code .git} file is the run's to change, so it opens nothing by itself: the
 * folder that it names must lie where git puts it, and name the workspace in turn. A run can't
 * write that outside its view.
 */
final class LinkedWorktree {
  private static final String PREFIX = "gitdir: ";

  /** A path with its end of line; git's own limit is PATH_MAX. */
  private static final int MOST_BYTES = 4200;

  private static final List<String> WRITTEN = List.of("objects", "refs", "logs");

  private LinkedWorktree() {}

  /**
   * The openings; none when the workspace is no linked worktree.
   *
   * @param workspace its canonical path
   * @param access what the run may do there; it may do no more here
   */
  static List<Grant> grants(String workspace, Access access) {
    try {
      Path link = Path.of(workspace, ".git");
      String text = content(link);
      if (!text.startsWith(PREFIX)) {
        return List.of();
      }
      Path own = Path.of(workspace).resolve(text.substring(PREFIX.length())).toRealPath();
      Path worktrees = own.getParent();
      Path repository = worktrees == null ? null : worktrees.getParent();
      if (worktrees == null
          || repository == null
          || own.startsWith(workspace)
          || !worktrees.endsWith("worktrees")
          || !namesBack(own, link)
          || !isRepository(repository)) {
        return List.of();
      }
      List<Grant> grants = new ArrayList<>();
      // Its hooks run, as they do in a workspace that is the repository.
      Access rest = new Access(true, false, access.execute());
      grants.add(new Grant(repository.toString(), rest, Origin.RUN));
      if (!access.write()) {
        return grants;
      }
      grants.add(new Grant(own.toString(), Access.READ_WRITE, Origin.RUN));
      for (String name : WRITTEN) {
        Path folder = repository.resolve(name);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          grants.add(new Grant(folder.toString(), Access.READ_WRITE, Origin.RUN));
        }
      }
      return grants;
    } catch (IOException _) {
      // No such file, or it leads nowhere: git itself will say so.
      return List.of();
    }
  }

  private static boolean namesBack(Path own, Path link) throws IOException {
    Path back = own.resolve(content(own.resolve("gitdir")));
    Path folder = back.getParent();
    return folder != null
        && back.endsWith(".git")
        && folder.toRealPath().resolve(".git").equals(link);
  }

  private static boolean isRepository(Path folder) {
    return Files.isRegularFile(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(folder.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(folder.resolve("refs"), LinkOption.NOFOLLOW_LINKS);
  }

  /** The one line of a small ordinary file. */
  private static String content(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
      throw new IOException("no link of git's: " + file);
    }
    return Files.readString(file).strip();
  }
}
