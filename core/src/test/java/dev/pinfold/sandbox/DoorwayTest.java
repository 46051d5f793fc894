package dev.pinfold.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.sandbox.TestPen.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The one way out of a pen, and that it is the only one. */
class DoorwayTest {
  private static final String HELLO = "exec 3<>/dev/tcp/127.0.0.1/%d && head -1 <&3";

  @TempDir Path temporary;
  private TestPen test;

  @BeforeEach
  void inACanonicalFolder() throws Exception {
    test = new TestPen(temporary.toRealPath());
  }

  /** Says who was admitted, on virtual threads, as a proxy would. */
  private static void serve(Doorway doorway) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  SocketChannel peer = doorway.listener().accept();
                  Thread.ofVirtual().start(() -> greet(doorway, peer));
                }
              } catch (ClosedChannelException end) {
                return;
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void greet(Doorway doorway, SocketChannel peer) {
    try (peer) {
      boolean ours = doorway.admits((InetSocketAddress) peer.getRemoteAddress());
      peer.write(ByteBuffer.wrap((ours ? "welcome\n" : "stranger\n").getBytes(US_ASCII)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotations are Error Prone's, no dependency
  private String bash(Pen pen, String text, Object... values) throws Exception {
    String command = String.format(Locale.ROOT, text, values);
    Ended ended = test.sh(pen, "exec 2>&1; bash -c '" + command + "'");
    return ended.output();
  }

  @ParameterizedTest
  @EnumSource
  void aCommandReachesItAndIsKnownAsTheRuns(Tier tier) throws Exception {
    try (Pen pen = test.open(tier, Network.PROXY)) {
      Doorway doorway = pen.doorway().orElseThrow();
      serve(doorway);
      for (int i = 0; i < 3; i++) {
        assertThat(bash(pen, HELLO, doorway.port())).isEqualTo("welcome\n");
      }
      assertThat(pen.end()).isTrue();
      assertThat(pen.denials())
          .noneMatch(refused -> refused.denial().target().text().contains(":"));
    }
  }

  /**
   * Each target can be reached outside; a port rule of Landlock alone would let the second pass.
   */
  @ParameterizedTest
  @EnumSource
  void nothingElseOfThisMachineCanBeReached(Tier tier) throws Exception {
    try (Pen pen = test.open(tier, Network.PROXY);
        ServerSocket other = new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1"));
        ServerSocket samePort =
            new ServerSocket(
                pen.doorway().orElseThrow().port(), 8, InetAddress.ofLiteral("127.0.0.2"))) {
      serve(pen.doorway().orElseThrow());
      for (ServerSocket server : List.of(other, samePort)) {
        String host = server.getInetAddress().getHostAddress();
        try (Socket control = new Socket(host, server.getLocalPort());
            Socket peer = server.accept()) {
          assertThat(peer.getRemoteSocketAddress()).isEqualTo(control.getLocalSocketAddress());
        }
        String text = "exec 3<>/dev/tcp/%s/%d && echo reached";
        assertThat(bash(pen, text, host, server.getLocalPort())).doesNotContain("reached");
        server.setSoTimeout(1);
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @Test
  void aStrangerOfThisMachineIsKnownAsOne() throws Exception {
    try (Pen pen = test.open(Tier.LANDLOCK, Network.PROXY)) {
      int port = pen.doorway().orElseThrow().port();
      serve(pen.doorway().orElseThrow());
      try (Socket stranger = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
        assertThat(new String(stranger.getInputStream().readAllBytes(), US_ASCII))
            .isEqualTo("stranger\n");
      }
      assertThat(bash(pen, HELLO, port)).isEqualTo("welcome\n");
    }
  }

  @Test
  void insideItsOwnNetworkNobodyOutsideFindsIt() throws Exception {
    try (Pen pen = test.open(Tier.FULL, Network.PROXY)) {
      int port = pen.doorway().orElseThrow().port();
      serve(pen.doorway().orElseThrow());
      assertThatThrownBy(() -> new Socket(InetAddress.ofLiteral("127.0.0.1"), port))
          .isInstanceOf(IOException.class);
      assertThat(bash(pen, HELLO, port)).isEqualTo("welcome\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whenNobodyServesItAnyMoreThereIsNoNetwork(Tier tier) throws Exception {
    try (Pen pen = test.open(tier, Network.PROXY)) {
      Doorway doorway = pen.doorway().orElseThrow();
      serve(doorway);
      assertThat(bash(pen, HELLO, doorway.port())).isEqualTo("welcome\n");
      doorway.listener().close();
      assertThat(bash(pen, HELLO, doorway.port())).contains("refused");
    }
  }

  /** A blocking client that has something to say waits for the connection, not for an answer. */
  @ParameterizedTest
  @EnumSource
  void whoSpeaksFirstIsHeard(Tier tier) throws Exception {
    try (Pen pen = test.open(tier, Network.PROXY)) {
      Doorway doorway = pen.doorway().orElseThrow();
      Thread.ofVirtual().start(() -> echo(doorway));
      String text = "exec 3<>/dev/tcp/127.0.0.1/%d && echo first >&3 && head -1 <&3";
      assertThat(bash(pen, text, doorway.port())).isEqualTo("first\n");
    }
  }

  private static void echo(Doorway doorway) {
    try (SocketChannel peer = doorway.listener().accept()) {
      ByteBuffer said = ByteBuffer.allocate(64);
      peer.read(said);
      peer.write(said.flip());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** More at once than the supervisor has hands: it must wait for none of them. */
  @ParameterizedTest
  @EnumSource
  void manyConnectionsAtOnceAreAllTheRuns(Tier tier) throws Exception {
    try (Pen pen = test.open(tier, Network.PROXY)) {
      serve(pen.doorway().orElseThrow());
      String text =
          "for i in $(seq 200); do (exec 3<>/dev/tcp/127.0.0.1/%d && head -1 <&3) & done; wait";
      assertThat(bash(pen, text, pen.doorway().orElseThrow().port()).lines())
          .hasSize(200)
          .containsOnly("welcome");
    }
  }
}
