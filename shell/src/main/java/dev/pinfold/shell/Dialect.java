package dev.pinfold.shell;

/** The shell language that a text is written in. */
public enum Dialect {
  /** POSIX.1-2024 XCU chapter 2, read as {@code dash} reads it. */
  SH,
  /** GNU bash 5.2, with {@code extglob} on. */
  BASH
}
