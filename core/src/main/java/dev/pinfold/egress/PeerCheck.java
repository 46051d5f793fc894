package dev.pinfold.egress;

import java.net.InetSocketAddress;

/** Tells the run's connections from those of other programs. Safe for many threads. */
@FunctionalInterface
public interface PeerCheck {
  /**
   * Whether the process at the other end belongs to the run; a connection that doesn't is not read.
   */
  boolean isOfTheRun(InetSocketAddress peer);
}
