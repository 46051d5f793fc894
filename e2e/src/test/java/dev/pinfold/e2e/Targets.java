package dev.pinfold.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What an attack can reach outside: two processes of the same user, and servers of every kind. */
final class Targets implements AutoCloseable {
  private final Process victim;
  private final Process prey;
  private final Process unixServers;
  private final ServerSocketChannel tcp4;
  private final ServerSocketChannel tcp6;
  private final DatagramChannel udp;
  private final String abstractName = "pinfold-e2e-" + UUID.randomUUID();
  private final List<Path> sockets;

  Targets(Stage stage) throws IOException {
    victim = sleeper(stage);
    prey = sleeper(stage);
    Path run = stage.run();
    Path workspace = stage.workspace();
    sockets =
        List.of(
            run.resolve("stream.sock"),
            run.resolve("dgram.sock"),
            workspace.resolve("stream.sock"),
            workspace.resolve("dgram.sock"));
    unixServers = unixServers(stage);
    tcp4 = listen("127.0.0.1");
    tcp6 = listen("::1");
    udp = DatagramChannel.open().bind(new InetSocketAddress(0));
    udp.configureBlocking(false);
  }

  /** A process outside, of the same user. */
  long victim() {
    return victim.pid();
  }

  /** Values of the placeholders that name a target. */
  Map<String, String> placeholders() throws IOException {
    Map<String, String> values = new TreeMap<>();
    values.put("victim", Long.toString(victim.pid()));
    values.put("prey", Long.toString(prey.pid()));
    values.put("tcp4", port(tcp4));
    values.put("tcp6", port(tcp6));
    values.put("udp", Integer.toString(((InetSocketAddress) udp.getLocalAddress()).getPort()));
    values.put("abstract", abstractName);
    return values;
  }

  /** Everything about the processes that a signal, a limit or a priority changes. */
  List<String> processes() throws IOException {
    return List.of(state(victim), state(prey));
  }

  /** How many connections and datagrams reached the network servers since the last look. */
  int arrivals() throws IOException {
    int arrivals = 0;
    for (ServerSocketChannel server : List.of(tcp4, tcp6)) {
      for (var peer = server.accept(); peer != null; peer = server.accept()) {
        peer.close();
        arrivals++;
      }
    }
    while (udp.receive(ByteBuffer.allocate(64)) != null) {
      arrivals++;
    }
    return arrivals;
  }

  @Override
  public void close() {
    victim.destroyForcibly();
    prey.destroyForcibly();
    unixServers.destroyForcibly();
    try {
      tcp4.close();
      tcp6.close();
      udp.close();
      unixServers.waitFor();
      for (Path socket : sockets) {
        Files.deleteIfExists(socket);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * In a group of its own; standard input is a file of the user's, for attacks that want its
   * descriptor.
   */
  private static Process sleeper(Stage stage) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(stage.identity().command(List.of("setsid", "/bin/sleep", "600")));
    builder.directory(stage.home().toFile());
    builder.redirectInput(stage.home().resolve(".bash_history").toFile());
    builder.environment().clear();
    builder.environment().putAll(stage.environment());
    builder.environment().put("VICTIM_TOKEN", Stage.SECRET);
    Process process = builder.start();
    awaitProgram(process, "sleep");
    return process;
  }

  /** The prefix of an identity first becomes the user, then the program. */
  private static void awaitProgram(Process process, String name) throws IOException {
    Path comm = Path.of("/proc/" + process.pid() + "/comm");
    while (process.isAlive() && !Files.readString(comm).strip().equals(name)) {
      Thread.onSpinWait();
    }
  }

  private Process unixServers(Stage stage) throws IOException {
    List<String> names = new ArrayList<>();
    names.add("hold");
    sockets.forEach(socket -> names.add(socket.toString()));
    names.add("@" + abstractName);
    names.add("@" + abstractName + ".dgram");
    List<String> command = Attacker.command(stage.attacker(), names.toArray(String[]::new));
    Process process =
        Script.start(stage.identity().command(command), stage.home(), stage.environment());
    BufferedReader out = process.inputReader();
    if (!"held".equals(out.readLine())) {
      throw new IllegalStateException("no Unix servers: " + Script.finish(process));
    }
    return process;
  }

  private static ServerSocketChannel listen(String address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0), 128);
    server.configureBlocking(false);
    return server;
  }

  private static String port(ServerSocketChannel server) throws IOException {
    return Integer.toString(((InetSocketAddress) server.getLocalAddress()).getPort());
  }

  /**
   * Limits; nice value and scheduling policy (fields 19 and 41 of /proc/PID/stat,
   * proc_pid_stat(5)); allowed processors.
   */
  private static String state(Process process) throws IOException {
    if (!process.isAlive()) {
      return "ended with " + process.exitValue();
    }
    Path proc = Path.of("/proc/" + process.pid());
    String[] stat = Files.readString(proc.resolve("stat")).split(" ", -1);
    String processors =
        Files.readAllLines(proc.resolve("status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed:"))
            .findFirst()
            .orElseThrow();
    return String.join(
        "\n", Files.readString(proc.resolve("limits")), stat[18], stat[40], processors);
  }
}
