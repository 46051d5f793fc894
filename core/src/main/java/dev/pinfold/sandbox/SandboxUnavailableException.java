package dev.pinfold.sandbox;

/** A pen as strong as asked for can't be opened here; nothing was run. */
public final class SandboxUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Protection protection;

  /**
   * @param protection what is missing
   * @param needed what it takes
   * @param found what is there instead
   */
  public SandboxUnavailableException(Protection protection, String needed, String found) {
    super("protection '" + protection.id() + "' is missing: needs " + needed + ", found " + found);
    this.protection = protection;
  }

  /** What is missing. */
  public Protection protection() {
    return protection;
  }
}
