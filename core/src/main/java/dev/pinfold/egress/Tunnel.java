package dev.pinfold.egress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A tunnel to one target. What the client sends first decides: requests in clear are read as such,
 * TLS must ask for the host that the tunnel leads to, all else must be what a rule names.
 */
final class Tunnel {
  /** How the client is told. */
  interface Replies {
    void opened() throws IOException;

    void refused(Verdict.Refused verdict) throws IOException;

    void unreachable(String why) throws IOException;
  }

  /** Longer than any method, short enough to wait for. */
  private static final int LONGEST_METHOD = 24;

  private static final String SSH = "SSH-";

  private final Gate gate;
  private final InetSocketAddress address;
  private final Connection client;
  private final HostPort target;
  private final Attempt attempt;

  Tunnel(
      Gate gate,
      InetSocketAddress address,
      Connection client,
      HostPort target,
      Attempt.Protocol protocol) {
    this.gate = gate;
    this.address = address;
    this.client = client;
    this.target = target;
    attempt = Attempt.of(protocol, target);
  }

  void run(Replies replies) throws IOException, InterruptedException {
    switch (gate.rules().judge(target)) {
      case Verdict.Refused refused -> refuse(replies, refused);
      case Verdict.Allowed allowed -> {
        switch (gate.route(target)) {
          case Route.Refused(Verdict.Refused refused) -> refuse(replies, refused);
          case Route.Nowhere(String why) -> nowhere(replies, allowed, why);
          case Route.To route -> open(replies, allowed, route);
        }
      }
    }
  }

  private void refuse(Replies replies, Verdict.Refused refused) throws IOException {
    gate.refuse(address, attempt, refused);
    replies.refused(refused);
    client.closeLingering();
  }

  private void nowhere(Replies replies, Verdict.Allowed allowed, String why) throws IOException {
    switch (gate.admit(address, target, attempt, allowed)) {
      case Gate.Admission.Refused(Verdict.Refused spent) -> replies.refused(spent);
      case Gate.Admission.Granted(Passage passage) -> {
        passage.close();
        replies.unreachable(why);
      }
    }
    client.closeLingering();
  }

  private void open(Replies replies, Verdict.Allowed allowed, Route.To route)
      throws IOException, InterruptedException {
    switch (gate.admit(address, target, attempt, allowed)) {
      case Gate.Admission.Refused(Verdict.Refused spent) -> {
        replies.refused(spent);
        client.closeLingering();
      }
      case Gate.Admission.Granted(Passage passage) -> {
        try (passage) {
          carry(replies, route, passage);
        }
      }
    }
  }

  private void carry(Replies replies, Route.To route, Passage passage)
      throws IOException, InterruptedException {
    Connection dialled;
    try {
      dialled = gate.dial(route, target.port());
    } catch (IOException e) {
      replies.unreachable(target + " can't be reached: " + e.getMessage());
      client.closeLingering();
      return;
    }
    try (Connection server = dialled) {
      replies.opened();
      if (gate.rules().allowsAnyBytes(target)) {
        either(server, passage);
      } else {
        clientFirst(server, passage);
      }
    }
  }

  /** HTTP and TLS: in both the client speaks first. */
  private void clientFirst(Connection server, Passage passage)
      throws IOException, InterruptedException {
    int first = client.in().peek();
    if (first == ClientHello.HANDSHAKE_RECORD) {
      tls(server, passage);
    } else if (first >= 0) {
      Exchanges.inTunnel(gate, address, client, target, server).run();
    }
  }

  private void tls(Connection server, Passage passage) throws IOException, InterruptedException {
    Optional<String> wrong = wrongInHello();
    if (wrong.isPresent()) {
      refuseContent(passage, wrong.get());
      return;
    }
    if (gate.plan().looksInto(target)) {
      lookInto(server, passage);
    } else {
      new Relay(client, server, passage).run();
    }
  }

