package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that the run uses without having them, at a real server. */
class InjectionTest {
  private static final String VALUE = "real-value-0123";
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private HttpServer site;
  private String home;
  private String other;

  @BeforeEach
  void startSite() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestURI().toString());
          exchange
              .getRequestHeaders()
              .forEach((name, values) -> values.forEach(value -> seen.add(name + ": " + value)));
          seen.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    site.start();
    int port = site.getAddress().getPort();
    home = "home.example:" + port;
    other = "other.example:" + port;
  }

  @AfterEach
  void stopSite() {
    site.stop(0);
  }

  private TestRun run(Injection injection) throws Exception {
    String loopback = "127.0.0.1:" + site.getAddress().getPort();
    var run =
        new TestRun(
            List.of("model:http://" + home + "/v1", other, loopback),
            plan -> plan.withInjections(List.of(injection)));
    run.names.put("home.example", "127.0.0.1");
    run.names.put("other.example", "127.0.0.1");
    return run;
  }

  private static Injection injection(String word, String value) throws EgressSyntaxException {
    return Injection.parse(word, Secret.of(value), new SecureRandom());
  }

  private static String post(TestRun run, String place, String path, String body, String... headers)
      throws IOException {
    return run.exchange(
        run.head(
                "POST",
                "http://" + place + path,
                place,
                String.join("", headers),
                "Connection: close\r\n",
                "Content-Length: " + body.length() + "\r\n")
            + body);
  }

  @Test
  void theRealValueReachesItsHostAlone() throws Exception {
    Injection key = injection("KEY=" + home, VALUE);
    try (TestRun run = run(key)) {
      assertThat(key.standIn()).doesNotContain(VALUE);
      String basic = Base64.getEncoder().encodeToString(("me:" + key.standIn()).getBytes(UTF_8));
      post(
          run,
          home,
          "/v1/x",
          "",
          "Authorization: Bearer " + key.standIn() + "\r\n",
          "X-Key: " + key.standIn() + "\r\n");
      post(run, home, "/v1/x", "", "Authorization: Basic " + basic + "\r\n");
      assertThat(seen)
          .contains(
              "Authorization: Bearer " + VALUE,
              "X-key: " + VALUE,
              "Authorization: Basic "
                  + Base64.getEncoder().encodeToString(("me:" + VALUE).getBytes(UTF_8)));
      seen.clear();
      for (String text :
          List.of(
              key.standIn(), VALUE, Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_8)))) {
        assertThat(post(run, other, "/", "", "X-Key: " + text + "\r\n"))
            .startsWith("HTTP/1.1 403 ");
        assertThat(run.lastJudged().verdict().rule()).isEqualTo("secrets");
        assertThat(post(run, other, "/?k=" + text.replace("=", "%3d"), ""))
            .startsWith("HTTP/1.1 403 ");
        assertThat(post(run, other, "/", "{\"k\":\"" + text + "\"}")).startsWith("HTTP/1.1 403 ");
      }
      assertThat(seen).noneMatch(line -> line.contains(key.standIn()) || line.contains(VALUE));
      assertThat(post(run, other, "/", "harmless")).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void aNamedHeaderIsTheProxysOwn() throws Exception {
    try (TestRun run = run(injection("KEY=" + home + ":x-api-key", VALUE))) {
      post(run, home, "/v1/x", "", "X-Api-Key: the-runs-own\r\n");
      assertThat(seen)
          .contains("X-api-key: " + VALUE)
          .noneMatch(line -> line.contains("the-runs-own"));
    }
    try (TestRun run = run(injection("KEY=" + home + ":Authorization", VALUE))) {
      post(run, home, "/v1/x", "");
      assertThat(seen).contains("Authorization: Bearer " + VALUE);
    }
  }

  /** A credential goes out in clear text only where the user names the port. */
  @Test
  void withoutAPortItIsForTlsAlone() throws Exception {
    try (TestRun run = run(injection("KEY=home.example:Authorization", VALUE))) {
      post(run, home, "/v1/x", "");
      assertThat(seen).isNotEmpty().noneMatch(line -> line.contains(VALUE));
    }
  }

  @Test
  void aRefusedRequestGetsNoCredential() throws Exception {
    try (TestRun run = run(injection("KEY=" + home + ":Authorization", VALUE))) {
      assertThat(post(run, home, "/admin", "")).startsWith("HTTP/1.1 403 ").doesNotContain(VALUE);
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void aUserWithAColonIsRefused() throws Exception {
    Injection key = injection("KEY=" + home, "user:password");
    try (TestRun run = run(key)) {
      String basic = Base64.getEncoder().encodeToString((key.standIn() + ":x").getBytes(UTF_8));
      assertThat(post(run, home, "/v1/x", "", "Authorization: Basic " + basic + "\r\n"))
          .startsWith("HTTP/1.1 400 ");
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void wordsThatInjectNothingAreErrors() {
    for (String word :
        List.of(
            "KEY",
            "=home.example",
            "KEY=",
            "KEY=home.example:Host",
            "KEY=home.example:X Y",
            "KEY=*",
            "1K=home.example")) {
      assertThatThrownBy(() -> injection(word, VALUE))
          .as(word)
          .isInstanceOf(EgressSyntaxException.class);
    }
  }
}
