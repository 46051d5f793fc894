package dev.pinfold.run;

import dev.pinfold.protect.GitConfig;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What git needs when the workspace is a submodule (gitsubmodules(7)), whose git directory lies in
 * that of the repository around it: all of it, as if it lay in the workspace, and so it is
 * protected as if it did. It must say in its settings that the workspace is its work tree.
 */
final class Submodule {
  /** More than any settings of git's. */
  private static final long MOST_BYTES = 1 << 20;

  private Submodule() {}

  /**
   * The openings; none when the workspace is no submodule.
   *
   * @param workspace its canonical path
   * @param access what the run may do there; it may do the same here
   */
  static List<Grant> grants(String workspace, Access access) {
    Optional<Path> git = GitLink.target(workspace).filter(own -> belongsTo(own, workspace));
    return git.map(own -> List.of(new Grant(own.toString(), access, Origin.RUN))).orElse(List.of());
  }

  private static boolean belongsTo(Path git, String workspace) {
    try {
      Path config = git.resolve("config");
      if (!GitLink.isRepository(git)
          || !Files.isRegularFile(config, LinkOption.NOFOLLOW_LINKS)
          || Files.size(config) > MOST_BYTES) {
        return false;
      }
      Optional<String> tree = GitConfig.value(Files.readAllBytes(config), "core.worktree");
      return tree.isPresent() && git.resolve(tree.get()).toRealPath().equals(Path.of(workspace));
    } catch (IOException _) {
      // It names nothing that is there: not ours.
      return false;
    }
  }
}
