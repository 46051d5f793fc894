package dev.pinfold.policy;

/** What a program does with an operand or with the value of an option. */
enum Role {
  /** An option without a value. */
  FLAG,
  /** Data that no rule looks at: a number, a format, a message, a name. */
  TEXT,
  /** A pattern or program of a filter language; like text, never a path. */
  PATTERN,
  /** A path that is read or listed. */
  READ,
  /** A path that is created, overwritten or appended to. */
  WRITE,
  /** A path that is deleted. */
  DELETE,
  /** A path that is moved away. */
  MOVE,
  /** A path whose mode or owner is changed. */
  MODE,
  /**
   * A directory into which files are unpacked or written under names that the text does not show.
   */
  INTO,
  /** The directory in which the inner command runs. */
  CHDIR,
  /** Shell text that is run. */
  CODE,
  /** All words from here on, joined by blanks, are shell text that is run. */
  CODE_WORDS,
  /** All words from here on are a command of their own. */
  COMMAND,
  /** A file that is run as a program of the interpreter. */
  SCRIPT,
  /** Program text of an interpreter that is no shell. */
  SOURCE,
  /** {@code NAME=VALUE} for the inner command. */
  ASSIGN,
  /** A revision, branch or refspec. */
  REF,
  /** A block device or disk. */
  DEVICE,
  /**
   * A value that names a file when it starts with {@code @} ({@code curl -d @file}, {@code -F
   * name=@file}).
   */
  DATA,
  /** An archive: read or written, depending on the program's mode. */
  ARCHIVE,
  /** A module of the interpreter that is run as a program ({@code python -m}). */
  MODULE,
  /** {@code key=value} of git's configuration, for this one command. */
  CONFIG,
  /** An option that the allow-list profiles refuse and no other rule looks at. */
  OTHER;

  static Role named(String name) {
    for (Role role : values()) {
      if (role.name().equalsIgnoreCase(name)) {
        return role;
      }
    }
    throw new IllegalArgumentException("no such role: " + name);
  }
}
