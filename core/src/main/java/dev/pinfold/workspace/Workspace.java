package dev.pinfold.workspace;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import java.util.List;

/**
 * A folder that a run may read and change.
 *
 * @param path its canonical path: absolute, no link in it
 */
public record Workspace(String path) {
  /**
   * Folders that hold more than one project: granting one would grant the machine's or everybody's.
   */
  private static final List<String> TOO_WIDE =
      List.of(
          "/",
          "/bin",
          "/boot",
          "/dev",
          "/etc",
          "/home",
          "/lib",
          "/lib64",
          "/media",
          "/mnt",
          "/opt",
          "/proc",
          "/root",
          "/run",
          "/sbin",
          "/srv",
          "/sys",
          "/tmp",
          "/usr",
          "/var",
          "/var/tmp",
          "/dev/shm");

  /**
   * Finds and checks a folder.
   *
   * @param path absolute, or relative to the current folder; links are followed
   * @param home the user's home, which can't be one, nor can a folder that holds it
   * @throws WorkspaceException when it can't be a workspace
   */
  public static Workspace open(String path, String home) throws WorkspaceException {
    String real = canonical(path);
    if (isTooWide(real)) {
      throw new WorkspaceException(
          path, "is a folder of the system", "name the folder of one project");
    }
    String realHome = canonicalOrSame(home);
    if (real.equals(realHome) || realHome.startsWith(real + "/")) {
      throw new WorkspaceException(
          path,
          "holds your home folder, with your keys and settings",
          "name the folder of one project below it");
    }
    return new Workspace(real);
  }

  /** Whether a canonical path is a folder that a system or all of its users share. */
  public static boolean isTooWide(String path) {
    return TOO_WIDE.contains(path);
  }

  private static String canonical(String path) throws WorkspaceException {
    if (path.isEmpty() || path.indexOf('\0') >= 0) {
      throw new WorkspaceException(
          path.replace("\0", "␀"), "is no path", "name an existing folder");
    }
    long opened = Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_PATH, 0);
    if (opened < 0) {
      throw missing(path, (int) -opened);
    }
    try (Fd fd = Fd.own(opened)) {
      if (!FileStatus.of(fd).isDirectory()) {
        throw new WorkspaceException(path, "is not a folder", "name the folder that holds it");
      }
      String real = Paths.of(fd);
      if (!real.startsWith("/") || Paths.access(real, 0) < 0) {
        throw new WorkspaceException(path, "was deleted", "change to a folder that exists");
      }
      if (Paths.access(real, 5) < 0) {
        throw new WorkspaceException(
            path, "can't be read or entered by you", "check its permissions");
      }
      return real;
    } catch (ErrnoException failed) {
      throw new WorkspaceException(
          path,
          "can't be looked at (" + Errno.name(failed.errno()) + ")",
          "name an existing folder");
    }
  }

  private static WorkspaceException missing(String path, int errno) {
    return switch (errno) {
      case Errno.ENOENT ->
          new WorkspaceException(path, "does not exist", "create it first, or check the spelling");
      case Errno.EACCES ->
          new WorkspaceException(path, "can't be reached by you (EACCES)", "check its permissions");
      case Errno.ENOTDIR ->
          new WorkspaceException(
              path, "leads through something that is not a folder", "check the spelling");
      default ->
          new WorkspaceException(
              path, "can't be opened (" + Errno.name(errno) + ")", "name an existing folder");
    };
  }

  private static String canonicalOrSame(String home) {
    try {
      return Paths.real(home);
    } catch (ErrnoException _) {
      // A home that does not exist protects nothing more than its name.
      return home;
    }
  }

  /** Whether git keeps a repository here: the user's own, which the policy guards further. */
  public boolean isRepository() {
    return Paths.access(path + "/.git", 0) >= 0;
  }
}
