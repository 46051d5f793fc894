package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What policy files say about the network, by what reaches a server. */
class PolicyNetworkTest {
  @TempDir Path home;
  private final AtomicInteger asked = new AtomicInteger();
  private Path workspace = Path.of("/");
  private HttpServer server;
  private String place = "";

  @BeforeEach
  void server() throws Exception {
    home = home.toRealPath();
    workspace = Files.createDirectory(home.resolve("ws"));
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 8);
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
    place = "127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Path policy(Path folder, String list, String word) throws Exception {
    Path file = folder.resolve("policy.toml");
    Files.createDirectories(folder);
    return Files.writeString(file, "schema = 1\n\n[network]\n" + list + " = [\"" + word + "\"]\n");
  }

  private Path users(String list, String word) throws Exception {
    return policy(home.resolve(".config/pinfold"), list, word);
  }

  private Path repositorys(String list, String word) throws Exception {
    return policy(workspace.resolve(".pinfold"), list, word);
  }

  private Finished exec(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("exec", "--yes"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "curl", "-sS", "http://" + place + "/"));
    return new Pinfold(home).in(workspace).run(words.toArray(new String[0]));
  }

  private Finished explain(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("explain", "host", place));
    words.addAll(List.of(options));
    return new Pinfold(home).in(workspace).run(words.toArray(new String[0]));
  }

  @Test
  void whatAFileDeniesNoOptionOpens() throws Exception {
    Finished control = exec("--allow-host", place);
    assertThat(control.out()).as("%s", control).isEqualTo("reached\n");
    assertThat(asked).hasValue(1);

    Path users = users("deny", "127.0.0.1");
    Finished refused = exec("--allow-host", place);
    assertThat(refused.out()).as("%s", refused).doesNotContain("reached");
    assertThat(refused.err()).contains("deny 127.0.0.1").doesNotContain("would allow it");
    Finished explained = explain("--allow-host", place);
    assertThat(explained.status()).isEqualTo(20);
    assertThat(explained.out())
        .contains("no, by deny 127.0.0.1", "by the policy file " + users + ":4");

    Files.delete(users);
    repositorys("deny", place);
    refused = exec("--allow-host", place);
    assertThat(refused.out()).as("%s", refused).doesNotContain("reached");
    assertThat(refused.err()).contains("deny " + place);
    assertThat(asked).hasValue(1);
  }

  @Test
  void whatTheUsersFileAllowsIsOpenUnlessTheRunSaysNone() throws Exception {
    Finished control = exec();
    assertThat(control.out()).as("%s", control).doesNotContain("reached");
    assertThat(asked).hasValue(0);

    Path users = users("allow", place);
    Finished allowed = exec();
    assertThat(allowed.out()).as("%s", allowed).isEqualTo("reached\n");
    assertThat(asked).hasValue(1);
    Finished explained = explain();
    assertThat(explained.status()).as("%s", explained).isZero();
    assertThat(explained.out()).contains("yes, by " + place, "by the policy file " + users + ":4");

    Finished none = exec("--net", "none");
    assertThat(none.out()).as("%s", none).doesNotContain("reached");
    assertThat(explain("--net", "none").status()).isEqualTo(20);
    assertThat(asked).hasValue(1);
  }

  @Test
  void aWordThatIsNoneIsNotTakenForAHost() throws Exception {
    for (String word : List.of("opne", "all", "regsitry:npm", "")) {
      for (Finished stopped : List.of(exec("--net", word), explain("--net", word))) {
        assertThat(stopped.status()).as("%s", stopped).isEqualTo(2);
        assertThat(stopped.err()).contains("no word '" + word + "'", "--allow-host");
      }
    }
    for (String host : List.of("example.org", "localhost", "[::1]:8080", "build:8080")) {
      assertThat(explain("--net", host).err()).as(host).doesNotContain("no word");
    }
  }

  /** Whoever can commit there would open the network of everybody who works there. */
  @Test
  void aRepositoryThatOpensAHostStopsTheRun() throws Exception {
    Path file = repositorys("allow", place);
    for (Finished stopped : List.of(exec(), exec("--allow-host", place), explain())) {
      assertThat(stopped.status()).as("%s", stopped).isEqualTo(2);
      assertThat(stopped.err())
          .contains(file + ":4: ", "may only tighten", "'" + place + "'", "your own policy file");
    }
    assertThat(asked).hasValue(0);
  }
}