  /** Both ends get a TLS of their own, and what is between is read as requests. */
  private void lookInto(Connection server, Passage passage)
      throws IOException, InterruptedException {
    Interception interception = gate.plan().interception().orElseThrow();
    Connection inside;
    try {
      inside = interception.asServer(client, target.host());
    } catch (IOException e) {
      refuseContent(
          passage,
          "TLS to "
              + target
              + " failed: the client does not take the run's authority: "
              + e.getMessage());
      return;
    }
    Connection outside;
    try {
      outside = interception.asClient(server, target);
    } catch (IOException e) {
      var why = "TLS to " + target + " failed, the server is not trusted: " + e.getMessage();
      passage.refuse(new Verdict.Refused("content", why, Optional.empty()));
      Answer.NO_ANSWER.send(inside.out(), why, "");
      inside.closeLingering();
      return;
    }
    Exchanges.insideTls(gate, address, inside, target, outside).run();
  }

  /** Why the hello that comes must not pass. */
  private Optional<String> wrongInHello() throws IOException {
    if (!gate.rules().allowsTls(target)) {
      return Optional.of("TLS to " + target + ", which is open for requests in clear text");
    }
    try {
      ClientHello hello = ClientHello.peek(client.in());
      if (hello.encrypted()) {
        return Optional.of(
            "TLS with an encrypted hello (ECH), which can ask for another host than "
                + target.host());
      }
      if (hello.serverName().isEmpty()) {
        return target.host() instanceof Host.Name
            ? Optional.of("TLS that does not say which host it asks for (SNI)")
            : Optional.empty();
      }
      Host named = Host.parse(hello.serverName().get());
      return named.equals(target.host())
          ? Optional.empty()
          : Optional.of("TLS for " + named + " in a tunnel to " + target);
    } catch (MalformedException e) {
      return Optional.of(e.getMessage());
    } catch (EgressSyntaxException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Where a rule names a port of its own: the server may speak first, so nothing waits. */
  private void either(Connection server, Passage passage) throws IOException, InterruptedException {
    var relay = new Relay(client, server, passage);
    Thread down = relay.startDown();
    int first = client.in().peek();
    if (first == ClientHello.HANDSHAKE_RECORD && gate.plan().looksInto(target)) {
      relay.abandon();
      down.join();
      lookIntoAgain(passage);
      return;
    }
    if (first == ClientHello.HANDSHAKE_RECORD) {
      Optional<String> wrong = wrongInHello();
      if (wrong.isPresent()) {
        refuseContent(passage, wrong.get());
        server.close();
        return;
      }
    } else if (target.port() == HostPort.SSH && first >= 0 && !beginsWith(SSH)) {
      refuseContent(passage, "something else than SSH in a tunnel to " + target);
      server.close();
      return;
    } else if (beginsAsRequest()) {
      relay.abandon();
      down.join();
      Exchanges.inTunnel(gate, address, client, target, null).run();
      return;
    }
    relay.up();
    down.join();
  }

  /** By a new connection: the server may have said something on the first one. */
  private void lookIntoAgain(Passage passage) throws IOException, InterruptedException {
    if (gate.route(target) instanceof Route.To route) {
      try (Connection server = gate.dial(route, target.port())) {
        tls(server, passage);
      }
    }
  }

  private boolean beginsWith(String text) throws IOException {
    for (int i = 1; i <= text.length(); i++) {
      byte[] seen = client.in().peek(i);
      if (seen.length < i || seen[i - 1] != text.charAt(i - 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether METHOD, a blank and a slash come first. */
  private boolean beginsAsRequest() throws IOException {
    for (int i = 1; i <= LONGEST_METHOD; i++) {
      byte[] seen = client.in().peek(i);
      if (seen.length < i) {
        return false;
      }
      int last = seen[i - 1];
      if (last == ' ' && i > 1) {
        byte[] next = client.in().peek(i + 1);
        return next.length > i && next[i] == '/';
      }
      if (last < 'A' || last > 'Z') {
        return false;
      }
    }
    return false;
  }

  private void refuseContent(Passage passage, String why) {
    var refused = new Verdict.Refused("content", why, Optional.empty());
    passage.refuse(refused);
    client.close();
  }
}
