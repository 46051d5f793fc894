package dev.pinfold.protect;

import dev.pinfold.linux.FileStatus;

/**
 * A protected file as it was found.
 *
 * @param path relative to its workspace
 * @param kind how a change of it is judged
 * @param reason why it is protected
 * @param base the folder that holds the protected thing as a whole: {@code sub} for {@code
 *     sub/.vscode/tasks.json}, the git directory for its parts; when it goes, all in it may go
 * @param status what it was
 * @param link where it leads, for a symbolic link; else empty
 * @param hash SHA-256 of its content in hexadecimal; empty when it was not read
 */
record Watched(
    String path,
    Kind kind,
    String reason,
    String base,
    FileStatus status,
    String link,
    String hash) {
  /** How a change is judged. */
  enum Kind {
    /** By its name alone: no change at all. */
    NAME,
    /** Parts of git directories: by what the new content makes git do. */
    GIT_CONFIG,
    GIT_COMMON_DIR,
    GIT_WORKTREE,
    GIT_HEAD,
    /** A file or link called .git: by where it leads. */
    GIT_LINK
  }

  String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  String folder() {
    return folder(path);
  }

  static String folder(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  static String join(String folder, String name) {
    return folder.isEmpty() ? name : folder + "/" + name;
  }
}
