package dev.pinfold.egress;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** One request on its way to the server, and the answer on its way back. */
final class Forwarding {
  /** Servers answer when they have the whole body: its sender is then about to know it too. */
  private static final Duration UPLOAD_SETTLES = Duration.ofMillis(50);

  private static final int PIECE = 64 * 1024;

  private final Connection client;
  private final Connection server;
  private final Gate gate;
  private final RequestHead request;
  private final HostPort place;
  private final Headers headers;
  private final BodyStream body;
  private final int defaultPort;
  private final Passage passage;
  private boolean answering;
  private boolean stale;

  /**
   * @param defaultPort which Host leaves out
   */
  Forwarding(
      Gate gate,
      Connection client,
      Connection server,
      Exchanges.Outgoing outgoing,
      int defaultPort,
      Passage passage) {
    this.gate = gate;
    this.client = client;
    this.server = server;
    request = outgoing.request();
    place = outgoing.place();
    headers = outgoing.headers();
    body = outgoing.body();
    this.defaultPort = defaultPort;
    this.passage = passage;
  }

  /**
   * Whether both connections can carry another request.
   *
   * @param kept whether the server may have ended the connection since its last answer
   */
  boolean run(boolean kept) throws IOException, InterruptedException {
    var upload = new Upload(body, server, passage, gate.secrets().new Passing(place));
    try {
      sendHead();
      upload.start();
      return answer(upload);
    } catch (IOException | MalformedException e) {
      server.close();
      if (kept && canBeSentAgain()) {
        stale = true;
        return false;
      }
      fail(upload.failure(), e);
      return false;
    }
  }

  /** Whether a connection that was kept had been ended by the server, and nothing has happened. */
  boolean wasStale() {
    return stale;
  }

  private boolean canBeSentAgain() {
    boolean idempotent = request.method().equals("GET") || request.method().equals("HEAD");
    return idempotent
        && request.framing() instanceof Framing.None
        && !answering
        && passage.verdict() instanceof Verdict.Allowed;
  }

  private void sendHead() throws IOException {
    String host = place.port() == defaultPort ? place.host().toString() : place.toString();
    Headers sent = framed(headers, request.framing()).replaced("Host", host);
    if (Exchanges.wantsWebSocket(request)) {
      sent = sent.with("Connection", "Upgrade").with("Upgrade", "websocket");
    } else if (request.minor() == 0) {
      sent = sent.with("Connection", "close");
    }
    byte[] bytes = request.bytes(sent);
    passage.out(bytes.length);
    server.out().write(bytes);
  }

  private static Headers framed(Headers headers, Framing framing) {
    return switch (framing) {
      case Framing.Length(long bytes) -> headers.with("Content-Length", Long.toString(bytes));
      case Framing.Chunked _ -> headers.with("Transfer-Encoding", "chunked");
      case Framing.None _, Framing.UntilClose _ -> headers;
    };
  }

  private boolean answer(Upload upload)
      throws IOException, MalformedException, InterruptedException {
    ResponseHead head = responseHead();
    while (head.status() < 200 && head.status() != 101) {
      if (request.minor() == 1) {
        send(head.bytes(head.headers().endToEnd()));
      }
      head = responseHead();
    }
    if (head.status() == 101) {
      switchProtocols(head);
      return false;
    }
    boolean keep = head.keepsAlive() && keepsAlive() && upload.endedWell(UPLOAD_SETTLES);
    body(head, keep);
    if (!keep) {
      client.closeLingering();
    }
    return keep;
  }

  private boolean keepsAlive() {
    return request.minor() == 1 && !request.headers().lists("connection", "close");
  }

  private ResponseHead responseHead() throws IOException, MalformedException {
    byte[] head = server.in().head();
    if (head == null) {
      throw new IOException("the server ended the connection without an answer");
    }
    answering = true;
    return HeadParser.response(head, request.method());
  }

  private void switchProtocols(ResponseHead head)
      throws IOException, MalformedException, InterruptedException {
    if (!Exchanges.wantsWebSocket(request)) {
      throw new MalformedException("another protocol that nobody asked for");
    }
    send(
        head.bytes(
            head.headers().endToEnd().with("Connection", "Upgrade").with("Upgrade", "websocket")));
    new Relay(client, server, passage).run();
  }

  private void body(ResponseHead head, boolean keep) throws IOException, MalformedException {
    boolean unchunked = head.framing() instanceof Framing.Chunked && request.minor() == 0;
    Headers own = head.headers().endToEnd();
    if (head.framing() instanceof Framing.None) {
      // An answer to HEAD tells the length that GET would have.
      Optional<String> length = head.headers().single("Content-Length");
      own = length.isEmpty() ? own : own.with("Content-Length", length.get());
    } else if (!unchunked) {
      own = framed(own, head.framing());
    }
    send(head.bytes(keep ? own : own.with("Connection", "close")));
    copy(
        new BodyStream(server.in(), head.framing()),
        new BodyWriter(client.out(), head.framing() instanceof Framing.Chunked && !unchunked));
  }

  private void copy(BodyStream from, BodyWriter to) throws IOException, MalformedException {
    byte[] piece = new byte[PIECE];
    int read = from.read(piece, 0, piece.length);
    while (read >= 0) {
      passage.in(read);
      to.write(piece, 0, read);
      read = from.read(piece, 0, piece.length);
    }
    to.end();
  }

  private void send(byte[] bytes) throws IOException {
    passage.in(bytes.length);
    client.out().write(bytes);
  }

  /** Told to the client, if it has not had the beginning of an answer; else by the end of all. */
  private void fail(Optional<Exception> upload, Exception download) throws IOException {
    Exception cause = upload.orElse(download);
    if (cause instanceof SecretFoundException found) {
      passage.refuse(Gate.secretFound(found.getMessage()));
    }
    if (answering) {
      client.close();
    } else if (passage.verdict() instanceof Verdict.Refused refused) {
      Answer.REFUSED.send(client.out(), refused);
    } else if (upload.isPresent() && cause instanceof MalformedException malformed) {
      Answer.MALFORMED.send(client.out(), malformed.getMessage(), "");
    } else {
      Answer.NO_ANSWER.send(client.out(), place + " gave no answer: " + cause.getMessage(), "");
    }
    client.closeLingering();
  }
}
