package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pen's Landlock rule sets, built before its thread locks itself in.
 *
 * @param scope domain 1: signals and abstract sockets only; the watchdog lives in it
 * @param files domain 2: files, TCP ports, and the scopes again
 * @param command a layer for each command, without effect of its own (it handles one right and
 *     grants it everywhere): it makes two commands strangers to ptrace's checks
 * @param openings what the view opens, as it was looked up
 * @param readable canonical paths of what may be read
 * @param writable canonical paths of what may be written
 * @param rules all file rules again, for who has to tell what they say
 * @param own folders of the pen's own tree that may be written; outside, other folders have these
 *     names
 * @param missing grants of the user that name nothing
 */
record Rulesets(
    Fd scope,
    Fd files,
    Fd command,
    List<Opening> openings,
    List<String> readable,
    List<String> writable,
    FileRules rules,
    List<String> own,
    List<String> missing)
    implements AutoCloseable {

  /**
   * S_IROTH. What a system closes to others is no part of the default view, although root could
   * read it.
   */
  private static final int READABLE_BY_ALL = 04;

  private static final List<String> OWN_FOLDERS = List.of("/tmp", "/dev/shm");

  /**
   * In tier full the run has a network of its own, whose ports are its own affair. To a doorway on
   * the host no port needs to be opened: the supervisor connects, not the run.
   */
  static Rulesets build(View view, KernelFeatures kernel, Tier tier) throws ErrnoException {
    long net = tier == Tier.FULL ? 0 : kernel.netRights();
    Fd files = ruleset(kernel.fileRights(), net, kernel.scopes());
    Builder builder = new Builder(files, kernel.fileRights());
    for (Grant grant : view.grants()) {
      builder.add(grant);
    }
    long device = Landlock.READ_FILE | Landlock.WRITE_FILE | Landlock.TRUNCATE | Landlock.IOCTL_DEV;
    for (String path : view.devices()) {
      builder.addDevice(path, device);
    }
    Fd scope = layer(kernel.scopes());
    return new Rulesets(
        scope,
        files,
        layer(0),
        builder.openings,
        builder.readable,
        builder.writable,
        builder.rules,
        new ArrayList<>(),
        builder.missing);
  }

  /** Rules for what exists only in the pen's own tree: it is empty but for the view. */
  void addOwnTree(Holder holder, KernelFeatures kernel) throws ErrnoException {
    // As in #layer: without it the layer refuses to rename from one folder into another.
    addRule(command, holder.inside("/"), Landlock.REFER, kernel);
    for (FileRules.Rule rule : ownTree()) {
      addRule(files, holder.inside(rule.path()), rule.rights(), kernel);
      rules.add(rule);
    }
    own.addAll(OWN_FOLDERS);
  }

  /** What the pen's own tree opens beside the view. */
  List<FileRules.Rule> ownTree() {
    long look = Landlock.READ_FILE | Landlock.READ_DIR;
    List<FileRules.Rule> all = new ArrayList<>();
    all.add(new FileRules.Rule("/", Landlock.READ_DIR, Optional.empty()));
    all.add(new FileRules.Rule("/etc", look, Optional.empty()));
    all.add(new FileRules.Rule("/proc", look, Optional.empty()));
    for (String folder : OWN_FOLDERS) {
      all.add(new FileRules.Rule(folder, ownAccess(folder).rights(), Optional.empty()));
    }
    return all;
  }

  /**
   * Landlock looks up through mounts: what is open for {@code folder} is open for all that is
   * mounted below it. Writing there is refused by the mount; executing only by its absence here.
   */
  private Access ownAccess(String folder) {
    boolean execute =
        openings.stream()
            .filter(opening -> isBeneath(opening.path(), List.of(folder)))
            .allMatch(opening -> opening.access().execute());
    return execute ? Access.ALL : Access.READ_WRITE;
  }

  private static void addRule(Fd ruleset, String path, long rights, KernelFeatures kernel)
      throws ErrnoException {
    long opened = Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_PATH, 0);
    if (opened == -Errno.ENOENT) {
      return;
    }
    try (Fd fd = Fd.own(Errno.check("open(" + path + ")", opened))) {
      Errno.check(
          "landlock_add_rule(" + path + ")",
          Landlock.addPathBeneath(ruleset, rights & kernel.fileRights(), fd));
    }
  }

  /**
   * A layer that refuses no file access. REFER is what any layer refuses unless it grants it, one
   * of scopes alone too (seen on Linux 6.18): without this rule nobody could rename a file from one
   * folder into another.
   */
  private static Fd layer(long scopes) throws ErrnoException {
    Fd layer = ruleset(Landlock.REFER, 0, scopes);
    try (Fd root =
        Fd.own(Errno.check("open(/)", Openat2.openat2(Openat2.AT_FDCWD, "/", Openat2.O_PATH, 0)))) {
      Errno.check("landlock_add_rule(/)", Landlock.addPathBeneath(layer, Landlock.REFER, root));
      return layer;
    }
  }

  private static Fd ruleset(long files, long net, long scopes) throws ErrnoException {
    return Fd.own(
        Errno.check("landlock_create_ruleset", Landlock.createRuleset(files, net, scopes)));
  }

  @Override
  public void close() {
    scope.close();
    files.close();
    command.close();
  }

  /** Whether {@code path} is one of {@code folders} or below it; both canonical. */
  static boolean isBeneath(String path, List<String> folders) {
    for (String folder : folders) {
      if (path.equals(folder) || path.startsWith(folder.equals("/") ? "/" : folder + "/")) {
        return true;
      }
    }
    return false;
  }

  private static final class Builder {
    private final Fd ruleset;
    private final long known;
    private final List<Opening> openings = new ArrayList<>();
    private final List<String> readable = new ArrayList<>();
    private final List<String> writable = new ArrayList<>();
    private final FileRules rules = new FileRules();
    private final List<String> missing = new ArrayList<>();

    Builder(Fd ruleset, long known) {
      this.ruleset = ruleset;
      this.known = known;
    }

    void add(Grant grant) throws ErrnoException {
      long opened = Openat2.openat2(Openat2.AT_FDCWD, grant.path(), Openat2.O_PATH, 0);
      if (opened < 0) {
        absent(grant, opened);
        return;
      }
      try (Fd fd = Fd.own(opened)) {
        FileStatus status = FileStatus.of(fd);
        if (grant.origin() == Grant.Origin.SYSTEM && (status.mode() & READABLE_BY_ALL) == 0) {
          return;
        }
        long rights = grant.access().rights();
        if (!status.isDirectory()) {
          rights &= Landlock.RIGHTS_ON_FILES;
        }
        Errno.check(
            "landlock_add_rule(" + grant.path() + ")",
            Landlock.addPathBeneath(ruleset, rights & known, fd));
        String real = Paths.of(fd);
        rules.add(new FileRules.Rule(real, rights & known, Optional.of(grant)));
        openings.add(new Opening(grant.path(), real, grant.access(), grant.origin(), status));
        if (grant.access().read()) {
          readable.add(real);
        }
        if (grant.access().write()) {
          writable.add(real);
        }
      }
    }

    private void absent(Grant grant, long result) throws ErrnoException {
      switch (grant.origin()) {
        case SYSTEM -> {
          // The default view names the places of many systems; this one lacks it, or this user
          // can't reach it.
        }
        case RUN -> Errno.check("open(" + grant.path() + ")", result);
        case USER -> missing.add(grant.path() + ": " + Errno.answer(result));
      }
    }

    void addDevice(String path, long rights) throws ErrnoException {
      long opened = Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_PATH, 0);
      if (opened >= 0) {
        try (Fd fd = Fd.own(opened)) {
          Errno.check(
              "landlock_add_rule(" + path + ")",
              Landlock.addPathBeneath(ruleset, rights & known, fd));
          rules.add(new FileRules.Rule(Paths.of(fd), rights & known, Optional.empty()));
        }
      }
    }
  }
}
