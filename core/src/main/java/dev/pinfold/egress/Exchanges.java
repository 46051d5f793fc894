package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests of one connection, one after the other: each is read, judged, logged, forwarded. */
final class Exchanges {
  /** Servers that heed these do another thing than the method says. */
  private static final Set<String> OVERRIDES =
      Set.of("x-http-method-override", "x-http-method", "x-method-override");

  /** What of a path an event keeps. */
  private static final int LONGEST_PATH_SHOWN = 1_000;

  /** A connection to where the request leads is there already. */
  private static final Route NOT_NEEDED = new Route.To(List.of());

  private final Gate gate;
  private final InetSocketAddress address;
  private final Connection client;
  private final Optional<HostPort> tunnel;
  private @Nullable Connection server;
  private @Nullable HostPort serverPlace;

  /** Requests that name their targets, each with the run's token. */
  Exchanges(Gate gate, InetSocketAddress address, Connection client) {
    this.gate = gate;
    this.address = address;
    this.client = client;
    tunnel = Optional.empty();
  }

  /** Requests inside a tunnel to {@code target}, which {@code server} leads to. */
  Exchanges(
      Gate gate,
      InetSocketAddress address,
      Connection client,
      HostPort target,
      @Nullable Connection server) {
    this.gate = gate;
    this.address = address;
    this.client = client;
    tunnel = Optional.of(target);
    this.server = server;
    serverPlace = target;
  }

  void run() throws IOException, InterruptedException {
    try {
      boolean more = true;
      while (more) {
        more = next();
      }
    } catch (MalformedException e) {
      refuse(
          noTarget(),
          new Verdict.Refused("proxy", e.getMessage(), Optional.empty()),
          Answer.MALFORMED);
    } finally {
      if (server != null) {
        server.close();
      }
    }
  }

  /** Whether there may be another after this one. */
  private boolean next() throws IOException, InterruptedException, MalformedException {
    byte[] head = client.in().head();
    if (head == null) {
      return false;
    }
    RequestHead request = HeadParser.request(head);
    if (tunnel.isEmpty() && !isOfTheRun(request)) {
      refuse(
          noTarget(),
          new Verdict.Refused("proxy", Session.WRONG_TOKEN, Optional.empty()),
          Answer.WHO_ARE_YOU);
      return false;
    }
    if (request.isConnect()) {
      connect(request);
      return false;
    }
    return exchange(request);
  }

  private boolean isOfTheRun(RequestHead request) {
    ProxyToken token = gate.plan().token();
    List<String> sent = request.headers().all("Proxy-Authorization");
    return sent.isEmpty() ? !token.required() : token.fits(sent.getFirst());
  }

  private void connect(RequestHead request)
      throws IOException, InterruptedException, MalformedException {
    if (tunnel.isPresent()) {
      throw new MalformedException("a CONNECT inside a tunnel");
    }
    HostPort target = request.connectTarget();
    new Tunnel(gate, address, client, target, Attempt.Protocol.CONNECT)
        .run(new ConnectReplies(client));
  }

  private boolean exchange(RequestHead request)
      throws IOException, InterruptedException, MalformedException {
    HostPort place = request.place(tunnel, HostPort.HTTP);
    RequestLine line = RequestLine.of(request.method(), request.path());
    var attempt =
        new Attempt(
            Attempt.Protocol.HTTP,
            place.toString(),
            Optional.of(new Attempt.Request(line.method(), shown(line.path()))));
    return switch (judge(request, place, line)) {
      case Verdict.Refused refused -> {
        refuse(attempt, refused, Answer.REFUSED);
        yield false;
      }
      case Verdict.Allowed allowed -> route(request, place, attempt, allowed);
    };
  }

  private static String shown(String path) {
    return path.length() <= LONGEST_PATH_SHOWN ? path : path.substring(0, LONGEST_PATH_SHOWN) + "…";
  }

  private Verdict judge(RequestHead request, HostPort place, RequestLine line) {
    Verdict verdict = gate.rules().judge(place, line);
    if (!(verdict instanceof Verdict.Allowed allowed)) {
      return verdict;
    }
    if (request.method().equals("TRACE")) {
      return new Verdict.Refused(
          allowed.rule(), "TRACE sends a request's credentials back", Optional.empty());
    }
    return gate.rules().allowsEverything(place)
        ? allowed
        : limited(request).map(why -> outside(allowed, why)).orElse(allowed);
  }

