package dev.pinfold.policy;

/** The command language of a text. */
public enum Dialect {
  /** POSIX.1-2024, as dash reads it. */
  SH,
  /** GNU bash 5.2. */
  BASH,
  /** The command line of {@code cmd.exe}. */
  CMD,
  /** A PowerShell command line. */
  POWERSHELL
}
