package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

/** Tunnels by CONNECT and SOCKS 5, to servers on loopback. */
class TunnelTest {
  private static List<String> grants(TestServer server) {
    return List.of("127.0.0.1:" + server.port(), "site.example:" + server.port());
  }

  private static TestRun run(List<String> allow) throws Exception {
    var run = new TestRun(allow);
    run.names.put("site.example", "127.0.0.1");
    return run;
  }

  @Test
  void bytesPassBothWaysAndEachEndIsPassedOn() throws Exception {
    try (TestServer server = TestServer.echo();
        TestRun run = run(grants(server));
        Socket tunnel = run.tunnel("site.example:" + server.port())) {
      tunnel.getOutputStream().write("ping".getBytes(UTF_8));
      assertThat(tunnel.getInputStream().readNBytes(4)).isEqualTo("ping".getBytes(UTF_8));
      tunnel.shutdownOutput();
      assertThat(tunnel.getInputStream().read()).isEqualTo(-1);
      EgressEvent event = run.ended.take();
      assertThat(event.bytesOut()).isEqualTo(4);
      assertThat(event.bytesIn()).isEqualTo(4);
    }
  }

  @Test
  void aServerMaySpeakFirst() throws Exception {
    try (var server =
            new TestServer(socket -> socket.getOutputStream().write("220 hello".getBytes(UTF_8)));
        TestRun run = run(grants(server));
        Socket tunnel = run.tunnel("127.0.0.1:" + server.port())) {
      assertThat(tunnel.getInputStream().readAllBytes()).isEqualTo("220 hello".getBytes(UTF_8));
    }
  }

  @Test
  void aRefusedTunnelReachesNobody() throws Exception {
    try (TestServer server = TestServer.echo();
        TestRun run = run(List.of("other.example"))) {
      assertThatThrownBy(() -> run.tunnel("127.0.0.1:" + server.port()))
          .hasMessageContaining("HTTP/1.1 403");
      assertThat(server.connections).isEmpty();
    }
  }

  @Test
  void tlsMustAskForTheHostThatTheTunnelLeadsTo() throws Exception {
    var received = new LinkedBlockingQueue<Integer>();
    try (var server =
            new TestServer(socket -> received.add(socket.getInputStream().readAllBytes().length));
        TestRun run = run(grants(server))) {
      byte[] right = hello("site.example");
      send(run.tunnel("site.example:" + server.port()), right);
      assertThat(received.take()).isEqualTo(right.length);
      for (byte[] wrong :
          List.of(
              hello("evil.example"),
              hello(""),
              encrypted(hello("site.example")),
              "\u0016\u0003\u0001\u0000\u0005junk".getBytes(ISO_8859_1))) {
        send(run.tunnel("site.example:" + server.port()), wrong);
        assertThat(received.take()).isZero();
        assertThat(run.ended.take().verdict()).isNotNull();
      }
      // Cut into single bytes it is the same hello.
      try (Socket tunnel = run.tunnel("site.example:" + server.port())) {
        tunnel.setTcpNoDelay(true);
        for (byte one : hello("evil.example")) {
          tunnel.getOutputStream().write(one);
        }
        assertThat(received.take()).isZero();
      } catch (IOException _) {
        assertThat(received.take()).isZero();
      }
    }
  }

  private static void send(Socket tunnel, byte[] bytes) throws IOException {
    try (tunnel) {
      tunnel.getOutputStream().write(bytes);
      tunnel.shutdownOutput();
      tunnel.getInputStream().readAllBytes();
    } catch (IOException _) {
      // What is refused may be reset.
    }
  }

  /** What a JDK client sends first. */
  private static byte[] hello(String name) throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setServerNames(name.isEmpty() ? List.of() : List.of(new SNIHostName(name)));
    engine.setSSLParameters(parameters);
    var out = java.nio.ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(java.nio.ByteBuffer.allocate(0), out);
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /** With the extension of ECH at its end, empty. */
  private static byte[] encrypted(byte[] hello) {
    byte[] longer = java.util.Arrays.copyOf(hello, hello.length + 4);
    longer[hello.length] = (byte) 0xFE;
    longer[hello.length + 1] = 0x0D;
    int record = ((hello[3] & 0xFF) << 8 | (hello[4] & 0xFF)) + 4;
    longer[3] = (byte) (record >> 8);
    longer[4] = (byte) record;
    int message = ((hello[7] & 0xFF) << 8 | (hello[8] & 0xFF)) + 4;
    longer[7] = (byte) (message >> 8);
    longer[8] = (byte) message;
    int at = 9 + 2 + 32;
    at += 1 + hello[at];
    at += 2 + ((hello[at] & 0xFF) << 8 | (hello[at + 1] & 0xFF));
    at += 1 + hello[at];
    int extensions = ((hello[at] & 0xFF) << 8 | (hello[at + 1] & 0xFF)) + 4;
    longer[at] = (byte) (extensions >> 8);
    longer[at + 1] = (byte) extensions;
    return longer;
  }

