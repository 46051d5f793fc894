package dev.pinfold.protect;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.InodeMetadata;
import dev.pinfold.linux.NativeString;
import dev.pinfold.protect.Comparison.Case;
import dev.pinfold.protect.Finding.Change;
import dev.pinfold.protect.Finding.Outcome;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * Moves what a run made of protected files into a folder of Pinfold's own, and puts back what was
 * there before. Nothing is deleted but what has been copied. No link is followed, and what stands
 * in the way is moved, never written to: another run, or the user, may be at work in the same
 * folder.
 */
final class Undoing {
  /** What can't be renamed across file systems is copied, up to this. */
  private static final long MOST_COPIED_BYTES = 1L << 30;

  private static final int CHUNK = 1 << 16;

  /** Somebody else may make the file again, as often as they like; we do not. */
  private static final int ATTEMPTS = 3;

  private static final long NANOS = 1_000_000_000;

  private final Directory root;
  private final Snapshot before;
  private final Path quarantine;
  private int moved;

  /**
   * Prepares it.
   *
   * @param quarantine a folder that need not exist, outside every run's view
   */
  Undoing(Directory root, Snapshot before, Path quarantine) {
    this.root = root;
    this.before = before;
    this.quarantine = quarantine;
  }

  /**
   * Undoes one thing; the finding with its outcome. Never throws for what the run has made of it.
   */
  Finding undo(Case found) throws IOException {
    Finding finding = found.finding();
    Watched former = found.former();
    try {
      if (finding.change() == Change.MODE_CHANGED && former != null) {
        return mode(finding, former);
      }
      if (former != null && !canPutBack(former)) {
        return finding.left("it was too big, or no plain file, so that no copy of it was kept");
      }
      // The run may have closed the folder to its owner.
      unlock(Watched.folder(finding.path()));
      String kept = finding.change() == Change.REMOVED ? "" : moveAway(finding.path());
      if (former == null) {
        return finding.with(Outcome.MOVED_AWAY, kept);
      }
      for (int attempt = 1; ; attempt++) {
        long result = putBack(finding.path(), former);
        if (result >= 0) {
          return finding.with(Outcome.PUT_BACK, kept);
        }
        if (result != -Errno.EEXIST || attempt == ATTEMPTS) {
          return finding.with(Outcome.LEFT, kept).left("putting it back: " + Errno.answer(result));
        }
        String again = moveAway(finding.path());
        kept = kept.isEmpty() ? again : kept;
      }
    } catch (ErrnoException failed) {
      return finding.left(String.valueOf(failed.getMessage()));
    }
  }

  private void unlock(String folder) throws ErrnoException {
    try (Directory open = root.belowOrNull(folder)) {
      FileStatus status = open == null ? null : open.status();
      if (status != null && (status.mode() & 0700) != 0700) {
        root.unlock(folder);
      }
    }
  }

  private boolean canPutBack(Watched former) throws IOException {
    return former.status().isLink() || before.bytes(former.path()) != null;
  }

  private Finding mode(Finding finding, Watched former) throws ErrnoException {
    try (Directory folder = root.below(Watched.folder(finding.path()))) {
      long opened = folder.openPath(name(finding.path()));
      if (opened < 0) {
        return finding.left("giving it its mode back: " + Errno.answer(opened));
      }
      try (Fd fd = Fd.own(opened);
          InodeMetadata inode = new InodeMetadata(fd)) {
        long result = inode.chmod(former.status().mode() & 07777);
        return result < 0
            ? finding.left("giving it its mode back: " + Errno.answer(result))
            : finding.with(Outcome.PUT_BACK, "");
      }
    }
  }

