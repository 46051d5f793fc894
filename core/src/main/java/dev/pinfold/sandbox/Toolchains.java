package dev.pinfold.sandbox;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.sandbox.Grant.Origin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tool installations that the user's PATH leads to, also below their home: readable and
 * executable, without the credentials that live beside them.
 */
public final class Toolchains {
  /**
   * Folders of the home that version managers install into, by the part that holds programs; the
   * variable by which a tool finds its folder when HOME is another one. Left out of each on
   * purpose: registries, configuration, login tokens (~/.cargo/credentials.toml,
   * ~/.gem/credentials, ~/.sdkman/etc, ~/.config/…).
   */
  private static final List<Installation> KNOWN =
      List.of(
          new Installation(".rustup", "RUSTUP_HOME", List.of("")),
          new Installation(".cargo", "", List.of("bin")),
          new Installation(".nvm", "NVM_DIR", List.of("versions", "alias", "nvm.sh", "nvm-exec")),
          new Installation(".pyenv", "PYENV_ROOT", List.of("")),
          new Installation(".rbenv", "RBENV_ROOT", List.of("")),
          new Installation(".nodenv", "NODENV_ROOT", List.of("")),
          new Installation(".goenv", "GOENV_ROOT", List.of("")),
          new Installation(".jenv", "JENV_ROOT", List.of("")),
          new Installation(".sdkman", "SDKMAN_DIR", List.of("candidates")),
          new Installation(".jdks", "", List.of("")),
          new Installation(".volta", "VOLTA_HOME", List.of("bin", "tools", "cache")),
          new Installation(
              ".asdf",
              "ASDF_DATA_DIR",
              List.of("bin", "shims", "installs", "plugins", "lib", "libexec")),
          new Installation(
              ".local/share/mise", "MISE_DATA_DIR", List.of("installs", "shims", "plugins")),
          new Installation(".local/share/fnm", "FNM_DIR", List.of("")),
          new Installation(".local/share/uv", "", List.of("python", "tools")),
          new Installation(".local/share/pipx", "", List.of("venvs", "shared")),
          new Installation(".local/share/pnpm", "PNPM_HOME", List.of("")),
          new Installation(".bun", "BUN_INSTALL", List.of("bin")),
          new Installation(".deno", "", List.of("bin")),
          new Installation(
              ".dotnet",
              "DOTNET_ROOT",
              List.of("dotnet", "host", "sdk", "shared", "packs", "templates", "tools")),
          new Installation(".ghcup", "", List.of("bin", "ghc")),
          new Installation(".opam", "OPAMROOT", List.of("")),
          new Installation("go", "", List.of("bin")),
          new Installation("sdk", "", List.of("")),
          new Installation("miniconda3", "", List.of("")),
          new Installation("anaconda3", "", List.of("")),
          new Installation("mambaforge", "", List.of("")),
          new Installation("miniforge3", "", List.of("")));

  /**
   * Installations whose programs are links from one of the others' folders: ~/.local/bin leads into
   * them.
   */
  private static final Set<String> LINKED_FROM_LOCAL_BIN =
      Set.of(".local/share/uv", ".local/share/pipx");

  private static final List<String> LIBRARIES =
      List.of("lib", "lib64", "libexec", "release", "boot", "jre");
  private static final List<String> PERSONAL =
      List.of(".git", ".env", ".ssh", ".bashrc", ".profile", ".config", ".gitconfig");

  /** What a folder is called that holds programs and nothing else. */
  private static final Set<String> PROGRAM_FOLDERS = Set.of("bin", "sbin", "shims", ".bin");

  private final String home;
  private final Set<String> paths = new LinkedHashSet<>();
  private final Set<String> variables = new LinkedHashSet<>();

  private Toolchains(String home) {
    this.home = home;
  }

  private record Installation(String folder, String variable, List<String> parts) {}

  /**
   * Looks through {@code PATH} and {@code JAVA_HOME}.
   *
   * @param home the user's home, absolute
   * @param workspace the run's workspace: what lies in it, or is reached through it, opens nothing
   *     else
   * @param environment the user's environment
   */
  public static Toolchains find(String home, String workspace, Map<String, String> environment) {
    Toolchains found = new Toolchains(real(home));
    for (String entry : environment.getOrDefault("PATH", "").split(":", -1)) {
      if (entry.startsWith("/") && !leadsThrough(workspace, entry)) {
        found.add(real(entry), isSpelledAsItIs(entry));
      }
    }
    String java = environment.getOrDefault("JAVA_HOME", "");
    if (java.startsWith("/") && !leadsThrough(workspace, java)) {
      found.addInstallation(real(java));
    }
    return found;
  }

