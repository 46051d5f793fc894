package dev.pinfold.policy;

import java.util.List;

/**
 * Where a command would run, as far as judging needs it. Paths are absolute and need not exist.
 *
 * @param workspace the run's own folder
 * @param home the user's home directory, which {@code ~} and {@code $HOME} stand for
 * @param user the user's name, for {@code ~name}
 * @param cwd the directory in which the command starts
 * @param ownHome whether {@code ~} and {@code $HOME} stand for a home of the run's own, and {@code
 *     $TMPDIR} for a folder of its own: in a pen, whose kernel keeps the user's out of reach
 * @param existingRepo whether the workspace is the user's own repository, so that losing work
 *     matters
 * @param dialect the command language of the text
 * @param protectedBranches branches that nobody may force-push or delete; {@code name/*} covers
 *     what is below
 * @param ownFolders folders beside the workspace that belong to the run: its home, its temporary
 *     folder; deleting there is as good as in a temporary folder
 */
public record PolicyContext(
    String workspace,
    String home,
    String user,
    String cwd,
    boolean ownHome,
    boolean existingRepo,
    Dialect dialect,
    List<String> protectedBranches,
    List<String> ownFolders) {
  /** Branches that are protected unless a policy names others. */
  public static final List<String> PROTECTED_BRANCHES =
      List.of("main", "master", "release", "release/*", "production");

  /** Checks that the three paths are absolute, and normalises them. */
  public PolicyContext {
    workspace = absolute("workspace", workspace);
    home = absolute("home", home);
    cwd = absolute("cwd", cwd);
    protectedBranches = List.copyOf(protectedBranches);
    ownFolders = ownFolders.stream().map(folder -> absolute("a folder", folder)).toList();
  }

  private static String absolute(String what, String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(what + " must be an absolute path: '" + path + "'");
    }
    return PathText.normalize(path);
  }

  /** A folder that belongs to the run alone, judged as bash. */
  public static PolicyContext ownFolder(String workspace, String home, String user) {
    return new PolicyContext(
        workspace,
        home,
        user,
        workspace,
        false,
        false,
        Dialect.BASH,
        PROTECTED_BRANCHES,
        List.of());
  }

  /** The user's own repository, judged as bash. */
  public static PolicyContext existingRepository(String workspace, String home, String user) {
    return ownFolder(workspace, home, user).withExistingRepo(true);
  }

  /** The same, started in another directory. */
  public PolicyContext withCwd(String other) {
    return new PolicyContext(
        workspace,
        home,
        user,
        other,
        ownHome,
        existingRepo,
        dialect,
        protectedBranches,
        ownFolders);
  }

  /** The same, with a home and a temporary folder of the run's own, or without. */
  public PolicyContext withOwnHome(boolean other) {
    return new PolicyContext(
        workspace, home, user, cwd, other, existingRepo, dialect, protectedBranches, ownFolders);
  }

  /** The same, with or without the rules for the user's own repository. */
  public PolicyContext withExistingRepo(boolean other) {
    return new PolicyContext(
        workspace, home, user, cwd, ownHome, other, dialect, protectedBranches, ownFolders);
  }

  /** The same, in another command language. */
  public PolicyContext withDialect(Dialect other) {
    return new PolicyContext(
        workspace, home, user, cwd, ownHome, existingRepo, other, protectedBranches, ownFolders);
  }

  /** The same, with other protected branches. */
  public PolicyContext withProtectedBranches(List<String> other) {
    return new PolicyContext(
        workspace, home, user, cwd, ownHome, existingRepo, dialect, other, ownFolders);
  }

  /** The same, with folders of the run's own beside the workspace. */
  public PolicyContext withOwnFolders(List<String> other) {
    return new PolicyContext(
        workspace, home, user, cwd, ownHome, existingRepo, dialect, protectedBranches, other);
  }
}
