package dev.pinfold.egress;

/**
 * One thing that a word says.
 *
 * @param word as the user wrote it
 */
record EgressRule(String word, HostPattern host, Ports ports, Purpose purpose) {
  boolean matches(HostPort target) {
    return ports.hold(target.port()) && host.matches(target.host());
  }
}
