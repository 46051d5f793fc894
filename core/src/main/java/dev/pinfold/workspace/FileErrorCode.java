package dev.pinfold.workspace;

/** Why a file tool did not do what it was asked, for programs. */
public enum FileErrorCode {
  /** The path leads out of the workspace, by itself, by a link or by a mount. */
  PATH_ESCAPE_ATTEMPT,
  /** An argument makes no sense. */
  INVALID_ARGUMENT,
  /** Nothing has this name. */
  PATH_NOT_FOUND,
  /** No file has this name. */
  FILE_NOT_FOUND,
  /** No folder has this name. */
  DIRECTORY_NOT_FOUND,
  /** It is there, and is no file: a folder, a device, a named pipe, a socket. */
  NOT_A_FILE,
  /** It is there, and is no folder. */
  NOT_A_DIRECTORY,
  /** It is a symbolic link, through which nothing is written. */
  LINK_NOT_FOLLOWED,
  /** Something has this name already. */
  FILE_EXISTS,
  /** The folder still holds something. */
  NOT_EMPTY,
  /** More than a {@link FileLimits limit} allows. */
  SIZE_LIMIT_EXCEEDED,
  /** The file is no text. */
  BINARY_FILE,
  /** The text to be replaced is not in the file. */
  TEXT_NOT_FOUND,
  /** The text to be replaced is there more than once. */
  TEXT_AMBIGUOUS,
  /** Somebody else changed the file meanwhile. */
  FILE_CHANGED,
  /** The profile of this session lets nothing be changed. */
  READ_ONLY_PROFILE,
  /** Something outside the workspace runs or trusts this file. */
  PROTECTED,
  /** The user may not do this to the file. */
  PERMISSION_DENIED,
  /** The system could not read it. */
  READ_ERROR,
  /** The system could not change it; it is as it was. */
  WRITE_ERROR
}
