package dev.pinfold.prove;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.SystemV;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Start;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What can be reached outside, made for the purpose: a process of the same user, servers, a segment
 * of System V memory. It ends with this JVM, however that ends; but for the segment, which is
 * empty.
 */
final class Targets implements AutoCloseable {
  /** Any free number: linux/ipc.h has no range for users. */
  private static final int FIRST_KEY = 0x70696e66;

  /** Where control groups list their processes: version 2, beside version 1, version 1. */
  private static final List<String> CGROUPS =
      List.of(
          "/sys/fs/cgroup/cgroup.procs",
          "/sys/fs/cgroup/unified/cgroup.procs",
          "/sys/fs/cgroup/pids/cgroup.procs");

  private final Start.Started victim;
  private final Fd lifeline;
  private final List<ServerSocketChannel> servers = new ArrayList<>();
  private final DatagramChannel udp;
  private final Fd abstractServer;
  private final long segment;
  private final Map<String, String> places = new TreeMap<>();

  private Targets(Start.Started victim, Fd lifeline, Scene scene) throws IOException {
    this.victim = victim;
    this.lifeline = lifeline;
    places.put("victim", Integer.toString(victim.pid()));
    places.put("tcp4", listen("127.0.0.1"));
    places.put("tcp6", listen("::1"));
    udp = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
    udp.configureBlocking(false);
    places.put("udp", Integer.toString(((InetSocketAddress) udp.getLocalAddress()).getPort()));
    Path socket = scene.path("run/stream");
    ServerSocketChannel local = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    servers.add(local);
    local.bind(UnixDomainSocketAddress.of(socket));
    local.configureBlocking(false);
    places.put("socket", socket.toString());
    String name = "pinfold-prove-" + ProcessHandle.current().pid() + "-" + victim.pid();
    abstractServer =
        Fd.own(Errno.check("socket", Sockets.socket(Sockets.AF_UNIX, Sockets.SOCK_STREAM)));
    Errno.check("listen(abstract)", Sockets.listenAbstract(abstractServer, name));
    places.put("abstract", "@" + name);
    int key = FIRST_KEY;
    long made = SystemV.makeSegment(key, 4096);
    while (made == -Errno.EEXIST) {
      made = SystemV.makeSegment(++key, 4096);
    }
    segment = made;
    places.put("segment", Integer.toString(key));
    places.put(
        "cgroup",
        CGROUPS.stream()
            .filter(f -> Files.exists(Path.of(f)))
            .findFirst()
            .orElse(CGROUPS.getFirst()));
    places.put("uid", Integer.toString(Signals.user()));
    places.put("jvm", Long.toString(ProcessHandle.current().pid()));
  }

  /** Makes them; {@code free} is no pen. */
  static Targets make(Scene scene, Pen free) throws IOException {
    Fd[] lifeline = Fd.pipe();
    Start.Started victim;
    try (Fd end = lifeline[0]) {
      victim = new Attacker(scene, free).sleeper(end);
    }
    return new Targets(victim, lifeline[1], scene);
  }

  private String listen(String address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    servers.add(server);
    try {
      server.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0), 64);
    } catch (IOException noIpv6) {
      // Nothing answers there; the control says so.
      return "9";
    }
    server.configureBlocking(false);
    return Integer.toString(((InetSocketAddress) server.getLocalAddress()).getPort());
  }

  /** The values of placeholders that name what is outside. */
  Map<String, String> places() {
    return places;
  }

  /** How many connections and datagrams have come since the last look. */
  int arrivals() throws IOException {
    int arrivals = 0;
    for (ServerSocketChannel server : servers) {
      if (server.isBlocking()) {
        continue;
      }
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
  public void close() throws IOException {
    SystemV.removeSegment(segment);
    lifeline.close();
    victim.pidfd().close();
    abstractServer.close();
    udp.close();
    for (ServerSocketChannel server : servers) {
      server.close();
    }
  }
}
