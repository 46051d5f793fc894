package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.ExitStatus;
import dev.pinfold.sandbox.TestPen.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Unix sockets between two commands of one run: closed in both tiers, by path and by abstract name,
 * because nobody could tell them from those of others. What takes their place works.
 */
class UnixSocketsTest {
  /** Its command ends when it serves or can't; the server lives on until it has had a guest. */
  private static final String SERVER =
      """
      import os, socket, sys
      try:
          server = socket.socket(socket.AF_UNIX)
          server.bind(sys.argv[1].replace('@', '\\0'))
          server.listen()
          if os.fork() > 0:
              print('serves')
              sys.exit()
          os.closerange(0, 3)
          server.accept()[0].sendall(b'reached')
      except OSError as error:
          print(error.errno)
      """;

  private static final String CLIENT =
      """
      import socket, sys
      try:
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1].replace('@', '\\0'))
          print(client.recv(7).decode())
      except OSError as error:
          print(error.errno)
      """;

  private static final String PAIR =
      "python3 -c \"import socket; a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1))\"";

  @TempDir Path temporary;
  private TestPen test = new TestPen(Path.of("/"));

  @BeforeEach
  void aServerAndAClient() throws Exception {
    test = new TestPen(temporary.toRealPath());
    Files.writeString(test.workspace().resolve("server.py"), SERVER);
    Files.writeString(test.workspace().resolve("client.py"), CLIENT);
  }

  static Stream<Arguments> tiersAndNames() {
    return Stream.of(Tier.values())
        .flatMap(tier -> Stream.of("socket", "@pinfold-%d").map(name -> Arguments.of(tier, name)));
  }

  @ParameterizedTest
  @MethodSource("tiersAndNames")
  void areClosedBetweenCommands(Tier tier, String form) throws Exception {
    String name = form.formatted(System.nanoTime());
    String serve = "python3 server.py '%s'".formatted(name);
    String connect = "python3 client.py '%s'".formatted(name);
    try (Pen free = Pen.unlocked(Limits.DEFAULT)) {
      assertThat(test.sh(free, serve).output()).isEqualTo("serves\n");
      assertThat(test.sh(free, connect).output()).as("control").isEqualTo("reached\n");
    }
    Files.deleteIfExists(test.workspace().resolve(name));
    try (Pen pen = test.open(tier)) {
      assertThat(test.sh(pen, serve).output()).as("EACCES").isEqualTo("13\n");
      assertThat(test.sh(pen, connect).output()).isEqualTo("13\n");
      assertThat(test.workspace().resolve(name)).doesNotExist();
      assertThat(pen.denials())
          .anySatisfy(
              counted ->
                  assertThat(counted.denial().reason())
                      .contains("programs of one run have", "socket pairs"));
    }
  }

  @ParameterizedTest
  @EnumSource(Tier.class)
  void connectedPairsWork(Tier tier) throws Exception {
    try (Pen pen = test.open(tier)) {
      Ended ended = test.sh(pen, PAIR);
      assertThat(ended.output()).isEqualTo("b'x'\n");
      assertThat(ended.status()).isEqualTo(new ExitStatus.Exited(0));
    }
  }
}
