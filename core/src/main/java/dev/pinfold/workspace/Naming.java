package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import java.io.IOException;
import java.time.Instant;

/** What is done with names, whatever they stand for: looked at, removed, changed. */
final class Naming {
  private static final int PERMISSIONS = 07777;

  private final Tree tree;
  private final FileRules rules;

  Naming(Tree tree, FileRules rules) {
    this.tree = tree;
    this.rules = rules;
  }

  FileFacts info(String given) throws FileToolException, ErrnoException {
    WorkspacePath path = tree.path(given);
    String doing = "looking at " + path.shown();
    if (path.isRoot()) {
      try (Directory top = tree.folder(path, doing)) {
        return facts(path.shown(), top.status(), "");
      }
    }
    try (Place place = tree.place(path, false, doing)) {
      FileStatus status = present(place, doing);
      return facts(
          place.path(), status, status.isLink() ? place.folder().readlink(place.name()) : "");
    }
  }

  private static FileFacts facts(String path, FileStatus status, String target) {
    FileListing.Kind kind = FileListing.Kind.OTHER;
    if (status.isDirectory()) {
      kind = FileListing.Kind.FOLDER;
    } else if (status.isLink()) {
      kind = FileListing.Kind.LINK;
    } else if (status.isRegular()) {
      kind = FileListing.Kind.FILE;
    }
    Instant modified = Instant.EPOCH.plusNanos(status.modifiedNanos());
    return new FileFacts(path, kind, status.size(), status.mode() & PERMISSIONS, modified, target);
  }

  private static FileStatus present(Place place, String doing)
      throws FileToolException, ErrnoException {
    FileStatus status = place.status();
    if (status == null) {
      throw FileToolException.of(doing, Errno.ENOENT, FileErrorCode.PATH_NOT_FOUND);
    }
    return status;
  }

  /** Removes a file, a link itself, or an empty folder. */
  FileChange delete(String given) throws FileToolException, IOException {
    WorkspacePath path = tree.path(given);
    String doing = "deleting " + path.shown();
    try (Place place = tree.place(path, false, doing)) {
      FileStatus status = present(place, doing);
      Writing.permit(rules.toChange(place.path()));
      long removed =
          status.isDirectory()
              ? place.folder().rmdir(place.name())
              : place.folder().unlink(place.name());
      if (removed == -Errno.ENOTEMPTY || removed == -Errno.EEXIST) {
        throw new FileToolException(
            FileErrorCode.NOT_EMPTY,
            doing + ": the folder is not empty",
            "delete what is in it first, or remove it by a command");
      }
      Replacement.check(doing, removed);
      return new FileChange(place.path(), "deleted", Tree.kind(status));
    }
  }

  /** Gives something another name, which must be free; folders on the way are made. */
  FileChange move(String given, String target) throws FileToolException, IOException {
    WorkspacePath from = tree.path(given);
    WorkspacePath to = tree.path(target);
    String doing = "moving " + from.shown() + " to " + to.shown();
    try (Place source = tree.place(from, false, doing);
        Place goal = tree.place(to, true, doing)) {
      present(source, doing);
      Writing.permit(rules.toMove(source.path(), goal.path()));
      goal.make(doing);
      long moved =
          source
              .folder()
              .rename(source.name(), goal.folder(), goal.name(), Directory.RENAME_NOREPLACE);
      if (moved == -Errno.EEXIST) {
        throw new FileToolException(
            FileErrorCode.FILE_EXISTS, doing + ": that name is taken", "delete it first");
      }
      if (moved == -Errno.EINVAL) {
        throw new FileToolException(
            FileErrorCode.INVALID_ARGUMENT,
            doing + ": a folder can't go into itself (or this file system can't do it)",
            "");
      }
      Replacement.check(doing, moved);
      return new FileChange(goal.path(), "moved " + source.path() + " to", "");
    }
  }
}
