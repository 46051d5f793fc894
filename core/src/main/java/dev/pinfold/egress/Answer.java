package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The proxy's own answers: what was refused and why, in the words that the command line uses. */
enum Answer {
  MALFORMED(400, "Bad Request"),
  REFUSED(403, "Forbidden"),
  WHO_ARE_YOU(407, "Proxy Authentication Required"),
  NO_ANSWER(502, "Bad Gateway");

  private final int status;
  private final String phrase;

  Answer(int status, String phrase) {
    this.status = status;
    this.phrase = phrase;
  }

  /** Sends it as the last thing on the connection. */
  void send(OutputStream out, String reason, String hint) throws IOException {
    byte[] body =
        ("pinfold: " + reason + "\n" + (hint.isEmpty() ? "" : "hint: " + hint + "\n"))
            .getBytes(UTF_8);
    String authenticate =
        this == WHO_ARE_YOU ? "Proxy-Authenticate: Basic realm=\"pinfold\"\r\n" : "";
    String head =
        "HTTP/1.1 "
            + status
            + " "
            + phrase
            + "\r\n"
            + authenticate
            + "X-Pinfold: "
            + reason.replaceAll("[^ -~]", "?")
            + "\r\n"
            + "Content-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n"
            + "Connection: close\r\n\r\n";
    var bytes = new ByteArrayOutputStream();
    bytes.write(head.getBytes(ISO_8859_1));
    bytes.write(body);
    out.write(bytes.toByteArray());
    out.flush();
  }

  void send(OutputStream out, Verdict.Refused refused) throws IOException {
    send(
        out,
        "refused: " + refused.reason(),
        refused.grant().map(word -> "--allow-host " + word + " would allow it").orElse(""));
  }
}
