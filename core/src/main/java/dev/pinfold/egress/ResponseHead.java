package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * The head of an answer.
 *
 * @param minor of HTTP/1.minor
 */
record ResponseHead(int status, String reason, int minor, Headers headers, Framing framing) {
  /** Whether another request may follow on the connection that this came by. */
  boolean keepsAlive() {
    return minor == 1
        && !headers.lists("connection", "close")
        && !(framing instanceof Framing.UntilClose);
  }

  /** As it is sent to the client, with the framing and the connection's state given by us. */
  byte[] bytes(Headers own) {
    return ("HTTP/1.1 " + status + " " + reason + "\r\n" + RequestHead.text(own))
        .getBytes(ISO_8859_1);
  }
}
