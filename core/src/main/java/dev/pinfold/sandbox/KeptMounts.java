package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parts of writable folders that nobody inside can change: each is mounted over itself, read-only.
 * A mount point can be neither removed nor renamed (EBUSY), but a folder above it can, with the
 * mount going along and its old name free for something else: therefore every folder between it and
 * the writable mount is mounted over itself too, as a pin.
 *
 * <p>A pin costs: nothing can be renamed or linked across it (EXDEV). A kernel detaches a mount in
 * this tree when somebody outside renames over its mount point or removes it: what is kept is kept
 * against the run, not against the user.
 */
final class KeptMounts {
  static final KeptMounts NONE = new KeptMounts(Map.of(), Map.of());

  /** Half a millisecond each, of every start. */
  private static final int MOST_MOUNTS = 48;

  private static final int W_OK = 2;

  private final Map<String, FileStatus> kept;
  private final Map<String, FileStatus> pins;

  private KeptMounts(Map<String, FileStatus> kept, Map<String, FileStatus> pins) {
    this.kept = kept;
    this.pins = pins;
  }

  /**
   * Plans them, as many as there may be.
   *
   * @param paths what is to be kept; what does not exist, or lies behind a link, is left out
   * @param writable canonical paths of the folders that are mounted for writing
   */
  static KeptMounts of(List<String> paths, List<String> writable) throws ErrnoException {
    Map<String, FileStatus> kept = new LinkedHashMap<>();
    Map<String, FileStatus> pins = new TreeMap<>();
    for (String path : paths) {
      Map<String, FileStatus> all = new TreeMap<>(pins);
      if (addPins(path, writable, all) && kept.size() + all.size() < MOST_MOUNTS) {
        Optional<FileStatus> status = status(path, Openat2.RESOLVE_NO_SYMLINKS);
        if (status.isPresent()) {
          kept.put(path, status.get());
          pins = all;
        }
      }
    }
    return new KeptMounts(kept, pins);
  }

  /** The folders above {@code path}, up to a mounted one; false when they can't be pinned. */
  private static boolean addPins(String path, List<String> writable, Map<String, FileStatus> pins)
      throws ErrnoException {
    for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      String folder = path.substring(0, slash);
      if (writable.contains(folder)) {
        return true;
      }
      Optional<FileStatus> status = status(folder, Openat2.RESOLVE_NO_SYMLINKS);
      if (status.isEmpty()) {
        return false;
      }
      pins.put(folder, status.get());
    }
    return false;
  }

  /** Empty when there is no such thing. */
  private static Optional<FileStatus> status(String path, int resolve) throws ErrnoException {
    long opened = Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_PATH, resolve);
    if (opened < 0) {
      return Optional.empty();
    }
    try (Fd fd = Fd.own(opened)) {
      return Optional.of(FileStatus.of(fd));
    }
  }

  /** bubblewrap's arguments; a pin comes before what it holds. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    pins.keySet().forEach(pin -> arguments.addAll(List.of("--bind-try", pin, pin)));
    kept.keySet().forEach(path -> arguments.addAll(List.of("--ro-bind-try", path, path)));
    return arguments;
  }

  /**
   * Those that hold, as the kernel answers. Another run in the same folder may have moved one away
   * meanwhile: that one is not kept.
   *
   * @throws IOException when something else is shown in its place: a link may have led there
   */
  KeptMounts verified(Holder holder) throws IOException {
    for (Map.Entry<String, FileStatus> pin : pins.entrySet()) {
      isShown(holder, pin);
    }
    Map<String, FileStatus> held = new LinkedHashMap<>();
    for (Map.Entry<String, FileStatus> one : kept.entrySet()) {
      if (isShown(holder, one) && Paths.access(holder.inside(one.getKey()), W_OK) == -Errno.EROFS) {
        held.put(one.getKey(), one.getValue());
      }
    }
    return new KeptMounts(held, pins);
  }

  private static boolean isShown(Holder holder, Map.Entry<String, FileStatus> one)
      throws IOException {
    Optional<FileStatus> shown = status(holder.inside(one.getKey()), 0);
    if (shown.isPresent() && !shown.get().isSameInode(one.getValue())) {
      throw new IOException(
          one.getKey() + " was exchanged while the pen was being built; nothing was run");
    }
    return shown.isPresent();
  }

  /** What nobody inside can change. */
  List<String> paths() {
    return List.copyOf(kept.keySet());
  }
}
