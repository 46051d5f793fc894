package dev.pinfold.egress;

import java.util.Optional;

/** How long a body is (RFC 9112 6.3), where all readers agree. */
sealed interface Framing {
  record None() implements Framing {}

  record Length(long bytes) implements Framing {}

  record Chunked() implements Framing {}

  record UntilClose() implements Framing {}

  /** 18 digits fit into a long, and no body is longer. */
  String LENGTH = "[0-9]{1,18}";

  /** Of a request. */
  static Framing ofRequest(Headers headers, int minor) throws MalformedException {
    return declared(headers, minor).orElse(new None());
  }

  /** Of a response to {@code method}. */
  static Framing ofResponse(Headers headers, int minor, int status, String method)
      throws MalformedException {
    Optional<Framing> declared = declared(headers, minor);
    if (method.equals("HEAD") || status < 200 || status == 204 || status == 304) {
      return new None();
    }
    return declared.orElse(new UntilClose());
  }

  private static Optional<Framing> declared(Headers headers, int minor) throws MalformedException {
    Optional<String> length = headers.single("Content-Length");
    Optional<String> coding = headers.single("Transfer-Encoding");
    if (coding.isPresent()) {
      if (length.isPresent() || minor == 0) {
        throw new MalformedException("Transfer-Encoding beside Content-Length, or in HTTP/1.0");
      }
      if (!coding.get().equalsIgnoreCase("chunked")) {
        throw new MalformedException("a Transfer-Encoding other than chunked");
      }
      return Optional.of(new Chunked());
    }
    if (length.isEmpty()) {
      return Optional.empty();
    }
    if (!length.get().matches(LENGTH)) {
      throw new MalformedException("a Content-Length that is no number");
    }
    return Optional.of(new Length(Long.parseLong(length.get())));
  }
}
