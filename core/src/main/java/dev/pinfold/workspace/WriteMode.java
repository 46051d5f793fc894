package dev.pinfold.workspace;

/** What writing does with a file that is there already. */
public enum WriteMode {
  /** Fails: the file must be new. */
  CREATE,
  /** Replaces its content, in one step: nobody ever sees half of it. */
  OVERWRITE,
  /** Adds at its end. */
  APPEND
}
