package dev.pinfold.egress;

/**
 * Where a connection is to lead.
 *
 * @param port 1 to 65535
 */
public record HostPort(Host host, int port) {
  static final int HTTP = 80;
  static final int HTTPS = 443;
  static final int SSH = 22;

  public HostPort {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("no port: " + port);
    }
  }

  /**
   * {@code host:port}, IPv6 in brackets.
   *
   * @throws EgressSyntaxException if either is missing or wrong
   */
  public static HostPort parse(String text) throws EgressSyntaxException {
    int colon = portColon(text);
    if (colon < 0) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(text) + " has no port: write HOST:PORT");
    }
    return new HostPort(Host.parse(text.substring(0, colon)), port(text.substring(colon + 1)));
  }

  /** As {@link #parse}, where the port may be missing. */
  static HostPort parse(String text, int defaultPort) throws EgressSyntaxException {
    return portColon(text) < 0 ? new HostPort(Host.parse(text), defaultPort) : parse(text);
  }

  /** Where the colon before the port is; below 0 if there is none. */
  static int portColon(String text) {
    int colon = text.lastIndexOf(':');
    return colon > text.lastIndexOf(']') ? colon : -1;
  }

  /** Decimal without leading zeros: readers disagree about all other spellings. */
  static int port(String text) throws EgressSyntaxException {
    int port = text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65_535) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(text) + " is no port: write a number from 1 to 65535");
    }
    return port;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
