package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/** git's own server for smart HTTP, git-http-backend(1), behind the least of a web server. */
final class GitBridge implements AutoCloseable {
  final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final HttpServer server;
  private final Path root;

  GitBridge(Path root) throws IOException {
    this.root = root;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    var builder = new ProcessBuilder("git", "http-backend");
    Map<String, String> environment = builder.environment();
    environment.put("GIT_PROJECT_ROOT", root.toString());
    environment.put("GIT_HTTP_EXPORT_ALL", "1");
    environment.put("REMOTE_USER", "test");
    environment.put("REQUEST_METHOD", exchange.getRequestMethod());
    environment.put("PATH_INFO", exchange.getRequestURI().getPath());
    String query = exchange.getRequestURI().getRawQuery();
    environment.put("QUERY_STRING", query == null ? "" : query);
    put(environment, "CONTENT_TYPE", exchange, "Content-Type");
    put(environment, "HTTP_CONTENT_ENCODING", exchange, "Content-Encoding");
    put(environment, "HTTP_GIT_PROTOCOL", exchange, "Git-Protocol");
    byte[] body = exchange.getRequestBody().readAllBytes();
    environment.put("CONTENT_LENGTH", Integer.toString(body.length));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream out = process.getOutputStream()) {
      out.write(body);
    } catch (IOException _) {
      // It did not want all of it.
    }
    try (InputStream in = process.getInputStream()) {
      int status = 200;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        String[] header = line.split(": ", 2);
        if (header[0].equals("Status")) {
          status = Integer.parseInt(header[1].substring(0, 3));
        } else {
          exchange.getResponseHeaders().add(header[0], header[1]);
        }
      }
      exchange.sendResponseHeaders(status, 0);
      in.transferTo(exchange.getResponseBody());
    }
    exchange.close();
  }

  private static void put(
      Map<String, String> environment, String name, HttpExchange exchange, String header) {
    String value = exchange.getRequestHeaders().getFirst(header);
    if (value != null) {
      environment.put(name, value);
    }
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.append(new String(new byte[] {(byte) next}, ISO_8859_1));
    }
    return line.toString().strip();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
