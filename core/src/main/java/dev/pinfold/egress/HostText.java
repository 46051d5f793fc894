package dev.pinfold.egress;

import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads a {@link Host}. */
final class HostText {
  /** RFC 1035 2.3.4: 255 octets on the wire are 253 characters. */
  private static final int LONGEST = 253;

  /** RFC 1123 2.1, and the underscore that services and containers have. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");

  private HostText() {}

  static Host parse(String text) throws EgressSyntaxException {
    if (text.isEmpty()) {
      throw new EgressSyntaxException("a host is missing: write a name or an address");
    }
    if (text.startsWith("[")) {
      return ipv6(text);
    }
    String ascii = ascii(text);
    String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
    if (name.length() > LONGEST) {
      throw bad(text, "it is longer than " + LONGEST + " characters");
    }
    String[] labels = name.split("\\.", -1);
    for (String label : labels) {
      check(text, label);
    }
    return endsInNumber(labels) ? ipv4(text, name) : new Host.Name(name);
  }

  private static Host ipv6(String text) throws EgressSyntaxException {
    String inner = text.endsWith("]") ? text.substring(1, text.length() - 1) : "";
    if (!inner.matches("[0-9A-Fa-f:.]{2,45}") || inner.indexOf(':') < 0) {
      throw bad(text, "brackets hold an IPv6 address, without a zone");
    }
    try {
      return new Host.Address(InetAddress.ofLiteral(inner));
    } catch (IllegalArgumentException _) {
      throw bad(text, "it is no IPv6 address");
    }
  }

  /**
   * UTS #46 by way of IDNA 2003, which is the same but for four characters; those are refused, as
   * clients disagree about them.
   */
  private static String ascii(String text) throws EgressSyntaxException {
    if (text.chars().allMatch(c -> c < 0x80)) {
      return text.toLowerCase(Locale.ROOT);
    }
    if (text.length() > LONGEST
        || text.chars().anyMatch(c -> "\u00DF\u03C2\u200C\u200D\u1E9E".indexOf(c) >= 0)) {
      throw bad(text, "clients disagree about what it means: write its xn-- form");
    }
    try {
      return IDN.toASCII(text).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException _) {
      throw bad(text, "it is no international name: write its xn-- form");
    }
  }

  private static void check(String text, String label) throws EgressSyntaxException {
    if (label.indexOf(':') >= 0) {
      throw bad(text, "an IPv6 address is written in brackets, as [2001:db8::1]");
    }
    if (!LABEL.matcher(label).matches()) {
      throw bad(
          text,
          label.isEmpty()
              ? "it has an empty part"
              : "its part " + EgressSyntaxException.shown(label) + " is no part of a name");
    }
  }

  /** What URL parsers take for IPv4 (WHATWG URL, "ends in a number checker"). */
  private static boolean endsInNumber(String[] labels) {
    return labels[labels.length - 1].matches("[0-9]+|0x[0-9a-f]*");
  }

  private static Host ipv4(String text, String name) throws EgressSyntaxException {
    try {
      return new Host.Address(Inet4Address.ofPosixLiteral(name));
    } catch (IllegalArgumentException _) {
      throw bad(text, "it ends in a number but is no IPv4 address");
    }
  }

  private static EgressSyntaxException bad(String text, String why) {
    return new EgressSyntaxException(EgressSyntaxException.shown(text) + " is no host: " + why);
  }
}
