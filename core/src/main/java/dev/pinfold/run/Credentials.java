package dev.pinfold.run;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.View;
import dev.pinfold.workspace.Workspace;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places of a home, and of the system, that hold keys, by group. No grant may lead into one or hold
 * one, unless the user names its group: an opening for one says nothing about the others.
 */
public final class Credentials {
  private static final Map<String, List<String>> GROUPS = groups();

  private static final List<String> KERNEL = List.of("/proc", "/sys", "/dev");

  private Credentials() {}

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("ssh", List.of(".ssh"));
    groups.put("gpg", List.of(".gnupg"));
    groups.put("aws", List.of(".aws"));
    groups.put("azure", List.of(".azure"));
    groups.put("gcloud", List.of(".config/gcloud"));
    groups.put("kube", List.of(".kube"));
    groups.put("docker", List.of(".docker", ".config/containers"));
    groups.put(
        "git",
        List.of(
            ".git-credentials",
            ".config/git/credentials",
            ".config/gh",
            ".config/hub",
            ".config/glab-cli"));
    groups.put("netrc", List.of(".netrc", "_netrc"));
    groups.put(
        "registries",
        List.of(
            ".npmrc",
            ".yarnrc.yml",
            ".pypirc",
            ".cargo/credentials",
            ".cargo/credentials.toml",
            ".gem/credentials",
            ".m2/settings.xml",
            ".m2/settings-security.xml",
            ".gradle/gradle.properties",
            ".nuget/NuGet",
            ".config/composer/auth.json",
            ".terraform.d",
            ".terraformrc"));
    groups.put("databases", List.of(".pgpass", ".my.cnf", ".mylogin.cnf"));
    groups.put(
        "vaults",
        List.of(
            ".vault-token",
            ".password-store",
            ".config/op",
            ".local/share/keyrings",
            ".local/share/kwalletd"));
    groups.put(
        "browsers",
        List.of(
            ".mozilla",
            ".config/google-chrome",
            ".config/chromium",
            ".config/BraveSoftware",
            ".thunderbird"));
    groups.put(
        "histories",
        List.of(
            ".bash_history",
            ".zsh_history",
            ".python_history",
            ".psql_history",
            ".mysql_history",
            ".local/share/fish"));
    groups.put(
        "system",
        List.of(
            "/etc/shadow",
            "/etc/gshadow",
            "/etc/sudoers",
            "/etc/ssh",
            "/etc/ssl/private",
            "/etc/pki/tls/private"));
    return groups;
  }

  /** The names of the groups. */
  public static Set<String> names() {
    return GROUPS.keySet();
  }

  /** The places of the groups that the request does not name. */
  static List<String> closed(RunRequest request) {
    return GROUPS.entrySet().stream()
        .filter(group -> !request.credentials().contains(group.getKey()))
        .flatMap(group -> group.getValue().stream())
        .map(place -> place.startsWith("/") ? place : request.user().home() + "/" + place)
        .toList();
  }

  /**
   * Checks the workspace and the user's grants.
   *
   * @param own places of Pinfold itself: its state, and what it starts from; no run may reach them
   * @throws GrantRefusedException when one leads where it must not
   */
  static void check(RunRequest request, Workspace workspace, List<String> own)
      throws GrantRefusedException {
    check(new Grant(workspace.path(), Access.ALL, Origin.RUN), request, own);
    for (Grant grant : request.grants()) {
      checkLink(grant, workspace.path());
      checkWidth(grant);
      check(grant, request, own);
    }
  }

  /**
   * Checks where the credentials came from that the run uses without having them.
   *
   * @param view all that the run can reach
   * @throws GrantRefusedException when it could read one there
   */
  static void checkSources(NetworkRequest network, View view) throws GrantRefusedException {
    for (NetworkRequest.Credential credential : network.credentials()) {
      for (Path file : credential.files()) {
        String path = real(file.toString());
        for (Grant grant : view.grants()) {
          if (path.equals(real(grant.path())) || path.startsWith(real(grant.path()) + "/")) {
            throw new GrantRefusedException(
                "the run could read the value of "
                    + credential.injection().name()
                    + " where it comes from: "
                    + file
                    + " is in "
                    + grant.path(),
                "keep it in a folder that the run does not see, or give it on standard input");
          }
        }
      }
    }
  }

  private static void check(Grant grant, RunRequest request, List<String> own)
      throws GrantRefusedException {
    String path = real(grant.path());
    for (String place : own) {
      if (overlaps(path, real(place))) {
        throw new GrantRefusedException(
            "a run in, or with a grant of, "
                + grant.path()
                + " could change Pinfold's own "
                + place,
            "name a folder that neither holds it nor lies in it");
      }
    }
    String home = real(request.user().home());
    for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
      for (String place : group.getValue()) {
        if (!request.credentials().contains(group.getKey())
            && overlaps(path, place.startsWith("/") ? place : home + "/" + place)) {
          throw refused(
              grant,
              place.startsWith("/") ? place : request.user().home() + "/" + place,
              group.getKey());
        }
      }
    }
  }

  /** A name in the workspace that leads out of it is a link that an earlier run may have set. */
  private static void checkLink(Grant grant, String workspace) throws GrantRefusedException {
    String path = real(grant.path());
    if (grant.path().startsWith(workspace + "/") && !(path + "/").startsWith(workspace + "/")) {
      throw new GrantRefusedException(
          "the grant of " + grant.path() + " leads out of the workspace, to " + path,
          "if you want that, name " + path + " itself");
    }
  }

  /**
   * Writing to the kernel's own file systems, or to all of a system folder, is no opening but the
   * end of the pen.
   */
  private static void checkWidth(Grant grant) throws GrantRefusedException {
    String path = real(grant.path());
    boolean kernel =
        KERNEL.stream().anyMatch(place -> path.equals(place) || path.startsWith(place + "/"));
    if (grant.access().write()
        && (kernel || Workspace.isTooWide(path) || OwnPlaces.programIsBelow(path))) {
      throw new GrantRefusedException(
          "the grant to write " + grant.path() + " would open the system, or Pinfold itself",
          "name the folder of one project");
    }
  }

  /** Whether a further grant would be made. */
  static boolean allows(Grant grant, RunRequest request, List<String> own) {
    try {
      checkWidth(grant);
      check(grant, request, own);
      return true;
    } catch (GrantRefusedException _) {
      return false;
    }
  }

  private static GrantRefusedException refused(Grant grant, String place, String group) {
    return new GrantRefusedException(
        "the grant of " + grant.path() + " would open " + place + ", which holds credentials",
        "grant something narrower; or, if a program of the run really needs it, add"
            + " --allow-credentials="
            + group
            + " (the policy still refuses commands that name such files themselves)");
  }

  /** One is the other, or below it. */
  private static boolean overlaps(String a, String b) {
    return a.equals(b)
        || a.startsWith(b.equals("/") ? "/" : b + "/")
        || b.startsWith(a.equals("/") ? "/" : a + "/");
  }

  private static String real(String path) {
    try {
      return Paths.real(path);
    } catch (ErrnoException _) {
      // What does not exist can't be granted; its spelling still counts.
      return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
  }
}
