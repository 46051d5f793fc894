package dev.pinfold.egress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** One connection of a client, from its first byte to its end. */
final class Session {
  static final String WRONG_TOKEN = "the proxy's user and password are missing or wrong";

  private final Gate gate;
  private final InetSocketAddress address;
  private final Connection client;

  Session(Gate gate, InetSocketAddress address, Connection client) {
    this.gate = gate;
    this.address = address;
    this.client = client;
  }

  void run() throws IOException, InterruptedException {
    if (!gate.plan().peers().isOfTheRun(address)) {
      refuseAll("a connection from a process that is not of this run");
      return;
    }
    int first = client.in().peek();
    if (first == Socks5.VERSION) {
      socks();
    } else if (first >= 0) {
      new Exchanges(gate, address, client).run();
    }
  }

  private void socks() throws IOException, InterruptedException {
    var socks = new Socks5(client, gate.plan().token());
    HostPort target;
    try {
      target = socks.target();
    } catch (MalformedException e) {
      refuseAll(e.getMessage());
      client.closeLingering();
      return;
    }
    new Tunnel(gate, address, client, target, Attempt.Protocol.SOCKS).run(new SocksReplies(socks));
  }

  /** Something that did not come to name a target. */
  private void refuseAll(String reason) {
    gate.refuse(
        address,
        new Attempt(Attempt.Protocol.NONE, "", Optional.empty()),
        new Verdict.Refused("proxy", reason, Optional.empty()));
  }

  private record SocksReplies(Socks5 socks) implements Tunnel.Replies {
    @Override
    public void opened() throws IOException {
      socks.reply(Socks5.Reply.SUCCEEDED);
    }

    @Override
    public void refused(Verdict.Refused verdict) throws IOException {
      socks.reply(Socks5.Reply.NOT_ALLOWED);
    }

    @Override
    public void unreachable(String why) throws IOException {
      socks.reply(Socks5.Reply.HOST_UNREACHABLE);
    }
  }
}
