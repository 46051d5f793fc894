package dev.pinfold.egress;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Addresses that are not the public network: the IANA special-purpose registries of IPv4 and IPv6
 * (RFC 6890 and what updates it), multicast, and where clouds answer a machine about itself.
 */
final class SpecialAddresses {
  private static final class Range {
    private final String what;
    private final byte[] prefix;
    private final int bits;

    Range(String what, byte[] prefix, int bits) {
      this.what = what;
      this.prefix = prefix;
      this.bits = bits;
    }

    String what() {
      return what;
    }

    boolean holds(byte[] address) {
      if (address.length != prefix.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        if (((address[bit / 8] ^ prefix[bit / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Range> RANGES =
      List.of(
          range("this network", "0.0.0.0", 8), // RFC 791; Linux takes 0.0.0.0 for itself
          range("private", "10.0.0.0", 8), // RFC 1918
          range("carrier-grade NAT", "100.64.0.0", 10), // RFC 6598
          range("loopback", "127.0.0.0", 8), // RFC 1122
          range("link-local", "169.254.0.0", 16), // RFC 3927
          range("private", "172.16.0.0", 12), // RFC 1918
          range("protocol assignments", "192.0.0.0", 24), // RFC 6890
          range("documentation", "192.0.2.0", 24), // RFC 5737
          range("6to4 relay", "192.88.99.0", 24), // RFC 7526
          range("private", "192.168.0.0", 16), // RFC 1918
          range("benchmarking", "198.18.0.0", 15), // RFC 2544
          range("documentation", "198.51.100.0", 24), // RFC 5737
          range("documentation", "203.0.113.0", 24), // RFC 5737
          range("multicast", "224.0.0.0", 4), // RFC 5771
          range("reserved", "240.0.0.0", 4), // RFC 1112, with broadcast
          range("loopback or unspecified", "::", 96), // RFC 4291, with the old IPv4-compatible ones
          range("translation", "::ffff:0:0:0", 96), // RFC 2765
          range("local translation", "64:ff9b:1::", 48), // RFC 8215
          range("discard", "100::", 64), // RFC 6666
          range("protocol assignments", "2001::", 23), // RFC 2928: Teredo, ORCHID, benchmarking
          range("documentation", "2001:db8::", 32), // RFC 3849
          range("6to4", "2002::", 16), // RFC 3056: leads to any IPv4 address
          range("documentation", "3fff::", 20), // RFC 9637
          range("segment routing", "5f00::", 16), // RFC 9602
          range("private", "fc00::", 7), // RFC 4193
          range("link-local", "fe80::", 10), // RFC 4291
          range("site-local", "fec0::", 10), // RFC 3879
          range("multicast", "ff00::", 8)); // RFC 4291

  /** NAT64 (RFC 6052): ordinary behind DNS64, so that the IPv4 address in it decides. */
  private static final Range NAT64 = range("NAT64", "64:ff9b::", 96);

  /** Each cloud's documentation: these hand the machine's keys to whoever asks. */
  private static final List<Range> METADATA =
      List.of(
          range("metadata", "169.254.169.254", 32), // AWS, Google, Azure, OpenStack, …
          range("metadata", "169.254.170.2", 32), // AWS containers
          range("metadata", "169.254.170.23", 32), // AWS containers, pod identity
          range("metadata", "168.63.129.16", 32), // Azure's wire server
          range("metadata", "100.100.100.200", 32), // Alibaba
          range("metadata", "192.0.0.192", 32), // Oracle
          range("metadata", "fd00:ec2::254", 128), // AWS
          range("metadata", "fd00:ec2::23", 128), // AWS, pod identity
          range("metadata", "fd20:ce::254", 128)); // Google

  private static final Set<String> METADATA_NAMES =
      Set.of(
          "metadata.google.internal",
          "metadata.goog",
          "instance-data",
          "instance-data.ec2.internal");

  private SpecialAddresses() {}

  /** What is special about {@code address}; empty for one of the public network. */
  static Optional<String> kind(InetAddress address) {
    byte[] bytes = decisive(address);
    return RANGES.stream().filter(range -> range.holds(bytes)).map(Range::what).findFirst();
  }

  static boolean isMetadata(InetAddress address) {
    byte[] bytes = decisive(address);
    return METADATA.stream().anyMatch(range -> range.holds(bytes));
  }

  static boolean isMetadata(Host host) {
    return switch (host) {
      case Host.Name(String text) -> METADATA_NAMES.contains(text);
      case Host.Address(InetAddress address) -> isMetadata(address);
    };
  }

  private static byte[] decisive(InetAddress address) {
    byte[] bytes = address.getAddress();
    return NAT64.holds(bytes) ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }

  private static Range range(String what, String prefix, int bits) {
    InetAddress address = InetAddress.ofLiteral(prefix);
    return new Range(what, address.getAddress(), bits);
  }
}
