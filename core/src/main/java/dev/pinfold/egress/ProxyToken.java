package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What the run's clients identify themselves by, as the password in the proxy's URL. It keeps other
 * programs of the machine out; to the run it is no secret.
 *
 * @param required whether a client that sends none is refused. Java's clients can't send one to a
 *     tunnel; let it be absent only where {@link PeerCheck} alone is proof
 */
public record ProxyToken(String text, boolean required) {
  /** The user name that goes with it. */
  public static final String USER = "pinfold";

  private static final int BYTES = 16;

  /** A new one, of 128 random bits, in characters that need no escaping in a URL. */
  public static ProxyToken random(SecureRandom random, boolean required) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new ProxyToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), required);
  }

  /** The URL that clients are given for a proxy on 127.0.0.1. */
  public String url(int port) {
    return "http://" + USER + ":" + text + "@127.0.0.1:" + port;
  }

  boolean fits(String user, String password) {
    byte[] given = (user + ":" + password).getBytes(ISO_8859_1);
    return MessageDigest.isEqual(given, (USER + ":" + text).getBytes(ISO_8859_1));
  }

  /** Of a {@code Proxy-Authorization} header (RFC 7617). */
  boolean fits(String header) {
    String[] parts = header.strip().split(" +", 2);
    if (parts.length != 2 || !parts[0].equalsIgnoreCase("basic")) {
      return false;
    }
    try {
      String[] pair =
          new String(Base64.getDecoder().decode(parts[1].strip()), ISO_8859_1).split(":", 2);
      return pair.length == 2 && fits(pair[0], pair[1]);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "ProxyToken[" + (required ? "required" : "optional") + "]";
  }
}