  /** The parts of all installations that we know, in {@code home}, whether they exist or not. */
  public static List<String> below(String home) {
    List<String> parts = new ArrayList<>();
    for (Installation one : KNOWN) {
      for (String part : one.parts()) {
        parts.add(home + "/" + one.folder() + (part.isEmpty() ? "" : "/" + part));
      }
    }
    return parts;
  }

  /** What to open. */
  public List<Grant> grants() {
    List<Grant> grants = new ArrayList<>();
    for (String path : paths) {
      grants.add(new Grant(path, Access.READ_EXECUTE, Origin.SYSTEM));
    }
    return grants;
  }

  /** Variables that tell tools where they are installed, {@code NAME=value}. */
  public List<String> variables() {
    return new ArrayList<>(variables);
  }

  /** JAVA_HOME: an installation as a whole, unless that would open the home. */
  private void addInstallation(String folder) {
    boolean known =
        KNOWN.stream().anyMatch(one -> folder.startsWith(home + "/" + one.folder() + "/"));
    boolean hidden = folder.startsWith(home + "/.") && !known;
    if (!leadsHome(folder) && !hidden) {
      grant(folder);
    }
  }

  /** Another user's home, by where homes usually are: beside its bin lie that user's things. */
  private static boolean isSomebodysHome(String folder) {
    return folder.equals("/root")
        || (folder.startsWith("/home/") && folder.lastIndexOf('/') == "/home".length());
  }

  /**
   * A folder of libraries beside bin, and none of the files that a person keeps: else only bin
   * itself is opened.
   */
  private static boolean looksInstalled(String folder) {
    return LIBRARIES.stream().anyMatch(name -> exists(folder + "/" + name))
        && PERSONAL.stream().noneMatch(name -> exists(folder + "/" + name));
  }

  private static boolean exists(String path) {
    return Paths.access(path, 0) >= 0;
  }

  private static boolean isSpelledAsItIs(String path) {
    return real(path)
        .equals(
            path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  /** Whether the spelling, or what it stands for, lies in a folder whose links a run can set. */
  private static boolean leadsThrough(String folder, String path) {
    return path.equals(folder)
        || path.startsWith(folder + "/")
        || (real(path) + "/").startsWith(folder + "/");
  }

  /** The home itself, or a folder that holds it. */
  private boolean leadsHome(String folder) {
    return folder.equals("/") || home.equals(folder) || home.startsWith(folder + "/");
  }

  private void add(String bin, boolean direct) {
    if (!bin.startsWith(home + "/")) {
      addOutsideHome(bin);
      return;
    }
    String below = bin.substring(home.length() + 1);
    for (Installation one : KNOWN) {
      boolean linked = below.equals(".local/bin") && LINKED_FROM_LOCAL_BIN.contains(one.folder());
      if (linked || (below + "/").startsWith(one.folder() + "/")) {
        addKnown(one);
        if (!linked) {
          return;
        }
      }
    }
    // A link below the home that an earlier run may have planted leads nowhere new.
    if (direct) {
      addUnknown(bin, ("/" + below).contains("/."));
    }
  }

  /**
   * Beside a hidden folder's programs may lie a login, so only a folder of programs is opened
   * there; a visible ~/tools/maven/bin needs its lib.
   */
  private void addUnknown(String bin, boolean hidden) {
    if (!hidden) {
      grant(installation(bin, home));
    } else if (PROGRAM_FOLDERS.contains(bin.substring(bin.lastIndexOf('/') + 1))) {
      grant(bin);
    }
  }

  private void addKnown(Installation one) {
    for (String part : one.parts()) {
      grant(part.isEmpty() ? home + "/" + one.folder() : home + "/" + one.folder() + "/" + part);
    }
    if (!one.variable().isEmpty()) {
      variables.add(one.variable() + "=" + home + "/" + one.folder());
    }
  }

  private void addOutsideHome(String bin) {
    if (!leadsHome(bin)) {
      String parent = bin.substring(0, bin.lastIndexOf('/'));
      grant(isSomebodysHome(parent) ? bin : installation(bin, ""));
    }
  }

  /**
   * The folder above a {@code bin}, when that is an installation of its own: two levels below
   * {@code root} at least.
   */
  private String installation(String bin, String root) {
    int slash = bin.lastIndexOf('/');
    String parent = bin.substring(0, slash);
    boolean deepEnough = parent.startsWith(root) && parent.lastIndexOf('/') > root.length();
    return bin.endsWith("/bin") && looksInstalled(parent) && deepEnough && !leadsHome(parent)
        ? parent
        : bin;
  }

  private void grant(String path) {
    paths.add(path);
  }

  /** Judged is where a name leads, not how it is spelt; what leads nowhere is of no use. */
  private static String real(String path) {
    try {
      return Paths.real(path);
    } catch (ErrnoException _) {
      return "/";
    }
  }
}
