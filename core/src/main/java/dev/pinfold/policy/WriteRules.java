package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writing to system files, devices and the files that a login or the system runs by itself. */
final class WriteRules implements RuleSet {
  /** Devices that everybody may write to (null(4), random(4), tty(4), pts(4), fd(4)). */
  private static final Set<String> HARMLESS_DEVICES =
      Set.of(
          "null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "ptmx",
          "console");

  private static final Set<String> IN_PLACE =
      Set.of("sed", "perl", "ruby", "yq", "tomlq", "xq", "awk", "gawk");
  private static final Set<String> INTO_DIRECTORY = Set.of("cp", "ln", "install");
  private static final Set<String> ARCHIVERS = Set.of("tar", "bsdtar", "gtar", "cpio");

  /** Files below a home directory that a later login or session runs. */
  private static final Set<String> STARTUP_FILES =
      Set.of(
          ".bashrc",
          ".bash_profile",
          ".bash_login",
          ".bash_logout",
          ".profile",
          ".zshrc",
          ".zshenv",
          ".zprofile",
          ".zlogin",
          ".zlogout",
          ".kshrc",
          ".mkshrc",
          ".cshrc",
          ".tcshrc",
          ".login",
          ".logout",
          ".xinitrc",
          ".xsession",
          ".xsessionrc",
          ".xprofile",
          ".inputrc",
          ".bash_aliases",
          ".pam_environment",
          ".gitconfig",
          ".vimrc",
          ".exrc",
          ".emacs",
          ".pythonrc.py",
          ".envrc",
          ".condarc",
          ".gdbinit",
          ".screenrc",
          ".tmux.conf");

  private static final List<String> STARTUP_DIRECTORIES =
      List.of(
          ".config/autostart",
          ".config/systemd",
          ".config/fish",
          ".config/environment.d",
          ".local/share/systemd",
          ".config/git",
          ".config/nvim",
          "Library/LaunchAgents",
          ".oh-my-zsh",
          ".bashrc.d",
          ".profile.d",
          ".vim",
          ".emacs.d",
          ".config/pip",
          ".cargo/config.toml",
          ".local/bin");

  @Override
  public void judge(Subject subject) {
    for (Execution.Redirection redirect : subject.execution().redirects()) {
      if (redirect.writes()) {
        write(subject, redirect.target());
      }
    }
    Invocation invocation = subject.invocation();
    if (invocation != null) {
      options(subject, invocation);
      operands(subject, invocation);
      archives(subject, invocation);
      directories(subject, invocation);
      inPlace(subject).forEach(file -> write(subject, file));
      if (subject.name().equals("find")) {
        FindCommand.of(subject.arguments()).primaries().stream()
            .filter(
                primary -> primary.name().startsWith("-fprint") || primary.name().equals("-fls"))
            .forEach(primary -> write(subject, primary.value()));
      }
    }
  }

  /** The files that {@code sed -i} and {@code perl -pi} rewrite. */
  static List<Argument> inPlace(Subject subject) {
    Invocation invocation = subject.invocation();
    Invocation.Option option = invocation == null ? null : invocation.find("-i");
    if (invocation == null || option == null || !IN_PLACE.contains(subject.name())) {
      return List.of();
    }
    boolean library = subject.name().endsWith("awk");
    if (library && (option.value() == null || !option.value().value().equals("inplace"))) {
      return List.of();
    }
    List<Argument> files = new ArrayList<>();
    for (int i = 0; i < invocation.operands().size(); i++) {
      if (invocation.roleOf(i) != Role.PATTERN && invocation.roleOf(i) != Role.SOURCE) {
        files.add(invocation.operands().get(i));
      }
    }
    return files;
  }

  private static void options(Subject subject, Invocation invocation) {
    for (Invocation.Option option : invocation.options()) {
      Role role = option.spec().role();
      if (option.value() != null && (role == Role.WRITE || role == Role.INTO)) {
        write(subject, option.value());
      }
    }
  }

