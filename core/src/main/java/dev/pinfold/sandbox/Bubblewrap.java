package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

  private static final String APPARMOR =
      "AppArmor lets only named programs use user namespaces (Ubuntu 23.10 and later): install the"
          + " profile bwrap-userns-restrict of the package apparmor-profiles, or sysctl"
          + " kernel.apparmor_restrict_unprivileged_userns=0";

  private static final List<Complaint> COMPLAINTS =
      List.of(
          new Complaint(
              "ENOSPC",
              "no user namespaces are left: raise user.max_user_namespaces (sysctl), or leave some"
                  + " of the namespaces around this one"),
          new Complaint(
              "No space left on device",
              "no user namespaces are left: raise user.max_user_namespaces (sysctl), or leave some"
                  + " of the namespaces around this one"),
          new Complaint(
              "No permissions to creat", // "… create a new namespace" since 0.9
              "user namespaces are switched off: sysctl kernel.unprivileged_userns_clone=1, or"
                  + " user.max_user_namespaces above 0; or a container around this one refuses"
                  + " them by its seccomp filter (docker: --security-opt seccomp=FILE with a"
                  + " profile that allows clone, unshare, mount and pivot_root)"),
          new Complaint(
              "Creating new namespace failed",
              "namespaces are refused: by the seccomp filter of a container around this one"
                  + " (docker: --security-opt seccomp=FILE with a profile that allows clone,"
                  + " unshare, mount and pivot_root), or by sysctl"
                  + " (kernel.unprivileged_userns_clone, user.max_user_namespaces)"),
          new Complaint("setting up uid map", APPARMOR),
          new Complaint("loopback", APPARMOR),
          new Complaint(
              "mount proc",
              "a container around this one hides parts of /proc, so that no new one may be"
                  + " mounted: run it with its /proc unmasked (docker: --security-opt"
                  + " systempaths=unconfined)"),
          new Complaint(
              "Failed to make / slave",
              "mounts are refused here: by the seccomp filter or AppArmor profile of a container"
                  + " around this one, or by a pen around this one"),
          new Complaint(
              "maximum number of arguments",
              "a run has more grants than it takes, about 3,000: grant folders instead of their"
                  + " files"),
          new Complaint("nknown option", "it is too old: version 0.8 or later is needed"));

  /** A switch of the system that can take user namespaces away, and its value when it does. */
  private record Switch(String name, String file, String off) {}

  private static final List<Switch> SWITCHES =
      List.of(
          new Switch("user.max_user_namespaces", "/proc/sys/user/max_user_namespaces", "0"),
          new Switch(
              "kernel.unprivileged_userns_clone",
              "/proc/sys/kernel/unprivileged_userns_clone",
              "0"),
          new Switch(
              "kernel.apparmor_restrict_unprivileged_userns",
              "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
              "1"));

  /** Of what it said a person is shown one line, and no more of that than this. */
  private static final int MOST_QUOTED = 200;

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
      if (Files.exists(path)) {
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
      if (!Files.isRegularFile(real)) {
        return "it is no program";
      }
      if (!Files.isExecutable(real)) {
        return "it is not executable: chmod 755";
      }
      if ((bits & SET_ID) != 0) {
        return "it is set-uid, so its namespaces could not be joined: chmod u-s, and enable"
            + " unprivileged user namespaces";
      }
      if (uid != 0 && !isOfNobodyHere(uid)) {
        return "it belongs to user " + uid + ", not to root: chown root";
      }
      if ((bits & WRITABLE_BY_OTHERS) != 0) {
        return "others than root can write it: chmod 755";
      }
      return "";
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  /**
   * In a user namespace that knows neither root nor most others, their files show this owner
   * (overflowuid, user_namespaces(7)): whoever it is, no user of this namespace.
   */
  private static boolean isOfNobodyHere(int uid) throws IOException {
    if (!setting("/proc/sys/kernel/overflowuid").equals("" + uid)) {
      return false;
    }
    for (String range : Files.readAllLines(Path.of("/proc/self/uid_map"))) {
      String[] numbers = range.strip().split(" +", -1);
      long first = Long.parseLong(numbers[0]);
      if (uid >= first && uid < first + Long.parseLong(numbers[2])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Why it could not even be executed.
   *
   * @param answer the kernel's, a negated errno
   */
  static String explain(String place, long answer) {
    String why = "bubblewrap can't be started: " + place + ": " + Errno.answer(answer);
    return switch ((int) -answer) {
      case Errno.ENOEXEC ->
          why + ": it is damaged, or made for another kind of machine: install the package again";
      case Errno.ENOENT ->
          why + ": what it needs to start (its loader) is not there: install the package again";
      case Errno.EACCES -> why + ": its file system is mounted noexec, or its loader can't be run";
      default -> why;
    };
  }

  /** What a failed start means, for people, from what it said on its standard error. */
  static String explain(String errors) {
    String said = "it said " + quoted(errors);
    String settings = settings();
    for (Complaint complaint : COMPLAINTS) {
      if (errors.contains(complaint.text())) {
        return "bubblewrap does not work here: "
            + complaint.meaning()
            + " ("
            + said
            + settings
            + ")";
      }
    }
    return "bubblewrap does not work here: " + said + settings;
  }

  /** The last line that holds something. */
  private static String quoted(String text) {
    String line =
        text.strip().lines().filter(l -> !l.isBlank()).reduce((_, last) -> last).orElse("nothing");
    return line.length() > MOST_QUOTED ? line.substring(0, MOST_QUOTED) + "…" : line;
  }

  /** Those that are known to be the cause, or part of it. */
  private static String settings() {
    StringBuilder found = new StringBuilder();
    for (Switch one : SWITCHES) {
      try {
        if (setting(one.file()).equals(one.off())) {
          found.append("; here ").append(one.name()).append(" is ").append(one.off());
        }
      } catch (IOException absent) {
        // This system has no such switch, or hides it: then nothing is said of it.
      }
    }
    return found.toString();
  }

  /** In one read: the second one of such a file is at its end, wherever the first one stopped. */
  private static String setting(String file) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] value = new byte[64];
      int length = Math.max(0, in.read(value));
      return new String(value, 0, length, StandardCharsets.US_ASCII).strip();
    }
  }
}
