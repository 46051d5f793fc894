package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An empty root, and in it what the view opens, each at its own path: the arguments for bubblewrap.
 *
 * <p>Links that lead to an opening are made again, so that each name of it works. Small settings
 * are copied, not mounted: a mount costs half a millisecond of every start, and the default view
 * names dozens of them.
 */
final class MountPlan implements AutoCloseable {
  /** Where the files of {@link #files} begin among bubblewrap's descriptors. */
  static final int FIRST_FILE = 5;

  /** What a setting may be to be copied; ld.so.cache of a large machine is 200 KiB. */
  private static final long MOST_COPIED_BYTES = 1 << 20;

  /** What a folder of settings may hold to be taken apart: a copy costs a tenth of a mount. */
  private static final int MOST_IN_FOLDER = 16;

  /** S_IROTH. */
  private static final int READABLE_BY_ALL = 04;

  /** Links on one way; the kernel follows 40, too (MAXSYMLINKS, linux/namei.h). */
  private static final int MOST_LINKS = 40;

  /** The kernel's own trees are made anew, not mounted from outside. */
  private static final List<String> OWN = List.of("/proc", "/dev");

  /** Version 1 of control groups is a dozen mounts, each of which bubblewrap makes anew. */
  private static final String CONTROL_GROUPS = "/sys/fs/cgroup";

  /**
   * One thing in the pen's tree.
   *
   * @param opening what it shows
   * @param copy what to copy; null for a mount
   */
  private record Entry(Opening opening, @Nullable Fd copy) {}

  private final Map<String, Entry> entries = new TreeMap<>(MountPlan::parentsFirst);
  private final Map<String, String> links = new TreeMap<>(MountPlan::parentsFirst);
  private final Map<String, String> seen = new HashMap<>();
  private final List<String> devices;
  private final String tmp;
  private KeptMounts kept = KeptMounts.NONE;

  private MountPlan(List<String> devices, String tmp) {
    this.devices = devices;
    this.tmp = tmp;
  }

  /**
   * Plans the tree.
   *
   * @param openings what the view opens
   * @param view its devices, and what it keeps as it is
   * @param tmp a folder of the run's own, which becomes its /tmp
   */
  static MountPlan of(List<Opening> openings, View view, String tmp) throws ErrnoException {
    MountPlan plan = new MountPlan(view.devices(), tmp);
    for (Opening opening : openings) {
      if (!Rulesets.isBeneath(opening.path(), OWN) && !isManyMounts(opening.path())) {
        plan.add(opening);
      }
      plan.addLinks(opening.named());
    }
    plan.kept = KeptMounts.of(view.keptAsTheyAre(), plan.writable());
    return plan;
  }

  private static boolean isManyMounts(String path) {
    return path.equals(CONTROL_GROUPS)
        && !Files.exists(Path.of(CONTROL_GROUPS, "cgroup.controllers"));
  }

  private static int parentsFirst(String a, String b) {
    return a.replace('/', '\0').compareTo(b.replace('/', '\0'));
  }

  private void add(Opening opening) throws ErrnoException {
    Entry present = entries.get(opening.path());
    if (present == null
        && isSetting(opening)
        && opening.status().isDirectory()
        && copyFolder(opening)) {
      return;
    }
    if (present == null) {
      entries.put(opening.path(), new Entry(opening, copy(opening)));
    } else if (opening.access().write() && !present.opening().access().write()) {
      close(present);
      entries.put(opening.path(), new Entry(opening, null));
    }
  }

  private static @Nullable Fd copy(Opening opening) throws ErrnoException {
    return isSetting(opening) && opening.status().isRegular() ? read(opening.path()) : null;
  }

  private static boolean isSetting(Opening opening) {
    return opening.origin() == Origin.SYSTEM
        && opening.path().startsWith("/etc/")
        && !opening.access().write();
  }

  /**
   * Opens a file that is to be copied; null when it is too large, or nobody but root may read it.
   */
  private static @Nullable Fd read(String path) throws ErrnoException {
    long opened =
        Openat2.openat2(
            Openat2.AT_FDCWD,
            path,
            Openat2.O_RDONLY | Openat2.O_NONBLOCK,
            Openat2.RESOLVE_NO_SYMLINKS);
    if (opened < 0) {
      return null;
    }
    Fd file = Fd.own(opened);
    FileStatus status = FileStatus.of(file);
    if (status.isRegular()
        && (status.mode() & READABLE_BY_ALL) != 0
        && new java.io.File(path).length() <= MOST_COPIED_BYTES) {
      return file;
    }
    file.close();
    return null;
  }

