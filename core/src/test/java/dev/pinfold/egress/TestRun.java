package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;

/** A proxy on loopback with a resolver of the test's own, and what it told its log. */
final class TestRun implements AutoCloseable, EgressLog {
  /** A connection that stays open where it should end fails the test instead of stopping it. */
  private static final int HANGS_MILLIS = 60_000;

  final Map<String, String> names = new ConcurrentHashMap<>();
  final Queue<String> lookedUp = new ConcurrentLinkedQueue<>();
  final List<EgressEvent> judged = java.util.Collections.synchronizedList(new ArrayList<>());
  final LinkedBlockingQueue<EgressEvent> ended = new LinkedBlockingQueue<>();
  final ProxyToken token;
  final int port;
  private final EgressProxy proxy;

  TestRun(List<String> allow) throws Exception {
    this(allow, plan -> plan);
  }

  TestRun(List<String> allow, UnaryOperator<EgressPlan> change) throws Exception {
    this(EgressRules.parse(allow, List.of()), true, change);
  }

  TestRun(EgressRules rules, boolean tokenRequired, UnaryOperator<EgressPlan> change)
      throws IOException {
    token = ProxyToken.random(new SecureRandom(), tokenRequired);
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 600);
    port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    EgressPlan plan = EgressPlan.of(rules, this, token, peer -> true).withResolver(this::resolve);
    proxy = EgressProxy.start(change.apply(plan), listener);
  }

  private List<InetAddress> resolve(String name) throws java.net.UnknownHostException {
    lookedUp.add(name);
    String address = names.get(name);
    if (address == null) {
      throw new java.net.UnknownHostException(name);
    }
    return List.of(InetAddress.ofLiteral(address));
  }

  @Override
  public void judged(EgressEvent event) {
    judged.add(event);
  }

  @Override
  public void ended(EgressEvent event) {
    ended.add(event);
  }

  Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  String authorization() {
    String pair = ProxyToken.USER + ":" + token.text();
    return "Proxy-Authorization: Basic "
        + java.util.Base64.getEncoder().encodeToString(pair.getBytes(ISO_8859_1))
        + "\r\n";
  }

  /** The first line and headers of a request for {@code url}, with the token. */
  String head(String method, String url, String host, String... headers) {
    return method
        + " "
        + url
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\n"
        + authorization()
        + String.join("", headers)
        + "\r\n";
  }

  /** Sends {@code text} and reads to the end. */
  String exchange(String text) throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout(HANGS_MILLIS);
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  /** A tunnel to {@code target} that has been opened. */
  Socket tunnel(String target) throws IOException {
    Socket socket = connect();
    socket.getOutputStream().write(head("CONNECT", target, target).getBytes(ISO_8859_1));
    String answer = readHead(socket);
    if (!answer.startsWith("HTTP/1.1 200 ")) {
      throw new IOException(answer);
    }
    return socket;
  }

  static String readHead(Socket socket) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new java.io.EOFException(head.toString());
      }
      head.append((char) next);
    }
    return head.toString();
  }

  EgressEvent lastJudged() {
    return judged.getLast();
  }

  @Override
  public void close() {
    proxy.close();
  }
}
