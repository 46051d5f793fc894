package dev.pinfold.egress;

import java.util.Optional;

/**
 * What was tried.
 *
 * @param protocol what the proxy saw of it
 * @param target where to, canonical; as the client wrote it (printable, cut) if it names no host
 * @param request for a request that could be read: its method and path
 */
public record Attempt(Protocol protocol, String target, Optional<Request> request) {
  /** What the proxy saw. */
  public enum Protocol {
    /** A request in clear text. */
    HTTP,
    /** A request inside TLS that the proxy opened, as the user had asked. */
    HTTPS,
    /** Bytes to and fro, by CONNECT. */
    CONNECT,
    /** Bytes to and fro, by SOCKS 5. */
    SOCKS,
    /** A connection that did not come to name a target. */
    NONE
  }

  /**
   * A request without what is usually secret.
   *
   * @param path without the query
   */
  public record Request(String method, String path) {}

  static Attempt of(Protocol protocol, HostPort target) {
    return new Attempt(protocol, target.toString(), Optional.empty());
  }
}
