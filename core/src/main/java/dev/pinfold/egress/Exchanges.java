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
  private final Attempt.Protocol protocol;
  private @Nullable Connection server;
  private @Nullable HostPort serverPlace;

  /** Requests that name their targets, each with the run's token. */
  Exchanges(Gate gate, InetSocketAddress address, Connection client) {
    this(gate, address, client, Optional.empty(), Attempt.Protocol.HTTP);
  }

  private Exchanges(
      Gate gate,
      InetSocketAddress address,
      Connection client,
      Optional<HostPort> tunnel,
      Attempt.Protocol protocol) {
    this.gate = gate;
    this.address = address;
    this.client = client;
    this.tunnel = tunnel;
    this.protocol = protocol;
  }

  /** Requests inside a tunnel to {@code target}, which {@code server} leads to. */
  static Exchanges inTunnel(
      Gate gate,
      InetSocketAddress address,
      Connection client,
      HostPort target,
      @Nullable Connection server) {
    var exchanges =
        new Exchanges(gate, address, client, Optional.of(target), Attempt.Protocol.HTTP);
    exchanges.server = server;
    exchanges.serverPlace = target;
    return exchanges;
  }

  /** As {@link #inTunnel}, with TLS of our own at both ends. */
  static Exchanges insideTls(
      Gate gate, InetSocketAddress address, Connection client, HostPort target, Connection server) {
    var exchanges =
        new Exchanges(gate, address, client, Optional.of(target), Attempt.Protocol.HTTPS);
    exchanges.server = server;
    exchanges.serverPlace = target;
    return exchanges;
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
    HostPort place = request.place(tunnel, defaultPort());
    RequestLine line = RequestLine.of(request.method(), request.path());
    var attempt =
        new Attempt(
            protocol,
            place.toString(),
            Optional.of(new Attempt.Request(line.method(), shown(line.path()))));
    return switch (judge(request, place, line)) {
      case Verdict.Refused refused -> {
        refuse(attempt, refused, Answer.REFUSED);
        yield false;
      }
      case Verdict.Allowed allowed -> look(request, place, line, attempt, allowed);
    };
  }

  private int defaultPort() {
    return protocol == Attempt.Protocol.HTTPS ? HostPort.HTTPS : HostPort.HTTP;
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

  /** Into what is allowed by its line: for secrets, and at what it pushes. */
  private boolean look(
      RequestHead request,
      HostPort place,
      RequestLine line,
      Attempt attempt,
      Verdict.Allowed allowed)
      throws IOException, InterruptedException, MalformedException {
    var body = new BodyStream(client.in(), request.framing());
    Headers headers = request.headers().endToEnd();
    Optional<String> secret = gate.secrets().find(place, request.bytes(headers));
    if (secret.isPresent()) {
      refuse(attempt, Gate.secretFound(secret.get()), Answer.REFUSED);
      return false;
    }
    List<EgressRule> pushes = gate.rules().pushes(place, line);
    if (!pushes.isEmpty()) {
      if (headers.lists("expect", "100-continue")) {
        client.out().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
        headers = headers.without(field -> field.is("Expect"));
      }
      Optional<Verdict.Refused> refused = judgePush(request, body, pushes);
      if (refused.isPresent()) {
        refuse(attempt, refused.get(), Answer.REFUSED);
        return false;
      }
    }
    var outgoing = new Outgoing(request, place, gate.injected(place, headers), body);
    return route(outgoing, attempt, allowed);
  }

  private Optional<Verdict.Refused> judgePush(
      RequestHead request, BodyStream body, List<EgressRule> rules)
      throws IOException, MalformedException {
    if (!request.headers().all("Content-Encoding").isEmpty()) {
      throw new MalformedException("a push that is compressed as a whole, which git does not send");
    }
    List<BranchPattern> open =
        rules.stream().flatMap(rule -> rule.purpose().push().stream()).toList();
    String word = rules.getFirst().word();
    String repository = word.substring(0, word.indexOf("+push:"));
    return GitPush.refusal(body, open)
        .map(
            refusal ->
                new Verdict.Refused(
                    word,
                    refusal.why(),
                    refusal.branch().map(branch -> repository + "+push:" + branch)));
  }

  /** A request that was judged, and what of it leaves. */
  record Outgoing(RequestHead request, HostPort place, Headers headers, BodyStream body) {}

  private boolean route(Outgoing outgoing, Attempt attempt, Verdict.Allowed allowed)
      throws IOException, InterruptedException {
    HostPort place = outgoing.place();
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
          return forward(outgoing, to, kept != null, passage);
        } catch (DialException e) {
          Answer.NO_ANSWER.send(client.out(), e.getMessage(), "");
          client.closeLingering();
          return false;
        }
      }
    }
  }

  private boolean forward(Outgoing outgoing, Connection to, boolean kept, Passage passage)
      throws IOException, InterruptedException, DialException {
    var forwarding = new Forwarding(gate, client, to, outgoing, defaultPort(), passage);
    boolean more = forwarding.run(kept);
    if (forwarding.wasStale()) {
      Connection again = dial(outgoing.place(), gate.route(outgoing.place()));
      more = new Forwarding(gate, client, again, outgoing, defaultPort(), passage).run(false);
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
          if (protocol == Attempt.Protocol.HTTPS) {
            dialled = gate.plan().interception().orElseThrow().asClient(dialled, place);
          }
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
