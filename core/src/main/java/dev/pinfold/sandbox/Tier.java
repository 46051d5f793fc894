package dev.pinfold.sandbox;

/** How strong a pen is, weakest first. Each holds all that the one before it holds. */
public enum Tier {
  /** Landlock and seccomp on one thread; nothing to install. */
  LANDLOCK("landlock"),

  /** The same, inside mounts, processes, IPC, a host name and a network of the run's own. */
  FULL("full");

  private final String id;

  Tier(String id) {
    this.id = id;
  }

  /** The name that users see. */
  public String id() {
    return id;
  }

  /** Which tier a run is to have. */
  public enum Choice {
    /** The strongest that works here; the report says why not the other. */
    AUTO,
    /** {@link Tier#LANDLOCK}, whatever else would work. */
    LANDLOCK,
    /** {@link Tier#FULL}, or no run. */
    FULL
  }
}