  /**
   * Takes a small folder of settings apart into copies and links.
   *
   * @return whether it is small and there is nothing else in it
   */
  private boolean copyFolder(Opening folder) throws ErrnoException {
    Map<String, Entry> files = new TreeMap<>();
    Map<String, String> inside = new TreeMap<>();
    Deque<String> folders = new ArrayDeque<>(List.of(folder.path()));
    try {
      while (!folders.isEmpty()) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(Path.of(folders.pop()))) {
          for (Path child : children) {
            String path = child.toString();
            Fd file = null;
            if (Files.isSymbolicLink(child)) {
              inside.put(path, Files.readSymbolicLink(child).toString());
            } else if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
              folders.push(path);
            } else {
              file = read(path);
              if (file == null) {
                throw new IOException("nothing to copy: " + path);
              }
              files.put(path, new Entry(folder.at(path), file));
            }
            if (files.size() + inside.size() + folders.size() > MOST_IN_FOLDER) {
              throw new IOException("too many to copy: " + folder.path());
            }
          }
        }
      }
    } catch (IOException | DirectoryIteratorException mountedInstead) {
      files.values().forEach(MountPlan::close);
      return false;
    }
    entries.putAll(files);
    links.putAll(inside);
    return true;
  }

  /** Every link on the way to {@code path}, under its own canonical name. */
  private void addLinks(String path) {
    Deque<String> rest = new ArrayDeque<>(List.of(path.split("/", -1)));
    String at = "";
    int followed = 0;
    while (!rest.isEmpty()) {
      String name = rest.pop();
      if (name.equals("..")) {
        at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
      } else if (!name.isEmpty() && !name.equals(".")) {
        String here = at + "/" + name;
        String target = link(here);
        if (target.isEmpty()) {
          at = here;
        } else if (++followed > MOST_LINKS) {
          return;
        } else {
          links.put(here, target);
          at = target.startsWith("/") ? "" : at;
          List<String> names = List.of(target.split("/", -1));
          for (int i = names.size() - 1; i >= 0; i--) {
            rest.push(names.get(i));
          }
        }
      }
    }
  }

  /**
   * Where a link leads; empty when it is none. Openings have most folders in common, so what was
   * found is kept while the plan is made.
   */
  private String link(String path) {
    return seen.computeIfAbsent(
        path,
        unseen -> {
          try {
            return Paths.readlink(unseen);
          } catch (ErrnoException notALink) {
            return "";
          }
        });
  }

  /** bubblewrap's arguments but for the namespaces and the program. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--proc", "/proc", "--tmpfs", "/dev"));
    for (String device : devices) {
      arguments.addAll(List.of("--dev-bind-try", device, device));
    }
    arguments.addAll(List.of("--symlink", "/proc/self/fd", "/dev/fd"));
    arguments.addAll(List.of("--symlink", "/proc/self/fd/0", "/dev/stdin"));
    arguments.addAll(List.of("--symlink", "/proc/self/fd/1", "/dev/stdout"));
    arguments.addAll(List.of("--symlink", "/proc/self/fd/2", "/dev/stderr"));
    arguments.addAll(List.of("--perms", "1777", "--tmpfs", "/dev/shm"));
    arguments.addAll(List.of("--remount-ro", "/dev"));
    arguments.addAll(List.of("--bind", tmp, "/tmp"));
    for (String folder : parents()) {
      arguments.addAll(List.of("--perms", "0755", "--dir", folder));
    }
    int file = FIRST_FILE;
    for (Entry entry : mounted()) {
      String path = entry.opening().path();
      if (entry.copy() != null) {
        arguments.addAll(List.of("--perms", "0444", "--file", Integer.toString(file++), path));
      } else {
        arguments.addAll(
            List.of(entry.opening().access().write() ? "--bind" : "--ro-bind", path, path));
      }
    }
    links.forEach(
        (path, target) -> {
          if (holder(path) == null) {
            arguments.addAll(List.of("--symlink", target, path));
          }
        });
    arguments.addAll(kept.arguments());
    arguments.addAll(List.of("--remount-ro", "/"));
    return arguments;
  }

  private List<String> writable() {
    return mounted().stream()
        .map(Entry::opening)
        .filter(opening -> opening.access().write() && opening.status().isDirectory())
        .map(Opening::path)
        .toList();
  }

  /** The folders that hold what is mounted: in the pen's own tree, not in a folder of the view. */
  private Set<String> parents() {
    Set<String> parents = new TreeSet<>(MountPlan::parentsFirst);
    List<String> all = new ArrayList<>(links.keySet());
    mounted().forEach(entry -> all.add(entry.opening().path()));
    for (String path : all) {
      for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
        String parent = path.substring(0, slash);
        if (!entries.containsKey(parent) && holder(parent) == null) {
          parents.add(parent);
        }
      }
    }
    return parents;
  }

  /** What is copied, in the order of the arguments. */
  List<Fd> files() {
    List<Fd> files = new ArrayList<>();
    for (Entry entry : mounted()) {
      if (entry.copy() != null) {
        files.add(entry.copy());
      }
    }
    return files;
  }

  /**
   * Looks whether the pen shows what was judged: between the look and the mount somebody may have
   * put a link in a path.
   *
   * @return what is kept as it is
   */
  KeptMounts verify(Holder holder) throws IOException {
    for (Entry entry : mounted()) {
      Opening opening = entry.opening();
      if (entry.copy() == null) {
        try (Fd shown =
            Fd.own(
                Errno.check(
                    "open(" + opening.path() + " in the pen)",
                    Openat2.openat2(
                        Openat2.AT_FDCWD, holder.inside(opening.path()), Openat2.O_PATH, 0)))) {
          if (!FileStatus.of(shown).isSameInode(opening.status())) {
            throw new IOException(
                opening.path() + " was exchanged while the pen was being built; nothing was run");
          }
        }
      }
    }
    return kept.verified(holder);
  }

  /** Without what a mounted folder shows anyway, with at least the same access. */
  private List<Entry> mounted() {
    List<Entry> mounted = new ArrayList<>();
    for (Entry entry : entries.values()) {
      Opening opening = entry.opening();
      Opening holder = holder(opening.path());
      if (holder == null || (opening.access().write() && !holder.access().write())) {
        mounted.add(entry);
      }
    }
    return mounted;
  }

  /** The nearest folder above {@code path} that is an entry; null when there is none. */
  private @Nullable Opening holder(String path) {
    for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      Entry entry = entries.get(path.substring(0, slash));
      if (entry != null) {
        return entry.opening();
      }
    }
    return null;
  }

  private static void close(Entry entry) {
    if (entry.copy() != null) {
      entry.copy().close();
    }
  }

  @Override
  public void close() {
    entries.values().forEach(MountPlan::close);
  }
}