  private static void operands(Subject subject, Invocation invocation) {
    boolean into = invocation.has("-t") && INTO_DIRECTORY.contains(invocation.program().name());
    boolean dry =
        invocation.program().name().equals("rsync") && invocation.hasAny("--dry-run", "-n");
    for (int i = 0; i < invocation.operands().size() && !dry; i++) {
      Role role = invocation.roleOf(i);
      if (role == Role.WRITE && !into) {
        write(subject, invocation.operands().get(i));
      }
    }
  }

  /** tar and unzip write names that the text does not show into the directory of {@code -C}. */
  private static void archives(Subject subject, Invocation invocation) {
    if (!ARCHIVERS.contains(subject.name())) {
      return;
    }
    boolean extracts = TarMode.extracts(subject.arguments()) || invocation.has("-i");
    for (Invocation.Option option : invocation.options()) {
      if (option.value() != null && option.spec().role() == Role.CHDIR && extracts) {
        write(subject, option.value());
      } else if (option.value() != null
          && option.spec().role() == Role.ARCHIVE
          && !extracts
          && !TarMode.lists(subject.arguments())) {
        write(subject, option.value());
      }
    }
  }

  /** Programs whose target directory is no operand of theirs: patch, cpio, make install. */
  private static void directories(Subject subject, Invocation invocation) {
    switch (subject.name()) {
      case "patch" -> {
        Invocation.Option directory = invocation.find("-d");
        if (directory != null && directory.value() != null && !invocation.has("--dry-run")) {
          write(subject, directory.value());
        }
      }
      case "cpio" -> {
        if (invocation.hasAny("-p", "--pass-through") && !invocation.operands().isEmpty()) {
          write(subject, invocation.operands().getLast());
        }
      }
      case "make", "gmake", "ninja" -> installation(subject);
      default -> {}
    }
  }

  /** {@code make install DESTDIR=… PREFIX=…}; a DESTDIR goes before every prefix. */
  private static void installation(Subject subject) {
    List<Argument> words = subject.arguments();
    boolean installs = words.stream().anyMatch(word -> word.value().matches("(un)?install.*"));
    boolean staged = words.stream().anyMatch(word -> word.value().matches("DESTDIR=.+"));
    for (Argument word : words) {
      String variable = staged ? "DESTDIR=" : "(?i:prefix)=";
      if (installs && word.value().matches(variable + ".+")) {
        write(subject, word.from(word.value().indexOf('=') + 1));
      }
    }
  }

  static void write(Subject subject, Argument target) {
    String path = subject.absolute(target);
    if (path.startsWith("/dev/")) {
      device(subject, target, path);
      return;
    }
    if (path.startsWith("/proc/self/fd/")) {
      return;
    }
    if (startsByItself(path, subject.context())) {
      subject.report("floor.write.startup", target);
      return;
    }
    Place place = Place.ofAbsolute(path, subject.context());
    boolean ancestor =
        PathText.within(subject.context().workspace(), path)
            || PathText.within(subject.context().home(), path);
    if (place == Place.SYSTEM
        && (!ancestor || path.equals("/"))
        && !path.equals("/tmp")
        && !isOthersHome(path)) {
      subject.report("floor.write.system", target);
    }
  }

  private static boolean isOthersHome(String path) {
    return path.startsWith("/home/") || path.startsWith("/Users/") || path.startsWith("/Volumes/");
  }

  private static void device(Subject subject, Argument target, String path) {
    String name = path.substring(5);
    boolean harmless =
        HARMLESS_DEVICES.contains(name)
            || name.startsWith("fd/")
            || name.startsWith("pts/")
            || name.startsWith("shm/")
            || name.startsWith("tcp/")
            || name.startsWith("udp/")
            || name.startsWith("tty");
    if (!harmless) {
      subject.report("floor.device.write", target);
    }
  }

  static boolean startsByItself(String path, PolicyContext context) {
    if (!PathText.below(path, context.home()) || PathText.within(path, context.workspace())) {
      return false;
    }
    String below = path.substring(context.home().length() + 1);
    return STARTUP_FILES.contains(below)
        || STARTUP_DIRECTORIES.stream()
            .anyMatch(directory -> PathText.within("/" + below, "/" + directory));
  }
}
