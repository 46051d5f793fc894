package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS that the user lets the proxy look into, to a real HTTPS server. */
class InterceptionTest {
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final TestTls tls = new TestTls();
  private final RunAuthority authority = RunAuthority.create(new SecureRandom(), Clock.systemUTC());
  private HttpsServer site;
  private String place;
  private List<String> granted;

  @BeforeEach
  void startSite() throws Exception {
    startSite("site.example");
  }

  private void startSite(String name) throws Exception {
    site = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.setHttpsConfigurator(new HttpsConfigurator(tls.server(name)));
    site.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          seen.add("Authorization: " + exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body = exchange.getRequestBody().readAllBytes();
          byte[] answer = ("hello " + body.length).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    site.start();
    int port = site.getAddress().getPort();
    place = "site.example:" + port;
    granted = List.of("model:https://" + place + "/v1", "127.0.0.1:" + port);
  }

  @AfterEach
  void stopSite() {
    site.stop(0);
  }

  private TestRun run(List<String> intercepted, SSLContext towardsServers, Injection... injections)
      throws Exception {
    Interception interception =
        Interception.of(intercepted, authority, towardsServers, new SecureRandom());
    var run =
        new TestRun(
            granted,
            plan -> plan.withInterception(interception).withInjections(List.of(injections)));
    run.names.put("site.example", "127.0.0.1");
    return run;
  }

  /** What a careful client does: a tunnel, TLS that proves the name, one request. */
  private String request(TestRun run, SSLContext trust, String head) throws Exception {
    try (Socket tunnel = run.tunnel(place);
        var socket =
            (SSLSocket)
                trust
                    .getSocketFactory()
                    .createSocket(tunnel, "site.example", site.getAddress().getPort(), true)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      socket
          .getOutputStream()
          .write(
              (head + " HTTP/1.1\r\nHost: " + place + "\r\nConnection: close\r\n\r\n")
                  .getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void aPurposeIsKeptInsideTls() throws Exception {
    SSLContext trust = TestTls.trusting(authority);
    try (TestRun run = run(List.of("site.example"), tls.client())) {
      assertThat(request(run, trust, "GET /v1/models"))
          .startsWith("HTTP/1.1 200 ")
          .endsWith("hello 0");
      assertThat(run.lastJudged().attempt().protocol()).isEqualTo(Attempt.Protocol.HTTPS);
      assertThat(request(run, trust, "PUT /v1/models")).startsWith("HTTP/1.1 403 ");
      assertThat(request(run, trust, "GET /admin")).startsWith("HTTP/1.1 403 ");
      assertThat(seen)
          .contains("GET /v1/models")
          .noneMatch(line -> line.contains("admin") || line.startsWith("PUT"));
    }
  }

  @Test
  void withoutTheUsersWordTlsIsNotLookedInto() throws Exception {
    try (TestRun run = run(List.of("other.example"), tls.client())) {
      assertThat(request(run, tls.client(), "GET /admin")).startsWith("HTTP/1.1 200 ");
      assertThatThrownBy(() -> request(run, TestTls.trusting(authority), "GET /admin"))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void thePlanSaysWhichPurposesItCantKeep() throws Exception {
    EgressRules rules =
        EgressRules.parse(
            List.of("registry:npm", "model:http://a.example/v1", "b.example", granted.getFirst()),
            List.of());
    EgressPlan plan =
        EgressPlan.of(rules, new Silent(), ProxyToken.random(new SecureRandom(), true), _ -> true);
    assertThat(plan.unseenPurposes())
        .contains("registry:npm", granted.getFirst())
        .doesNotContain("b.example");
    Interception some =
        Interception.of(
            List.of("registry.npmjs.org", "site.example"),
            authority,
            tls.client(),
            new SecureRandom());
    assertThat(plan.withInterception(some).unseenPurposes()).isEmpty();
  }

  private static final class Silent implements EgressLog {
    @Override
    public void judged(EgressEvent event) {}

    @Override
    public void ended(EgressEvent event) {}
  }

  @Test
  void aServerThatCantProveItselfIsNotTalkedTo() throws Exception {
    SSLContext nobody =
        TestTls.trusting(RunAuthority.create(new SecureRandom(), Clock.systemUTC()));
    try (TestRun run = run(List.of("site.example"), nobody)) {
      assertThat(request(run, TestTls.trusting(authority), "GET /v1/models"))
          .startsWith("HTTP/1.1 502 ");
      assertThat(seen).isEmpty();
    }
    stopSite();
    startSite("another.example");
    try (TestRun run = run(List.of("site.example"), tls.client())) {
      assertThat(request(run, TestTls.trusting(authority), "GET /v1/models"))
          .startsWith("HTTP/1.1 502 ");
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void aCredentialIsPutIntoTlsThatIsLookedInto() throws Exception {
    Injection key =
        Injection.parse(
            "KEY=" + place + ":Authorization", Secret.of("real-value-0123"), new SecureRandom());
    try (TestRun run = run(List.of("site.example"), tls.client(), key)) {
      assertThat(request(run, TestTls.trusting(authority), "GET /v1/models"))
          .startsWith("HTTP/1.1 200 ");
      assertThat(seen).contains("Authorization: Bearer real-value-0123");
    }
  }

  @Test
  void theFilesHoldNoKeyAndEachRunHasItsOwn(@TempDir Path folder) throws Exception {
    TrustFiles files = TrustFiles.write(folder, authority, TrustedAuthorities.of(Map.of()));
    assertThat(Files.readString(files.all()))
        .endsWith(Files.readString(files.authority()))
        .doesNotContain("PRIVATE");
    KeyStore store =
        KeyStore.getInstance(files.keyStore().toFile(), TrustFiles.PASSWORD.toCharArray());
    assertThat(store.getCertificateAlias(authority.certificate())).isNotNull();
    for (String alias : java.util.Collections.list(store.aliases())) {
      assertThat(store.isCertificateEntry(alias)).isTrue();
    }
    RunAuthority other = RunAuthority.create(new SecureRandom(), Clock.systemUTC());
    assertThat(other.certificate().getPublicKey())
        .isNotEqualTo(authority.certificate().getPublicKey());
    assertThat(other.certificate().getSubjectX500Principal())
        .isNotEqualTo(authority.certificate().getSubjectX500Principal());
  }

  @Test
  void ordinaryClientsTakeTheCertificates(@TempDir Path folder) throws Exception {
    TrustFiles files = TrustFiles.write(folder, authority, TrustedAuthorities.of(Map.of()));
    try (TestRun run = run(List.of("site.example"), tls.client())) {
      String url = "https://" + place + "/v1/models";
      Map<String, String> environment =
          Map.of("https_proxy", run.token.url(run.port), "SSL_CERT_FILE", files.all().toString());
      Program curl =
          Program.run(
              folder, environment, List.of("curl", "-sS", "--cacert", files.all().toString(), url));
      assertThat(curl).isEqualTo(new Program(0, "hello 0"));
      Program refused =
          Program.run(
              folder,
              environment,
              List.of(
                  "curl",
                  "-sS",
                  "--cacert",
                  files.all().toString(),
                  "-T",
                  files.authority().toString(),
                  url));
      assertThat(refused.output()).contains("is not what model:https://" + place + "/v1 is for");
      Program python =
          Program.run(
              folder,
              environment,
              List.of(
                  "python3",
                  "-c",
                  "import urllib.request,sys;"
                      + " print(urllib.request.urlopen(sys.argv[1]).read().decode())",
                  url));
      assertThat(python.output()).isEqualTo("hello 0\n");
      Program java =
          Program.run(
              folder,
              Map.of(),
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Dhttps.proxyHost=127.0.0.1",
                  "-Dhttps.proxyPort=" + run.port,
                  "-Djavax.net.ssl.trustStore=" + files.keyStore(),
                  "-Djavax.net.ssl.trustStorePassword=" + TrustFiles.PASSWORD,
                  source(folder),
                  url));
      assertThat(java.output()).contains("407");
    }
  }

  private static String source(Path folder) throws IOException {
    Path source = folder.resolve("Get.java");
    Files.writeString(
        source,
        """
        import java.net.*;
        public class Get {
          public static void main(String[] args) throws Exception {
            try (var in = new URI(args[0]).toURL().openStream()) {
              System.out.print(new String(in.readAllBytes()));
            } catch (java.io.IOException e) {
              System.out.print(e.getMessage());
            }
          }
        }
        """);
    return source.toString();
  }
}
