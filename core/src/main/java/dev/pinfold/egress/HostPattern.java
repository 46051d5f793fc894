package dev.pinfold.egress;

import java.util.Set;

/** The hosts that a rule is about. */
sealed interface HostPattern {
  boolean matches(Host host);

  /** One host. */
  record One(Host host) implements HostPattern {
    @Override
    public boolean matches(Host other) {
      return host.equals(other) || (isLocalhost() && LOOPBACK.contains(other.toString()));
    }

    /** The name that means the loopback addresses, whatever a resolver says (RFC 6761 6.3). */
    private boolean isLocalhost() {
      return host instanceof Host.Name(String text) && text.equals("localhost");
    }
  }

  /**
   * Every name below a domain, not the domain itself, and no address.
   *
   * @param suffix with its leading dot
   */
  record Below(String suffix) implements HostPattern {
    @Override
    public boolean matches(Host host) {
      return host instanceof Host.Name(String text) && text.endsWith(suffix);
    }
  }

  /** What {@code localhost} names besides itself. */
  Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]");

  /** A name, an address, or {@code *.} and a name of at least two parts. */
  static HostPattern parse(String text) throws EgressSyntaxException {
    if (text.equals("*")) {
      throw new EgressSyntaxException("'*' would be every host: write open, if that is meant");
    }
    if (!text.startsWith("*.")) {
      return new One(Host.parse(text));
    }
    if (!(Host.parse(text.substring(2)) instanceof Host.Name(String name))) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(text) + " is no pattern: addresses have no names below them");
    }
    if (name.indexOf('.') < 0) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(text)
              + " would be a whole top-level domain: name at least *.example."
              + name);
    }
    return new Below("." + name);
  }
}
