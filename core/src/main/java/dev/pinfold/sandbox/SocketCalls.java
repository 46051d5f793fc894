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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Sockets that a run without network may not have: refused with EACCES and put on the report. */
final class SocketCalls {
  private static final String NO_NETWORK = "this run has no network";

  private final Refusals refusals;
  private final Tier tier;

  SocketCalls(Refusals refusals, Tier tier) {
    this.refusals = refusals;
    this.tier = tier;
  }

  long answer(Sys sys, SeccompListener call) {
    return switch (sys) {
      case SOCKET -> socket((int) call.argument(0), (int) call.argument(1), (int) call.argument(2));
      case LISTEN -> refuse("listen", "a TCP port", NO_NETWORK);
      case CONNECT, BIND -> address(sys, call);
      default -> -Errno.ENOSYS;
    };
  }

  private long socket(int family, int type, int protocol) {
    String kind =
        switch (family) {
          case Sockets.AF_UNIX -> "Unix socket";
          case Sockets.AF_INET, Sockets.AF_INET6 -> internet(type & 0xF, protocol);
          case Sockets.AF_NETLINK -> "netlink protocol " + protocol;
          default -> "socket of family " + family;
        };
    String reason =
        family == Sockets.AF_UNIX
            ? "sockets of other programs (agents, buses, docker) are out of reach"
            : NO_NETWORK;
    return refuse("socket", kind, reason);
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
      if (family == Sockets.AF_NETLINK && sys == Sys.BIND) {
        return bindNetlink(call, address);
      }
      if (tier == Tier.FULL) {
        return connectInside(family, address);
      }
      return refuse(sys.call(), describe(family, address), NO_NETWORK);
    }
  }

  /**
   * A netlink socket is bound before it asks the kernel for this machine's addresses. The caller's
   * memory may say something else by now, and the socket may be of another family (a pair that
   * would take an abstract name): bound is the very socket that was looked at, to the address that
   * was read.
   */
  private static long bindNetlink(SeccompListener call, MemorySegment address) {
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
        return Sockets.family(socket) == Sockets.AF_NETLINK
            ? Sockets.bind(socket, address)
            : -Errno.EACCES;
      }
    }
  }

  /**
   * The run's own network has no way out: the kernel refuses whatever address the caller puts there
   * meanwhile. Looking at it serves the report alone.
   */
  private long connectInside(int family, MemorySegment address) {
    InetAddress host = host(family, address);
    if (family == Sockets.AF_UNSPEC
        || (host != null && (host.isLoopbackAddress() || host.isAnyLocalAddress()))) {
      return SeccompListener.GO_ON;
    }
    refuse("connect", describe(family, address), NO_NETWORK);
    return host == null ? -Errno.EACCES : -Errno.ENETUNREACH;
  }

  private static String describe(int family, MemorySegment address) {
    InetAddress host = host(family, address);
    if (host == null) {
      return "an address of family " + family;
    }
    int port = Short.toUnsignedInt(Short.reverseBytes(address.get(JAVA_SHORT, 2)));
    String text = host.getHostAddress();
    return family == Sockets.AF_INET6 ? "[" + text + "]:" + port : text + ":" + port;
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

  private long refuse(String operation, String target, String reason) {
    refusals.add(new Refusal(operation, target, reason, "", Refusal.Evidence.OBSERVED));
    return -Errno.EACCES;
  }
}
