package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that may reach one host: that host by its proxy, and nothing else in any way. */
class EgressTest {
  /** Each prints {@code reached} when the server at port {@code $1} answers it. */
  private static final List<String> ROADS =
      List.of(
          "curl -s --noproxy '*' http://127.0.0.1:$1/",
          "curl -s --noproxy '*' --resolve a.example:$1:127.0.0.1 http://a.example:$1/",
          "env -i PATH=\"$PATH\" curl -s http://127.0.0.1:$1/",
          "python3 -c 'import socket, sys; s = socket.create_connection((\"127.0.0.1\","
              + " int(sys.argv[1]))); s.send(b\"GET / HTTP/1.0\\r\\n\\r\\n\");"
              + " print(s.recv(9999).decode())' $1",
          "exec 3<>/dev/tcp/127.0.0.1/$1; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3");

  static Stream<Arguments> everybody() {
    return Identity.all()
        .flatMap(
            identity -> Stream.of("full", "landlock").map(tier -> Arguments.of(identity, tier)));
  }

  private static HttpServer server(AtomicInteger asked) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 8);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          byte[] body = "reached\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  @ParameterizedTest
  @MethodSource("everybody")
  void theNamedHostIsReachedByTheProxyAndNothingElseByAnything(Identity identity, String tier)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger askedElsewhere = new AtomicInteger();
    HttpServer named = server(asked);
    HttpServer other = server(askedElsewhere);
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      int port = named.getAddress().getPort();
      int elsewhere = other.getAddress().getPort();
      for (String road : ROADS) {
        assertThat(
                Script.run(
                        List.of("bash", "-c", road, "bash", String.valueOf(elsewhere)),
                        stage.workspace(),
                        stage.environment())
                    .out())
            .as("the control: %s", road)
            .contains("reached");
      }
      int before = askedElsewhere.get();
      List<String> options =
          List.of("--sandbox=" + tier, "--allow-host", "127.0.0.1:" + port, "--yes");
      Script allowed = pen.exec(options, List.of("curl", "-s", "http://127.0.0.1:" + port + "/"));
      assertThat(allowed.out()).as("%s", allowed).isEqualTo("reached\n");
      assertThat(asked).hasValue(1);

      Script refused =
          pen.exec(options, List.of("curl", "-s", "http://127.0.0.1:" + elsewhere + "/"));
      assertThat(refused.out()).doesNotContain("reached");
      assertThat(refused.err()).contains("--allow-host");
      for (String road : ROADS) {
        for (int target : new int[] {port, elsewhere}) {
          Script run =
              pen.exec(options, List.of("bash", "-c", road, "bash", String.valueOf(target)));
          assertThat(run.out()).as("%s: %s", road, run).doesNotContain("reached");
        }
      }
      assertThat(asked).hasValue(1);
      assertThat(askedElsewhere).hasValue(before);
      Script none =
          pen.exec(
              List.of("--sandbox=" + tier, "--yes"),
              List.of("curl", "-s", "http://127.0.0.1:" + port + "/"));
      assertThat(none.exit()).as("%s", none).isNotZero();
      assertThat(asked).hasValue(1);
    } finally {
      named.stop(0);
      other.stop(0);
    }
  }
}
