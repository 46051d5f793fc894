package dev.pinfold.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.ProcessMemory;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.Sys;
import dev.pinfold.sandbox.Denial.Target;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that a run may not have: refused with EACCES and put on the report. What leads to the
 * run's doorway on this machine is connected here, on the caller's own socket.
 */
final class SocketCalls {
  private static final String NO_NETWORK = "this run has no network";

  private static final String PROXY_ALONE =
      "this run's network is its proxy alone, which HTTPS_PROXY names";

  private final Denials denials;
  private final Tier tier;
  private final Network network;
  private final Optional<HostConnections> doorway;

  SocketCalls(Denials denials, Tier tier, Network network, Optional<HostConnections> doorway) {
    this.denials = denials;
    this.tier = tier;
    this.network = network;
    this.doorway = doorway;
  }

  /** The same for calls that are no attempt of the run's. */
  SocketCalls unreported() {
    return new SocketCalls(Denials.unheard(), tier, network, doorway);
  }

  Tier tier() {
    return tier;
  }

  Denials denials() {
    return denials;
  }

  long answer(Sys sys, SeccompListener call) {
    return switch (sys) {
      case SOCKET -> socket(call);
      case LISTEN -> refuse(call, sys, new Target.Call("a TCP port"), "net.listen", noServers());
      case CONNECT, BIND -> address(sys, call);
      default -> -Errno.ENOSYS;
    };
  }

  private long socket(SeccompListener call) {
    int family = (int) call.argument(0);
    int type = (int) call.argument(1) & 0xF;
    int protocol = (int) call.argument(2);
    String kind =
        switch (family) {
          case Sockets.AF_UNIX -> "Unix socket";
          case Sockets.AF_INET, Sockets.AF_INET6 -> internet(type, protocol);
          case Sockets.AF_NETLINK -> "netlink protocol " + protocol;
          default -> "socket of family " + family;
        };
    String reason = family == Sockets.AF_UNIX ? noUnixSockets() : noWay();
    return refuse(
        call, Sys.SOCKET, new Target.Call(kind), guarantee(family, type, protocol), reason);
  }

  /** Nobody could tell sockets of the run's own commands from those that others put there. */
  private String noUnixSockets() {
    String instead = tier == Tier.FULL ? "TCP on 127.0.0.1, pipes" : "pipes";
    return "sockets of other programs (agents, buses, docker) are out of reach; programs of one run"
        + " have "
        + instead
        + " and socket pairs";
  }

  private static String guarantee(int family, int type, int protocol) {
    return switch (family) {
      case Sockets.AF_UNIX -> "unix.connect";
      case Sockets.AF_INET, Sockets.AF_INET6 ->
          switch (type) {
            case Sockets.SOCK_STREAM -> "net.tcp";
            case Sockets.SOCK_DGRAM -> protocol == 0 || protocol == 17 ? "net.udp" : "net.raw";
            default -> "net.raw";
          };
      default -> "net.family";
    };
  }

  private String noWay() {
    return switch (network) {
      case NONE -> NO_NETWORK;
      case PROXY -> PROXY_ALONE;
    };
  }

  private String noServers() {
    return network == Network.NONE
        ? NO_NETWORK
        : "no port of this machine is opened for a run; tier full has a loopback of its own";
  }

  private static String internet(int type, int protocol) {
    return switch (type) {
      case Sockets.SOCK_DGRAM ->
          protocol == 0 || protocol == 17 ? "UDP (name look-ups too)" : "ping";
      case Sockets.SOCK_STREAM -> "stream protocol " + protocol;
      default -> "raw IP";
    };
  }

