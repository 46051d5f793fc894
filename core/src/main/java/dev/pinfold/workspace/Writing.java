package dev.pinfold.workspace;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes files, and edits them. */
final class Writing {
  /** What open(2) callers use; the umask takes away. */
  private static final int FILE_MODE = 0666;

  private final Tree tree;
  private final FileRules rules;
  private final FileLimits limits;

  Writing(Tree tree, FileRules rules, FileLimits limits) {
    this.tree = tree;
    this.rules = rules;
    this.limits = limits;
  }

  FileChange write(String given, String content, WriteMode mode)
      throws FileToolException, IOException {
    WorkspacePath path = tree.path(given);
    String doing = "writing " + path.shown();
    byte[] bytes = FileContent.encode(content, doing);
    if (bytes.length > limits.contentBytes()) {
      throw FileContent.tooLarge(
          doing, bytes.length, limits.contentBytes(), "write it in parts, with append");
    }
    try (Place place = tree.place(path, true, doing)) {
      permit(rules.toChange(place.path()));
      place.make(doing);
      return write(place, bytes, mode, doing);
    }
  }

  static void permit(Optional<FileError> refused) throws FileToolException {
    if (refused.isPresent()) {
      FileError error = refused.get();
      throw new FileToolException(error.code(), error.message(), error.hint());
    }
  }

  private FileChange write(Place place, byte[] bytes, WriteMode mode, String doing)
      throws FileToolException, ErrnoException {
    FileStatus former = place.status();
    if (former == null) {
      create(place, bytes, doing);
    } else {
      switch (mode) {
        case CREATE ->
            throw new FileToolException(
                FileErrorCode.FILE_EXISTS,
                doing + ": it is there already",
                "overwrite it or edit it, if that is what you want");
        case OVERWRITE -> Replacement.put(place, writable(place, former, doing), bytes, doing);
        case APPEND -> append(place, former, bytes, doing);
      }
    }
    String verb = mode == WriteMode.APPEND && former != null ? "appended to" : "wrote";
    return new FileChange(place.path(), verb, bytes.length + " bytes");
  }

  private static void create(Place place, byte[] bytes, String doing) throws FileToolException {
    long opened = place.folder().createFile(place.name(), FILE_MODE);
    if (opened == -Errno.EEXIST) {
      throw new FileToolException(
          FileErrorCode.FILE_CHANGED,
          doing + ": somebody else made it at this moment",
          "read it first");
    }
    try (Fd fd = Fd.own(Replacement.check(doing, opened))) {
      long written = fd.write(bytes);
      if (written < 0) {
        place.folder().unlink(place.name());
      }
      Replacement.check(doing, written);
    }
  }

  /** The status of a regular file that the user may write; a replacement is no way around that. */
  private static FileStatus writable(Place place, @Nullable FileStatus former, String doing)
      throws FileToolException, ErrnoException {
    if (former == null) {
      throw FileToolException.of(doing, Errno.ENOENT, FileErrorCode.FILE_NOT_FOUND);
    }
    if (former.isLink()) {
      throw new FileToolException(
          FileErrorCode.LINK_NOT_FOLLOWED,
          doing + ": it is a link to " + place.folder().readlink(place.name()),
          "nothing is written through a link; name the file itself");
    }
    if (!former.isRegular()) {
      throw Tree.notAFile(doing, former);
    }
    long opened = place.folder().openFile(place.name(), Openat2.O_WRONLY);
    try (Fd fd = Fd.own(Replacement.check(doing, opened))) {
      FileStatus status = FileStatus.of(fd);
      if (!status.isRegular()) {
        throw Tree.notAFile(doing, status);
      }
      return status;
    }
  }

  private void append(Place place, FileStatus former, byte[] bytes, String doing)
      throws FileToolException, ErrnoException {
    FileStatus status = writable(place, former, doing);
    int flags = Openat2.O_WRONLY | Openat2.O_APPEND;
    long opened = Replacement.check(doing, place.folder().openFile(place.name(), flags));
    try (Fd fd = Fd.own(opened)) {
      if (!FileStatus.of(fd).isRegular()) {
        throw Tree.notAFile(doing, FileStatus.of(fd));
      }
      if (FileStatus.links(fd) == 1) {
        Replacement.check(doing + " (some of it may be there)", fd.write(bytes));
        return;
      }
    }
    // Another name of the file may be protected, or lie outside.
    var all = new ByteArrayOutputStream();
    all.writeBytes(content(place, status, doing));
    all.writeBytes(bytes);
    Replacement.put(place, status, all.toByteArray(), doing);
  }

  FileChange edit(String given, String old, String replacement, boolean all)
      throws FileToolException, IOException {
    WorkspacePath path = tree.path(given);
    String doing = "editing " + path.shown();
    byte[] from = FileContent.encode(old, doing);
    byte[] to = FileContent.encode(replacement, doing);
    try (Place place = tree.place(path, false, doing)) {
      permit(rules.toChange(place.path()));
      FileStatus status = writable(place, place.status(), doing);
      TextEdit edit = TextEdit.of(content(place, status, doing), from, to, all, doing);
      if (edit.result().length > limits.contentBytes()) {
        throw FileContent.tooLarge(
            doing, edit.result().length, limits.contentBytes(), "use a command, such as sed");
      }
      Replacement.put(place, status, edit.result(), doing);
      return new FileChange(place.path(), "edited", edit.summary());
    }
  }

  private byte[] content(Place place, FileStatus status, String doing)
      throws FileToolException, ErrnoException {
    long opened = Replacement.check(doing, place.folder().openFile(place.name()));
    try (Fd fd = Fd.own(opened)) {
      if (!FileStatus.of(fd).isSameInode(status)) {
        throw new FileToolException(
            FileErrorCode.FILE_CHANGED,
            doing + ": somebody else changed it at this moment",
            "read it again first");
      }
      return FileContent.whole(fd, status.size(), limits.contentBytes())
          .orElseThrow(
              () ->
                  FileContent.tooLarge(
                      doing, status.size(), limits.contentBytes(), "use a command, such as sed"));
    }
  }
}