  /** Where what stands at {@code path} is then; empty when nothing stood there. */
  private String moveAway(String path) throws IOException {
    String name = name(path);
    if (!Files.isDirectory(quarantine)) {
      Files.createDirectory(
          quarantine,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    try (Directory folder = root.below(Watched.folder(path));
        Directory kept = Directory.open(quarantine.toString())) {
      // A number first: nothing runs a file of such a name, and no folder here is a repository.
      String keptName = ++moved + "-" + cut(name);
      while (kept.status(keptName) != null) {
        keptName = ++moved + "-" + cut(name);
      }
      long result = folder.rename(name, kept, keptName, Directory.RENAME_NOREPLACE);
      if (result == -Errno.EXDEV) {
        return copyAway(folder, name, kept, keptName);
      }
      if (result == -Errno.ENOENT) {
        return "";
      }
      Errno.check("rename(" + path + ")", result);
      return quarantine + "/" + keptName;
    }
  }

  /** NAME_MAX, less the number. */
  private static String cut(String name) {
    return NativeString.encode(name).length > 200 ? "long-name" : name;
  }

  /** Renamed first: then nobody who writes to its old name can lose by its deletion. */
  private String copyAway(Directory folder, String name, Directory kept, String keptName)
      throws ErrnoException {
    String aside = ".pinfold-moved-" + ProcessHandle.current().pid() + "-" + moved;
    long result = folder.rename(name, folder, aside, Directory.RENAME_NOREPLACE);
    if (result == -Errno.ENOENT) {
      return "";
    }
    Errno.check("rename(" + name + ")", result);
    FileStatus status = folder.status(aside);
    if (status != null && status.isLink()) {
      Errno.check("symlink", kept.symlink(folder.readlink(aside), keptName));
    } else if (status != null && status.isRegular()) {
      copy(folder, aside, kept, keptName);
    }
    Errno.check("unlink(" + aside + ")", folder.unlink(aside));
    return quarantine + "/" + keptName;
  }

  private static void copy(Directory folder, String aside, Directory kept, String keptName)
      throws ErrnoException {
    try (Fd from = Fd.own(Errno.check("open(" + aside + ")", folder.openFile(aside)));
        Fd to = Fd.own(Errno.check("create(" + keptName + ")", kept.createFile(keptName)));
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(CHUNK);
      long total = 0;
      for (long n = Errno.check("read", from.read(buffer));
          n > 0;
          n = Errno.check("read", from.read(buffer))) {
        total += n;
        if (total > MOST_COPIED_BYTES) {
          // It stays under its harmless name, and is named in the message.
          throw new ErrnoException("copy(" + aside + ")", Errno.ENOSPC);
        }
        Errno.check("write(" + keptName + ")", to.write(buffer.asSlice(0, n)));
      }
    }
  }

  private long putBack(String path, Watched former) throws IOException {
    byte @Nullable [] content = former.status().isLink() ? null : before.bytes(former.path());
    try (Directory folder = folders(Watched.folder(path))) {
      String name = name(path);
      if (content == null) {
        return folder.symlink(former.link(), name);
      }
      long unnamed = folder.createUnnamed();
      if (unnamed >= 0) {
        try (Fd fd = Fd.own(unnamed)) {
          write(fd, content, former.status());
          return folder.link(fd, name);
        }
      }
      // A file system without unnamed files: half of it can be seen for a moment.
      long created = folder.createFile(name);
      if (created < 0) {
        return created;
      }
      try (Fd fd = Fd.own(created)) {
        write(fd, content, former.status());
        return 0;
      }
    }
  }

  private static void write(Fd fd, byte[] content, FileStatus status) throws ErrnoException {
    Errno.check("write", fd.write(content));
    try (InodeMetadata inode = new InodeMetadata(fd);
        Arena arena = Arena.ofConfined()) {
      FileStatus made = FileStatus.of(fd);
      if (made.owner() != status.owner() || made.group() != status.group()) {
        // Only root can; for others the file is theirs from now on.
        inode.chown(status.owner(), status.group());
      }
      Errno.check("chmod", inode.chmod(status.mode() & 07777));
      MemorySegment times = arena.allocate(32, 8);
      for (int i = 0; i < 2; i++) {
        times.setAtIndex(JAVA_LONG, 2L * i, Math.floorDiv(status.modifiedNanos(), NANOS));
        times.setAtIndex(JAVA_LONG, 2L * i + 1, Math.floorMod(status.modifiedNanos(), NANOS));
      }
      Errno.check("utimensat", inode.utimens(times));
    }
  }

  /** The folder, made anew where the run has removed it. */
  private Directory folders(String path) throws ErrnoException {
    Directory at = root.below("");
    for (String name : path.isEmpty() ? new String[0] : path.split("/")) {
      try (Directory parent = at) {
        long made = parent.mkdir(name, 0755);
        if (made < 0 && made != -Errno.EEXIST) {
          throw new ErrnoException("mkdir(" + name + ")", (int) -made);
        }
        at = parent.below(name);
      }
    }
    return at;
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
