package dev.pinfold.sandbox;

/** What of a network a run can reach. */
public enum Network {
  /** Nothing; in tier full its own loopback. */
  NONE,

  /** Likewise, and one thing more: the {@link Doorway}, behind which a proxy decides. */
  PROXY
}
