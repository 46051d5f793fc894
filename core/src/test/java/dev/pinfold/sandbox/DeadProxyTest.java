package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.egress.EgressEvent;
import dev.pinfold.egress.EgressLog;
import dev.pinfold.egress.EgressPlan;
import dev.pinfold.egress.EgressProxy;
import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.ProxyToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A proxy that dies while a run goes on takes the run's network with it. */
class DeadProxyTest {
  /** Asks for the end of the proxy; all other lines are sent back. */
  private static final String DIE = "die";

  /** Of a client; each line of it that a server answered comes out. */
  private static final String CLIENT =
      """
      trap "" PIPE
      cr=$(printf "\\r")
      tunnel() {
        exec 4<>/dev/tcp/127.0.0.1/$proxy || return
        printf "CONNECT 127.0.0.1:$server HTTP/1.1\\r\\nHost: 127.0.0.1:$server\\r\\n\\r\\n" >&4
        while read -r line <&4 && [ "$line" != "$cr" ]; do :; done
      }
      ask() { echo "$1" >&4 && read -r line <&4 && echo "$line"; }
      ( tunnel && ask before )
      ( tunnel && ask alive
        echo %s >&4
        cat <&4
        ask late )
      ( tunnel && ask after )
      ( exec 4<>/dev/tcp/127.0.0.1/$server && ask direct )
      echo ended
      """
          .formatted(DIE);

  /** What it tells is not looked at. */
  private static final EgressLog SILENT =
      new EgressLog() {
        @Override
        public void judged(EgressEvent event) {}

        @Override
        public void ended(EgressEvent event) {}
      };

  @TempDir Path temporary;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<EgressProxy> proxy = new CompletableFuture<>();

  private void serve(ServerSocket server) {
    try {
      while (true) {
        Socket peer = server.accept();
        Thread.ofVirtual().start(() -> answer(peer));
      }
    } catch (IOException _) {
      // The end of the test.
    }
  }

  private void answer(Socket peer) {
    try (peer;
        var lines =
            new BufferedReader(
                new InputStreamReader(peer.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heard.add(line);
        if (line.equals(DIE)) {
          proxy.join().close();
          return;
        }
        peer.getOutputStream()
            .write(("reached " + line + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException _) {
      // The client's output tells.
    }
  }

  private static String askFromOutside(ServerSocket server) throws IOException {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      socket.getOutputStream().write("outside\n".getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @ParameterizedTest
  @EnumSource
  void afterItNothingIsReachedByAnyRoad(Tier tier) throws Exception {
    var test = new TestPen(temporary.toRealPath());
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Pen pen = test.open(tier, Network.PROXY)) {
      Thread.ofVirtual().start(() -> serve(server));
      Doorway doorway = pen.doorway().orElseThrow();
      int port = server.getLocalPort();
      EgressRules rules = EgressRules.parse(List.of("127.0.0.1:" + port), List.of());
      ProxyToken token = ProxyToken.random(new SecureRandom(), false);
      proxy.complete(
          EgressProxy.start(
              EgressPlan.of(rules, SILENT, token, doorway::admits), doorway.listener()));
      String text =
          "proxy=" + doorway.port() + " server=" + port + " bash -c '" + CLIENT + "' 2>/dev/null";
      assertThat(test.sh(pen, text).output()).isEqualTo("reached before\nreached alive\nended\n");
      assertThat(askFromOutside(server)).as("the control").isEqualTo("reached outside");
      assertThat(heard).containsExactly("before", "alive", DIE, "outside");
    }
  }
}