  private long address(Sys sys, SeccompListener call) {
    int length = (int) call.argument(2);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address =
          length < 2 || length > 128
              ? null
              : ProcessMemory.read(arena, call.thread(), call.argument(1), length);
      if (address == null) {
        return -Errno.EINVAL;
      }
      int family = Short.toUnsignedInt(address.get(JAVA_SHORT, 0));
      return sys == Sys.BIND ? bind(call, family, address) : connect(call, family, address);
    }
  }

  private long bind(SeccompListener call, int family, MemorySegment address) {
    if (family == Sockets.AF_NETLINK) {
      return onItsSocket(
          call,
          socket ->
              Sockets.family(socket) == family ? Sockets.bind(socket, address) : -Errno.EACCES);
    }
    return refuse(call, Sys.BIND, target(family, address), "net.listen", noServers());
  }

  private long connect(SeccompListener call, int family, MemorySegment address) {
    if (tier == Tier.FULL) {
      return connectInside(call, family, address);
    }
    InetAddress host = host(family, address);
    HostConnections way = doorway.orElse(null);
    if (way != null && host != null && way.isDoorway(host, port(address))) {
      return onItsSocket(
          call,
          socket ->
              Sockets.family(socket) == family ? way.connect(socket, address) : -Errno.EINVAL);
    }
    return refuse(call, Sys.CONNECT, target(family, address), "net.tcp", noWay());
  }

  /**
   * Carries a call out for its caller. The caller's memory may say something else by now, and its
   * descriptor may be another socket (a pair that would take an abstract name): used are the very
   * socket that is looked at, and the address that was read.
   */
  private static long onItsSocket(SeccompListener call, ToLongFunction<Fd> work) {
    long process = PidFd.ofThread(call.thread());
    if (process < 0) {
      return process;
    }
    try (Fd pidfd = Fd.own(process)) {
      long copy = PidFd.getfd(pidfd, (int) call.argument(0));
      if (copy < 0 || !call.stillWaiting()) {
        return copy < 0 ? copy : -Errno.ENOENT;
      }
      try (Fd socket = Fd.own(copy)) {
        return work.applyAsLong(socket);
      }
    }
  }

  /**
   * The run's own network has no way out: the kernel refuses whatever address the caller puts there
   * meanwhile. Looking at it serves the report alone.
   */
  private long connectInside(SeccompListener call, int family, MemorySegment address) {
    InetAddress host = host(family, address);
    if (family == Sockets.AF_UNSPEC
        || (host != null && (host.isLoopbackAddress() || host.isAnyLocalAddress()))) {
      return SeccompListener.GO_ON;
    }
    refuse(call, Sys.CONNECT, target(family, address), "net.tcp", noWay());
    return host == null ? -Errno.EACCES : -Errno.ENETUNREACH;
  }

  private static Target target(int family, MemorySegment address) {
    InetAddress host = host(family, address);
    return host == null
        ? new Target.Call("an address of family " + family)
        : new Target.Host(host.getHostAddress(), port(address));
  }

  private static int port(MemorySegment address) {
    return Short.toUnsignedInt(Short.reverseBytes(address.get(JAVA_SHORT, 2)));
  }

  /** struct sockaddr_in and sockaddr_in6 of netinet/in.h; null for anything else. */
  private static @Nullable InetAddress host(int family, MemorySegment address) {
    boolean four = family == Sockets.AF_INET && address.byteSize() >= 8;
    boolean six = family == Sockets.AF_INET6 && address.byteSize() >= 24;
    if (!four && !six) {
      return null;
    }
    try {
      byte[] host = (four ? address.asSlice(4, 4) : address.asSlice(8, 16)).toArray(JAVA_BYTE);
      return InetAddress.getByAddress(host);
    } catch (UnknownHostException impossible) {
      throw new AssertionError("4 or 16 bytes are an address", impossible);
    }
  }

  private long refuse(
      SeccompListener call, Sys sys, Target target, String guarantee, String reason) {
    denials.add(
        new Denial(
            Denial.Layer.NETWORK,
            sys.call(),
            target,
            guarantee,
            reason,
            "",
            Denial.Evidence.OBSERVED),
        call);
    return -Errno.EACCES;
  }
}
