package dev.pinfold.egress;

import java.util.Set;

/**
 * The ports that a rule opens.
 *
 * @param numbers empty for every port
 */
record Ports(Set<Integer> numbers) {
  /** What a rule without a port means: a narrow reading, as HTTP and HTTPS are what people mean. */
  static final Ports WEB = new Ports(Set.of(HostPort.HTTP, HostPort.HTTPS));

  static final Ports EVERY = new Ports(Set.of());

  static Ports only(int port) {
    return new Ports(Set.of(port));
  }

  boolean hold(int port) {
    return numbers.isEmpty() || numbers.contains(port);
  }
}