  private static Verdict outside(Verdict.Allowed allowed, String why) {
    return new Verdict.Refused(allowed.rule(), why, Optional.empty());
  }

  /** What a request to a host that is open for a purpose alone must not have. */
  private static Optional<String> limited(RequestHead request) {
    if (request.headers().fields().stream()
        .anyMatch(field -> OVERRIDES.contains(field.name().toLowerCase(Locale.ROOT)))) {
      return Optional.of("a header that makes another method of it");
    }
    if (wantsWebSocket(request)) {
      return Optional.of("a WebSocket, which can carry anything");
    }
    boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
    boolean hasBody =
        !(request.framing() instanceof Framing.None
            || request.framing().equals(new Framing.Length(0)));
    return reads && hasBody
        ? Optional.of("a " + request.method() + " with a body")
        : Optional.empty();
  }

  static boolean wantsWebSocket(RequestHead request) {
    return request.headers().lists("connection", "upgrade")
        && request.headers().lists("upgrade", "websocket");
  }

  private boolean route(
      RequestHead request, HostPort place, Attempt attempt, Verdict.Allowed allowed)
      throws IOException, InterruptedException {
    Connection kept = place.equals(serverPlace) ? server : null;
    Route route = kept == null ? gate.route(place) : NOT_NEEDED;
    if (route instanceof Route.Refused(Verdict.Refused refused)) {
      refuse(attempt, refused, Answer.REFUSED);
      return false;
    }
    switch (gate.admit(address, place, attempt, allowed)) {
      case Gate.Admission.Refused(Verdict.Refused spent) -> {
        Answer.REFUSED.send(client.out(), spent);
        client.closeLingering();
        return false;
      }
      case Gate.Admission.Granted(Passage passage) -> {
        try (passage) {
          Connection to = kept == null ? dial(place, route) : kept;
          return forward(request, place, to, kept != null, passage);
        } catch (DialException e) {
          Answer.NO_ANSWER.send(client.out(), e.getMessage(), "");
          client.closeLingering();
          return false;
        }
      }
    }
  }

  private boolean forward(
      RequestHead request, HostPort place, Connection to, boolean kept, Passage passage)
      throws IOException, InterruptedException, DialException {
    var forwarding = new Forwarding(client, to, request, place, passage);
    boolean more = forwarding.run(kept);
    if (forwarding.wasStale()) {
      more =
          new Forwarding(client, dial(place, gate.route(place)), request, place, passage)
              .run(false);
    }
    return more;
  }

  private static final class DialException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String message;

    DialException(String message) {
      super(message);
      this.message = message;
    }

    @Override
    public String getMessage() {
      return message;
    }
  }

  private Connection dial(HostPort place, Route route) throws DialException {
    if (server != null) {
      server.close();
    }
    switch (route) {
      case Route.Refused(Verdict.Refused refused) -> throw new DialException(refused.reason());
      case Route.Nowhere(String why) -> throw new DialException(why);
      case Route.To to -> {
        try {
          Connection dialled = gate.dial(to, place.port());
          server = dialled;
          serverPlace = place;
          return dialled;
        } catch (IOException e) {
          throw new DialException(place + " can't be reached: " + e.getMessage());
        }
      }
    }
  }

  private void refuse(Attempt attempt, Verdict.Refused refused, Answer answer) throws IOException {
    gate.refuse(address, attempt, refused);
    answer.send(client.out(), refused);
    client.closeLingering();
  }

  private Attempt noTarget() {
    return new Attempt(
        Attempt.Protocol.NONE, tunnel.map(HostPort::toString).orElse(""), Optional.empty());
  }

  private record ConnectReplies(Connection client) implements Tunnel.Replies {
    @Override
    public void opened() throws IOException {
      client.out().write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(ISO_8859_1));
    }

    @Override
    public void refused(Verdict.Refused verdict) throws IOException {
      Answer.REFUSED.send(client.out(), verdict);
    }

    @Override
    public void unreachable(String why) throws IOException {
      Answer.NO_ANSWER.send(client.out(), why, "");
    }
  }
}
