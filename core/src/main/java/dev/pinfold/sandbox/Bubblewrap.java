package dev.pinfold.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * The system's bubblewrap: where it is, and what its complaints mean.
 *
 * <p>Only places that the system's owner writes are looked at, never the user's PATH: a folder that
 * a run can write could hold another program of that name.
 */
final class Bubblewrap {
  private static final List<String> PLACES =
      List.of(
          "/usr/bin/bwrap",
          "/bin/bwrap",
          "/usr/local/bin/bwrap",
          "/run/current-system/sw/bin/bwrap",
          "/nix/var/nix/profiles/default/bin/bwrap");

  private static final int SET_ID = 06000;
  private static final int WRITABLE_BY_OTHERS = 022;

  /** A complaint of bubblewrap or of the kernel, and what it means. */
  private record Complaint(String text, String meaning) {}

  private static final List<Complaint> COMPLAINTS =
      List.of(
          new Complaint(
              "No space left on device",
              "no user namespaces are left: raise user.max_user_namespaces (sysctl)"),
          new Complaint(
              "No permissions to create new namespace",
              "user namespaces are switched off: sysctl kernel.unprivileged_userns_clone=1, or"
                  + " user.max_user_namespaces above 0"),
          new Complaint(
              "Creating new namespace failed",
              "user namespaces are refused: by sysctl (kernel.unprivileged_userns_clone,"
                  + " user.max_user_namespaces), or by the seccomp filter of a container around"
                  + " this one"),
          new Complaint(
              "setting up uid map",
              "AppArmor allows user namespaces only to named programs (Ubuntu 23.10 and later):"
                  + " install the profile bwrap-userns-restrict of the package apparmor-profiles,"
                  + " or sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
          new Complaint(
              "loopback",
              "AppArmor takes the rights away inside user namespaces (Ubuntu 23.10 and later):"
                  + " install the profile bwrap-userns-restrict of the package apparmor-profiles,"
                  + " or sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
          new Complaint(
              "mount proc",
              "a container around this one hides parts of /proc, so that no new one may be"
                  + " mounted: run it with its /proc unmasked (docker: --security-opt"
                  + " systempaths=unconfined)"),
          new Complaint(
              "Failed to make / slave",
              "mounts are refused here: by the seccomp filter or AppArmor profile of a container"
                  + " around this one, or by a pen around this one"),
          new Complaint("Unknown option", "it is too old: version 0.8 or later is needed"));

  private Bubblewrap() {}

  /**
   * Finds it.
   *
   * @throws HolderException when there is none that can be used; its message says why
   */
  static String find() throws HolderException {
    StringBuilder unfit = new StringBuilder();
    for (String place : PLACES) {
      Path path = Path.of(place);
      if (Files.isExecutable(path)) {
        String flaw = flaw(path);
        if (flaw.isEmpty()) {
          return place;
        }
        unfit.append(unfit.isEmpty() ? "" : "; ").append(place).append(": ").append(flaw);
      }
    }
    throw new HolderException(
        unfit.isEmpty()
            ? "bubblewrap not found (package bubblewrap, version 0.8 or later)"
            : "bubblewrap can't be used: " + unfit);
  }

  private static String flaw(Path path) {
    try {
      Path real = path.toRealPath();
      Object mode = Files.getAttribute(real, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      Object owner = Files.getAttribute(real, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (!(mode instanceof Integer bits) || !(owner instanceof Integer uid)) {
        return "its owner is unknown";
      }
      if ((bits & SET_ID) != 0) {
        return "it is set-uid, so its namespaces could not be joined: chmod u-s, and enable"
            + " unprivileged user namespaces";
      }
      if (uid != 0 || (bits & WRITABLE_BY_OTHERS) != 0) {
        return "others than root can write it";
      }
      return "";
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  /** What a failed start means, for people. */
  static String explain(String errors) {
    String said = errors.strip().lines().reduce((_, last) -> last).orElse("it said nothing");
    for (Complaint complaint : COMPLAINTS) {
      if (errors.contains(complaint.text())) {
        return "bubblewrap is broken here: " + complaint.meaning() + " (it said: " + said + ")";
      }
    }
    return "bubblewrap is broken here: it said: " + said;
  }
}
