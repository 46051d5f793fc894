package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Optional;

/**
 * The head of a request.
 *
 * @param target as it was sent: absolute, from the slash on, or host and port
 * @param minor of HTTP/1.minor
 */
record RequestHead(String method, String target, int minor, Headers headers, Framing framing) {
  private static final String SCHEME = "http://";

  /** Fields that a client must not take away or double by naming them as its connection's own. */
  private static final List<String> ESSENTIAL =
      List.of("host", "content-length", "transfer-encoding", "authorization", "cookie");

  boolean isConnect() {
    return method.equals("CONNECT");
  }

  void check() throws MalformedException {
    if (headers.single("Host").isEmpty() && minor == 1) {
      throw new MalformedException("a request without Host");
    }
    headers.single("Proxy-Authorization");
    if (target.indexOf('#') >= 0) {
      throw new MalformedException("a target with a fragment");
    }
    for (String name : ESSENTIAL) {
      if (headers.lists("connection", name)) {
        throw new MalformedException("a Connection that names " + name);
      }
    }
    if (isConnect()
        && !(framing instanceof Framing.None || framing.equals(new Framing.Length(0)))) {
      throw new MalformedException("a CONNECT with a body");
    }
  }

  /** Where a CONNECT leads; its Host, if there is one, must say the same. */
  HostPort connectTarget() throws MalformedException {
    HostPort place = place(target, -1);
    checkHost(place, HostPort.HTTPS);
    return place;
  }

  /**
   * Where a request leads.
   *
   * @param fixed where the connection leads already, if it does
   * @param defaultPort of the scheme
   */
  HostPort place(Optional<HostPort> fixed, int defaultPort) throws MalformedException {
    HostPort place;
    if (target.startsWith("/") || (target.equals("*") && method.equals("OPTIONS"))) {
      place =
          fixed.orElseThrow(
              () -> new MalformedException("a request for the proxy itself, which serves nothing"));
    } else if (target.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      place = place(authority(), defaultPort);
      if (fixed.isPresent() && !fixed.get().equals(place)) {
        throw new MalformedException("a request for " + place + " in a tunnel to " + fixed.get());
      }
    } else {
      throw new MalformedException("a target that is neither a path nor begins with http://");
    }
    checkHost(place, defaultPort);
    return place;
  }

  /** From the slash on. */
  String path() {
    if (!target.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return target;
    }
    String path = target.substring(SCHEME.length() + authority().length());
    return path.startsWith("/") ? path : "/" + path;
  }

  private String authority() {
    return target.substring(SCHEME.length()).split("[/?#]", 2)[0];
  }

  private void checkHost(HostPort place, int defaultPort) throws MalformedException {
    Optional<String> host = headers.single("Host");
    if (host.isEmpty()) {
      return;
    }
    HostPort named = place(host.get(), defaultPort);
    // A CONNECT's Host may leave the port out, whatever it is.
    boolean same = isConnect() ? named.host().equals(place.host()) : named.equals(place);
    if (!same) {
      throw new MalformedException("Host " + named + " for " + place);
    }
  }

  private static HostPort place(String text, int defaultPort) throws MalformedException {
    try {
      return defaultPort < 0 ? HostPort.parse(text) : HostPort.parse(text, defaultPort);
    } catch (EgressSyntaxException e) {
      throw new MalformedException(e.getMessage());
    }
  }

  /** As it is sent to the server. */
  byte[] bytes(Headers own) {
    return (method + " " + path() + " HTTP/1." + minor + "\r\n" + text(own)).getBytes(ISO_8859_1);
  }

  static String text(Headers headers) {
    var text = new StringBuilder();
    for (Header field : headers.fields()) {
      text.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    return text.append("\r\n").toString();
  }
}
