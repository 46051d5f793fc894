package dev.pinfold.workspace;

import dev.pinfold.linux.Errno;

/** A {@link FileError} on its way out; {@link FileTools} makes an answer of it. */
final class FileToolException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient FileError error;

  FileToolException(FileErrorCode code, String message, String hint) {
    super(message, null, false, false);
    error = new FileError(code, message, hint);
  }

  FileError error() {
    return error;
  }

  /**
   * What the kernel's answer means to somebody who named a path.
   *
   * @param doing what was tried on which path, {@code reading src/x}
   * @param missing the code for ENOENT
   */
  static FileToolException of(String doing, int errno, FileErrorCode missing) {
    return switch (errno) {
      case Errno.ENOENT ->
          new FileToolException(missing, doing + ": there is no such name", "list its folder");
      case Errno.ENOTDIR ->
          new FileToolException(
              FileErrorCode.NOT_A_DIRECTORY,
              doing + ": a name on the way is no folder",
              "list its folder");
      case Errno.EISDIR ->
          new FileToolException(FileErrorCode.NOT_A_FILE, doing + ": it is a folder", "");
      case Errno.ENXIO ->
          new FileToolException(
              FileErrorCode.NOT_A_FILE, doing + ": it is a named pipe, a socket or a device", "");
      case Errno.EXDEV ->
          new FileToolException(
              FileErrorCode.PATH_ESCAPE_ATTEMPT,
              doing + ": it leads out of the workspace, by a link or onto another mount",
              "only files of the workspace itself can be reached");
      case Errno.ELOOP ->
          new FileToolException(
              FileErrorCode.PATH_ESCAPE_ATTEMPT, doing + ": links in it lead nowhere", "");
      case Errno.EACCES, Errno.EPERM, Errno.EROFS ->
          new FileToolException(
              FileErrorCode.PERMISSION_DENIED,
              doing + ": the system does not permit it (" + Errno.name(errno) + ")",
              "its permissions, or those of its folder, are set so");
      case Errno.ENAMETOOLONG ->
          new FileToolException(
              FileErrorCode.INVALID_ARGUMENT,
              doing + ": a name in it is too long",
              "a name has at most 255 bytes");
      case Errno.ENOSPC ->
          new FileToolException(
              FileErrorCode.WRITE_ERROR, doing + ": the disk is full", "free some space first");
      case Errno.EAGAIN ->
          new FileToolException(
              FileErrorCode.READ_ERROR,
              doing + ": its folders kept being moved while it was looked for",
              "wait until whoever moves them has ended, then try again");
      default ->
          new FileToolException(
              FileErrorCode.READ_ERROR, doing + ": it failed (" + Errno.name(errno) + ")", "");
    };
  }
}
