package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests in clear, through the proxy to a real server. */
class EgressProxyTest {
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private HttpServer site;
  private String named;
  private List<String> granted;

  @BeforeEach
  void startSite() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          seen.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + new String(body, UTF_8));
          exchange.getRequestHeaders().forEach((name, values) -> seen.add(name + ": " + values));
          byte[] answer = ("hello " + body.length).getBytes(UTF_8);
          exchange.sendResponseHeaders(
              200, exchange.getRequestMethod().equals("HEAD") ? -1 : answer.length);
          if (!exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseBody().write(answer);
          }
          exchange.close();
        });
    site.start();
    named = "site.example:" + site.getAddress().getPort();
    granted = List.of(named, "127.0.0.1:" + site.getAddress().getPort());
  }

  @AfterEach
  void stopSite() {
    site.stop(0);
  }

  private TestRun run(List<String> allow) throws Exception {
    var run = new TestRun(allow);
    run.names.put("site.example", "127.0.0.1");
    return run;
  }

  @Test
  void aGrantedHostAnswers() throws Exception {
    try (TestRun run = run(granted)) {
      String answer =
          run.exchange(
              run.head(
                      "POST",
                      "http://" + named + "/a?key=secret",
                      named,
                      "Connection: close\r\n",
                      "Content-Length: 3\r\n")
                  + "abc");
      assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("hello 3");
      assertThat(seen).contains("POST /a?key=secret abc", "Host: [" + named + "]");
      assertThat(seen).noneMatch(line -> line.startsWith("Proxy-"));
      EgressEvent event = run.ended.take();
      assertThat(event.verdict()).isEqualTo(new Verdict.Allowed(named, "host"));
      assertThat(event.attempt().request()).contains(new Attempt.Request("POST", "/a"));
      assertThat(event.bytesOut()).isGreaterThan(3);
      assertThat(event.bytesIn()).isEqualTo(answer.length());
      assertThat(run.judged).hasSize(1).first().extracting(EgressEvent::id).isEqualTo(event.id());
    }
  }

  @Test
  void whatNoRuleNamesIsRefusedBeforeItIsLookedUp() throws Exception {
    try (TestRun run = run(List.of("other.example"))) {
      String answer = run.exchange(run.head("GET", "http://" + named + "/", named));
      assertThat(answer)
          .startsWith("HTTP/1.1 403 ")
          .contains("no rule of this run names " + named)
          .contains("--allow-host " + named);
      assertThat(run.lookedUp).isEmpty();
      assertThat(seen).isEmpty();
      assertThat(run.lastJudged().verdict()).isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void aNameThatLeadsToThisMachineIsRefused() throws Exception {
    try (TestRun run = run(List.of(named))) {
      String answer = run.exchange(run.head("GET", "http://" + named + "/", named));
      assertThat(answer)
          .startsWith("HTTP/1.1 403 ")
          .contains("loopback")
          .contains("--allow-host 127.0.0.1:");
      assertThat(seen).isEmpty();
      assertThat(run.lookedUp).containsExactly("site.example");
    }
  }

  @Test
  void aNameIsLookedUpOnceAndDialledAsItWasJudged() throws Exception {
    // The second answer of a resolver that changes its mind would lead elsewhere.
    var answers = new ConcurrentLinkedQueue<>(List.of("127.0.0.1", "127.0.0.99"));
    try (TestRun run =
        new TestRun(
            granted,
            plan -> plan.withResolver(_ -> List.of(InetAddress.ofLiteral(answers.remove()))))) {
      String answer =
          run.exchange(run.head("GET", "http://" + named + "/", named, "Connection: close\r\n"));
      assertThat(answer).startsWith("HTTP/1.1 200 ");
      assertThat(answers).containsExactly("127.0.0.99");
    }
  }

  @Test
  void withoutTheTokenNothingIsServed() throws Exception {
    try (TestRun run = run(granted)) {
      String request = "GET http://" + named + "/ HTTP/1.1\r\nHost: " + named + "\r\n";
      assertThat(run.exchange(request + "\r\n")).startsWith("HTTP/1.1 407 ");
      assertThat(run.exchange(request + "Proxy-Authorization: Basic cGluZm9sZDp4\r\n\r\n"))
          .startsWith("HTTP/1.1 407 ");
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void aTokenThatMayBeAbsentMustStillBeRight() throws Exception {
    try (var run = new TestRun(EgressRules.parse(granted, List.of()), false, plan -> plan)) {
      run.names.put("site.example", "127.0.0.1");
      String request =
          "GET http://" + named + "/ HTTP/1.1\r\nHost: " + named + "\r\nConnection: close\r\n";
      assertThat(run.exchange(request + "\r\n")).startsWith("HTTP/1.1 200 ");
      assertThat(run.exchange(request + "Proxy-Authorization: Basic cGluZm9sZDp4\r\n\r\n"))
          .startsWith("HTTP/1.1 407 ");
    }
  }

  @Test
  void aStrangerIsNotRead() throws Exception {
    EgressRules rules = EgressRules.parse(granted, List.of());
    try (var run =
        new TestRun(
            rules,
            true,
            plan -> EgressPlan.of(plan.rules(), plan.log(), plan.token(), _ -> false))) {
      String answer;
      try {
        answer = run.exchange(run.head("GET", "http://" + named + "/", named));
      } catch (IOException _) {
        answer = ""; // Reset: what it sent was not read.
      }
      assertThat(answer).isEmpty();
      assertThat(run.lastJudged().verdict()).isInstanceOf(Verdict.Refused.class);
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void whatTheLogCantTakeIsNotSent() throws Exception {
    try (var run =
        new TestRun(
            granted,
            plan ->
                EgressPlan.of(plan.rules(), new FullLog(), plan.token(), plan.peers())
                    .withResolver(plan.resolver()))) {
      run.names.put("site.example", "127.0.0.1");
      assertThat(run.exchange(run.head("GET", "http://" + named + "/", named)))
          .doesNotContain("200");
      assertThat(seen).isEmpty();
    }
  }

  private static final class FullLog implements EgressLog {
    @Override
    public void judged(EgressEvent event) {
      throw new IllegalStateException("the disk is full");
    }

    @Override
    public void ended(EgressEvent event) {}
  }

  @Test
  void requestsWithTwoReadingsReachNobody() throws Exception {
    String name = named.substring(0, named.indexOf(':'));
    try (TestRun run = run(granted)) {
      for (List<String> row : Rows.of("heads.tsv")) {
        // With the port that a name gets here, what lacked one is whole.
        if (row.getLast().equals("ok") || row.getLast().equals("no port")) {
          continue;
        }
        String head =
            Rows.unescaped(row.getFirst())
                .replace("a.example", named)
                .replaceFirst("\r\n(?=Host|Transfer|X)", "\r\n" + run.authorization());
        String answer = run.exchange(head);
        assertThat(answer).as(row.getFirst()).matches("(?s)HTTP/1.1 (400|407|403) .*");
      }
      assertThat(seen).isEmpty();
      assertThat(run.lookedUp).doesNotContain(name);
    }
  }

  @Test
  void oneConnectionCarriesManyRequests() throws Exception {
    try (TestRun run = run(granted);
        Socket socket = run.connect()) {
      for (String method : List.of("GET", "HEAD", "GET")) {
        socket
            .getOutputStream()
            .write(run.head(method, "http://" + named + "/" + method, named).getBytes(ISO_8859_1));
        assertThat(TestRun.readHead(socket)).startsWith("HTTP/1.1 200 ");
        if (method.equals("GET")) {
          assertThat(new String(socket.getInputStream().readNBytes(7), UTF_8)).isEqualTo("hello 0");
        }
      }
      assertThat(run.lookedUp).hasSize(1);
      assertThat(seen).contains("GET /GET ", "HEAD /HEAD ");
    }
  }

  @Test
  void chunksArriveWhole() throws Exception {
    try (TestRun run = run(granted)) {
      String answer =
          run.exchange(
              run.head(
                      "POST",
                      "http://" + named + "/",
                      named,
                      "Transfer-Encoding: chunked\r\n",
                      "Connection: close\r\n")
                  + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n");
      assertThat(answer).endsWith("hello 13");
      assertThat(seen).contains("POST / abc0123456789");
    }
  }

  @Test
  void chunksWithTwoReadingsArriveNowhereWhole() throws Exception {
    try (TestRun run = run(granted)) {
      for (String body :
          List.of(
              "3;x=y\r\nabc\r\n0\r\n\r\n",
              "0x3\r\nabc\r\n0\r\n\r\n",
              "3\nabc\n0\n\n",
              "3 \r\nabc\r\n0\r\n\r\n",
              "3\r\nabcd\r\n0\r\n\r\n",
              "-3\r\nabc\r\n0\r\n\r\n",
              "1000000000000000\r\n")) {
        String answer =
            run.exchange(
                run.head("POST", "http://" + named + "/", named, "Transfer-Encoding: chunked\r\n")
                    + body);
        assertThat(answer).as(body).startsWith("HTTP/1.1 400 ");
      }
      assertThat(seen).noneMatch(line -> line.startsWith("POST"));
    }
  }

  @Test
  void traceIsRefusedAndPurposesAreKept() throws Exception {
    String base = "http://127.0.0.1:" + site.getAddress().getPort();
    String host = base.substring("http://".length());
    try (TestRun run = run(granted);
        TestRun narrow = run(List.of("model:" + base + "/v1"))) {
      assertThat(run.exchange(run.head("TRACE", base + "/", host))).startsWith("HTTP/1.1 403 ");
      assertThat(
              narrow.exchange(
                  narrow.head(
                      "POST",
                      base + "/v1/messages",
                      host,
                      "Content-Length: 0\r\nConnection: close\r\n")))
          .startsWith("HTTP/1.1 200 ");
      int before = seen.size();
      for (String path :
          List.of(
              "/",
              "/v2",
              "/v1x",
              "/v1/../admin",
              "/v1/%2e%2e/admin",
              "/v1//x",
              "/v1/a%2fb",
              "/v1/..;/x",
              "/V1/x",
              "/v1/..\\x")) {
        assertThat(narrow.exchange(narrow.head("GET", base + path, host)))
            .as(path)
            .startsWith("HTTP/1.1 403 ");
      }
      assertThat(narrow.exchange(narrow.head("PUT", base + "/v1/x", host)))
          .startsWith("HTTP/1.1 403 ");
      assertThat(
              narrow.exchange(
                  narrow.head("GET", base + "/v1/x", host, "X-HTTP-Method-Override: PUT\r\n")))
          .startsWith("HTTP/1.1 403 ");
      assertThat(
              narrow.exchange(
                  narrow.head("GET", base + "/v1/x", host, "Content-Length: 1\r\n") + "x"))
          .startsWith("HTTP/1.1 403 ");
      assertThat(
              narrow.exchange(
                  narrow.head(
                      "GET",
                      base + "/v1/x",
                      host,
                      "Connection: Upgrade\r\nUpgrade: websocket\r\n")))
          .startsWith("HTTP/1.1 403 ");
      assertThat(seen).hasSize(before);
    }
  }

  @Test
  void anEndedProxyServesNobody() throws Exception {
    TestRun run = run(granted);
    try (Socket socket = run.connect()) {
      run.close();
      assertThat(readToEnd(socket)).isEmpty();
      assertThatThrownBy(run::connect).isInstanceOf(IOException.class);
    }
  }

  private static String readToEnd(Socket socket) {
    try {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException _) {
      return ""; // Reset is an end too.
    }
  }
}
