package dev.pinfold.egress;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * A host in its one spelling: two texts that name the same host become equal values, and what no
 * client could mean the same by is no host at all.
 */
public sealed interface Host {
  /** A DNS name: lower case, A-labels, no dot at its end. */
  record Name(String text) implements Host {
    @Override
    public String toString() {
      return text;
    }
  }

  /** An address; one that is mapped into IPv6 is the IPv4 address. */
  record Address(InetAddress address) implements Host {
    /** As in an authority: IPv6 in brackets. */
    @Override
    public String toString() {
      String text = address.getHostAddress();
      return address instanceof Inet4Address ? text : "[" + Ipv6Text.of(address.getAddress()) + "]";
    }
  }

  /**
   * A name, an IPv4 address in any spelling of inet_aton(3), or an IPv6 address in brackets.
   *
   * @throws EgressSyntaxException if it is none
   */
  static Host parse(String text) throws EgressSyntaxException {
    return HostText.parse(text);
  }
}
