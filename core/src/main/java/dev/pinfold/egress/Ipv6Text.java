package dev.pinfold.egress;

/** The one text of an IPv6 address (RFC 5952), which the JDK does not write. */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  static String of(byte[] address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (address[2 * i] & 0xFF) << 8 | (address[2 * i + 1] & 0xFF);
    }
    int start = -1;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int zeros = 0;
      while (i + zeros < GROUPS && groups[i + zeros] == 0) {
        zeros++;
      }
      if (zeros > length) {
        start = i;
        length = zeros;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        text.append("::");
        i += length - 1;
      } else {
        text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":")
            .append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
