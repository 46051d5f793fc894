package dev.pinfold.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A web server of the suite on loopback, which remembers what it was asked. */
final class Site implements AutoCloseable {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final HttpServer server;
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  private Site(HttpServer server) {
    this.server = server;
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  static Site plain() throws IOException {
    return new Site(HttpServer.create(loopback(), 0));
  }

  /**
   * With TLS, for {@code localhost} and 127.0.0.1.
   *
   * @param certificate where its certificate is to be, as PEM: nobody else vouches for it
   */
  static Site tls(Path certificate) throws Exception {
    Path folder = Files.createTempDirectory("pinfold-e2e-keys");
    Path keys = folder.resolve("keys.p12");
    try {
      keytool(
          keys,
          List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-storetype", "PKCS12"),
          List.of("-ext", "san=dns:localhost,ip:127.0.0.1", "-ext", "bc=ca:true"));
      Script pem = keytool(keys, List.of("-exportcert", "-rfc"), List.of());
      Files.write(certificate, pem.outBytes());
      HttpsServer server = HttpsServer.create(loopback(), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
      return new Site(server);
    } finally {
      Stage.delete(folder);
    }
  }

  private static Script keytool(Path keys, List<String> verb, List<String> more)
      throws IOException {
    List<String> words =
        new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool", verb.getFirst()));
    words.addAll(verb.subList(1, verb.size()));
    words.addAll(more);
    words.addAll(List.of("-alias", "site", "-keystore", keys.toString()));
    words.addAll(List.of("-storepass", new String(PASSWORD)));
    return Script.run(words).expectSuccess();
  }

  private static SSLContext context(Path file) throws Exception {
    KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD);
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    StringBuilder seen = new StringBuilder();
    seen.append(exchange.getRequestMethod()).append(' ').append(exchange.getRequestURI());
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> seen.append('\n').append(name).append(": ").append(values));
    byte[] sent = exchange.getRequestBody().readAllBytes();
    seen.append("\n\n").append(new String(sent, StandardCharsets.ISO_8859_1));
    requests.add(seen.toString());
    byte[] body = "reached\n".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Method and path, a line a header, an empty line, the body. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