  @Test
  void requestsInATunnelAreReadAsSuch() throws Exception {
    try (var server =
            new TestServer(
                socket -> {
                  TestRun.readHead(socket);
                  socket
                      .getOutputStream()
                      .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(ISO_8859_1));
                  socket.getInputStream().readAllBytes();
                });
        TestRun run = run(grants(server))) {
      String place = "site.example:" + server.port();
      try (Socket tunnel = run.tunnel(place)) {
        tunnel
            .getOutputStream()
            .write(("GET /x HTTP/1.1\r\nHost: " + place + "\r\n\r\n").getBytes(ISO_8859_1));
        assertThat(TestRun.readHead(tunnel)).startsWith("HTTP/1.1 204 ");
      }
      assertThat(run.lastJudged().attempt().request()).contains(new Attempt.Request("GET", "/x"));
      try (Socket tunnel = run.tunnel(place)) {
        tunnel
            .getOutputStream()
            .write("GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(ISO_8859_1));
        assertThat(TestRun.readHead(tunnel)).startsWith("HTTP/1.1 400 ");
      }
    }
  }

  @Test
  void whereAPurposeNeedsRequestsNothingElsePasses() throws Exception {
    var received = new LinkedBlockingQueue<Integer>();
    try (var server =
            new TestServer(socket -> received.add(socket.getInputStream().readAllBytes().length));
        TestRun run = run(List.of("model:http://127.0.0.1:" + server.port()))) {
      send(run.tunnel("127.0.0.1:" + server.port()), hello(""));
      assertThat(received.take()).isZero();
      for (String bytes :
          List.of("SSH-2.0-x\r\n", "\0\0\0\u0008", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) {
        send(run.tunnel("127.0.0.1:" + server.port()), bytes.getBytes(ISO_8859_1));
        assertThat(received.take()).as(bytes).isZero();
      }
    }
  }

  @Test
  void socksLeadsWhereConnectDoes() throws Exception {
    try (TestServer server = TestServer.echo();
        TestRun run = run(grants(server))) {
      for (byte[] host : List.of(name("site.example"), new byte[] {1, 127, 0, 0, 1}, mapped())) {
        try (Socket socket = run.connect()) {
          assertThat(socks(socket, run.token.text(), host, server.port())).isZero();
          socket.getOutputStream().write("ping".getBytes(UTF_8));
          assertThat(socket.getInputStream().readNBytes(4)).isEqualTo("ping".getBytes(UTF_8));
        }
      }
      for (byte[] host :
          List.of(
              name("evil.example"),
              name("site.example\0.evil"),
              name("127.0.0.2"),
              new byte[] {1, 127, 0, 0, 2})) {
        try (Socket socket = run.connect()) {
          assertThat(socks(socket, run.token.text(), host, server.port())).isEqualTo(2);
        }
      }
      try (Socket socket = run.connect()) {
        assertThat(socks(socket, "wrong", name("site.example"), server.port())).isEqualTo(-1);
      }
      assertThat(server.connections).hasSize(3);
    }
  }

  private static byte[] name(String name) {
    byte[] text = name.getBytes(ISO_8859_1);
    byte[] out = new byte[text.length + 2];
    out[0] = 3;
    out[1] = (byte) text.length;
    System.arraycopy(text, 0, out, 2, text.length);
    return out;
  }

  private static byte[] mapped() {
    byte[] out = new byte[17];
    out[0] = 4;
    out[11] = -1;
    out[12] = -1;
    out[13] = 127;
    out[16] = 1;
    return out;
  }

  /** The reply's code; -1 if the client was not let in. */
  private static int socks(Socket socket, String password, byte[] host, int port)
      throws IOException {
    var in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write(new byte[] {5, 1, 2});
    assertThat(in.readUnsignedShort()).isEqualTo(0x0502);
    var login = new ByteArrayOutputStream();
    login.write(1);
    login.write(ProxyToken.USER.length());
    login.writeBytes(ProxyToken.USER.getBytes(UTF_8));
    login.write(password.length());
    login.writeBytes(password.getBytes(UTF_8));
    socket.getOutputStream().write(login.toByteArray());
    if ((in.readUnsignedShort() & 0xFF) != 0) {
      assertThat(in.read()).isEqualTo(-1);
      return -1;
    }
    var request = new ByteArrayOutputStream();
    request.writeBytes(new byte[] {5, 1, 0});
    request.writeBytes(host);
    request.write(port >> 8);
    request.write(port);
    socket.getOutputStream().write(request.toByteArray());
    byte[] reply = in.readNBytes(10);
    return reply[1];
  }

  @Test
  void aBudgetEndsAStreamInItsMiddle() throws Exception {
    var received = new AtomicInteger();
    var over = new CountDownLatch(1);
    try (var server =
            new TestServer(
                socket -> {
                  InputStream in = socket.getInputStream();
                  try {
                    for (int read = in.read(new byte[1000]);
                        read > 0;
                        read = in.read(new byte[1000])) {
                      received.addAndGet(read);
                    }
                  } finally {
                    over.countDown();
                  }
                });
        var run =
            new TestRun(
                grants(server),
                plan -> plan.withBudget(new EgressBudget(100_000, 100_000, 2, 1)))) {
      run.names.put("site.example", "127.0.0.1");
      try (Socket tunnel = run.tunnel("127.0.0.1:" + server.port())) {
        assertThatThrownBy(
                () -> {
                  while (true) {
                    tunnel.getOutputStream().write(new byte[10_000]);
                  }
                })
            .isInstanceOf(IOException.class);
      }
      over.await();
      assertThat(received.get()).isLessThanOrEqualTo(100_000);
      EgressEvent event = run.ended.take();
      assertThat(event.verdict()).isInstanceOf(Verdict.Refused.class);
      assertThat(event.verdict().rule()).isEqualTo("budget");
      assertThat(event.bytesOut()).isLessThanOrEqualTo(100_000);
      assertThatThrownBy(() -> run.tunnel("127.0.0.1:" + server.port()))
          .hasMessageContaining("403");
    }
  }

  @Test
  void hostsAndConnectionsAreCounted() throws Exception {
    try (TestServer server = TestServer.echo();
        var run =
            new TestRun(
                grants(server),
                plan -> plan.withBudget(new EgressBudget(1 << 20, 1 << 20, 2, 1)))) {
      run.names.put("site.example", "127.0.0.1");
      run.tunnel("127.0.0.1:" + server.port()).close();
      assertThatThrownBy(() -> run.tunnel("site.example:" + server.port()))
          .hasMessageContaining("different hosts");
      run.tunnel("127.0.0.1:" + server.port()).close();
      assertThatThrownBy(() -> run.tunnel("127.0.0.1:" + server.port()))
          .hasMessageContaining("connections");
    }
  }

  @Test
  void manyMebibytesArriveAsTheyWereSent() throws Exception {
    var digests = new LinkedBlockingQueue<byte[]>();
    try (var server =
            new TestServer(
                socket -> {
                  MessageDigest digest = MessageDigest.getInstance("SHA-256");
                  byte[] buffer = new byte[8192];
                  InputStream in = socket.getInputStream();
                  for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    digest.update(buffer, 0, read);
                  }
                  digests.add(digest.digest());
                });
        TestRun run = run(grants(server));
        Socket tunnel = run.tunnel("127.0.0.1:" + server.port())) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      var random = new java.util.Random(7);
      byte[] block = new byte[64 * 1024];
      for (int i = 0; i < 1024; i++) {
        random.nextBytes(block);
        digest.update(block);
        tunnel.getOutputStream().write(block);
      }
      tunnel.shutdownOutput();
      assertThat(digests.take()).isEqualTo(digest.digest());
    }
  }

  @Test
  void fiveHundredTunnelsAreOpenAtOnce() throws Exception {
    try (TestServer server = TestServer.echo();
        TestRun run = run(grants(server))) {
      List<Socket> tunnels = new ArrayList<>();
      try {
        for (int i = 0; i < 500; i++) {
          tunnels.add(run.tunnel("127.0.0.1:" + server.port()));
        }
        for (Socket tunnel : tunnels) {
          tunnel.getOutputStream().write("ping".getBytes(UTF_8));
        }
        for (Socket tunnel : tunnels) {
          assertThat(tunnel.getInputStream().readNBytes(4)).isEqualTo("ping".getBytes(UTF_8));
        }
      } finally {
        for (Socket tunnel : tunnels) {
          tunnel.close();
        }
      }
    }
  }
}
