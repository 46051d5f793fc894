package dev.pinfold.sandbox;

/** What of a network a run can reach. */
public enum Network {
  /** Nothing; in tier full its own loopback. */
  NONE("none"),

  /** Likewise, and one thing more: the {@link Doorway}, behind which a proxy decides. */
  PROXY("proxy"),

  /** All that the user can reach, this machine's own servers too. Only ever on the user's word. */
  OPEN("open");

  private final String id;

  Network(String id) {
    this.id = id;
  }

  /** The name that users see. */
  public String id() {
    return id;
  }
}
