package dev.pinfold.bench;

/**
 * Trees of processes that don't want to end: a handful each, and each process ends by itself after
 * a minute.
 */
enum HostileTree {
  /** A session of its own: out of reach for a signal to the group. */
  SESSION("setsid sleep 60 & exec sleep 60", 2, false),
  /** A parent that is gone: not to be found by walking down from the command. */
  ORPHAN("(setsid sleep 60 &); exec sleep 60", 2, false),
  /** SIGTERM means nothing to it. */
  DEAF("trap '' TERM HUP INT; sleep 60 & sleep 60 & wait", 3, true),
  /** It keeps the output open behind the command's back. */
  PIPE_HOLDER("setsid sh -c \"trap '' TERM HUP INT; sleep 60; :\" & exec sleep 60", 3, false),
  /** Seven generations. */
  DEEP(
      "n='[ $1 = 0 ] && exec sleep 60; sh -c \"$0\" \"$0\" $(($1 - 1)); :'; exec sh -c \"$n\""
          + " \"$n\" 6",
      7,
      false),
  /** It answers SIGTERM with two more. */
  HYDRA("trap 'setsid sleep 60 & setsid sleep 60 &' TERM; sleep 60 & wait; wait; wait", 2, true),
  /** A stopped process takes no signal but SIGKILL. */
  STOPPED("sleep 60 & kill -STOP $!; exec sleep 60", 2, false);

  private final String script;
  private final int processes;
  private final boolean outlivesTerm;

  HostileTree(String script, int processes, boolean outlivesTerm) {
    this.script = script;
    this.processes = processes;
    this.outlivesTerm = outlivesTerm;
  }

  /** For {@code sh -c}. */
  String script() {
    return script;
  }

  /** How many processes it is, full-grown. */
  int processes() {
    return processes;
  }

  /** Whether the command itself lives on after SIGTERM, so that the grace is waited for. */
  boolean outlivesTerm() {
    return outlivesTerm;
  }
}
