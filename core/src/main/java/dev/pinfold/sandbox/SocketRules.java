package dev.pinfold.sandbox;

import static dev.pinfold.linux.SeccompFilter.Action.ALLOW;
import static dev.pinfold.linux.SeccompFilter.Action.NOTIFY;
import static dev.pinfold.sandbox.SyscallRules.when;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.SeccompFilter.Action;
import dev.pinfold.linux.SeccompFilter.Case;
import dev.pinfold.linux.SeccompFilter.Rule;
import dev.pinfold.linux.SeccompFilter.Test;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.Sys;
import java.util.ArrayList;
import java.util.List;

/**
 * Which sockets a command may have, and which calls on them the supervisor is asked about: in the
 * host's network, and in one of the run's own.
 */
final class SocketRules {
  private static final Action EPERM = Action.fail(Errno.EPERM);
  private static final Action EACCES = Action.fail(Errno.EACCES);

  /** The type without SOCK_NONBLOCK and SOCK_CLOEXEC. */
  private static final int SOCKET_TYPE = 0xF;

  private static final int MSG_FASTOPEN = 0x2000_0000;
  private static final int TCP_FASTOPEN_CONNECT = 30;

  /**
   * Turns a TCP socket into another protocol's (SMC), which Landlock's TCP rules would not know.
   */
  private static final int TCP_ULP = 31;

  private SocketRules() {}

  /**
   * Sockets: plain TCP (whose ports Landlock closes) and the look at the machine's own addresses
   * that name look-up needs; everything else is told to the supervisor and refused. Pairs of
   * connected sockets stay; unconnected ones could be aimed at a path. TCP fast open and MPTCP pass
   * Landlock's connect hook by.
   */
  static List<Rule> hostNetwork() {
    List<Rule> rules = new ArrayList<>();
    List<Case> allowed = new ArrayList<>();
    for (int family : List.of(Sockets.AF_INET, Sockets.AF_INET6)) {
      internet(allowed, family, Sockets.SOCK_STREAM, Sockets.IPPROTO_TCP);
    }
    allowed.add(when(ALLOW, Test.equal(0, Sockets.AF_NETLINK), Test.equal(2, 0)));
    rules.add(new Rule(Sys.SOCKET, allowed, NOTIFY));
    rules.add(socketPairs());
    rules.add(Rule.always(Sys.CONNECT, NOTIFY));
    rules.add(Rule.always(Sys.BIND, NOTIFY));
    rules.add(Rule.always(Sys.LISTEN, NOTIFY));
    rules.add(new Rule(Sys.SENDTO, List.of(when(EACCES, Test.anyBit(3, MSG_FASTOPEN))), ALLOW));
    rules.add(new Rule(Sys.SENDMSG, List.of(when(EACCES, Test.anyBit(2, MSG_FASTOPEN))), ALLOW));
    rules.add(new Rule(Sys.SENDMMSG, List.of(when(EACCES, Test.anyBit(3, MSG_FASTOPEN))), ALLOW));
    rules.add(connectionSettings());
    return rules;
  }

  /**
   * In a network of the run's own TCP and UDP lead nowhere else. Families that have no network
   * namespace (AF_VSOCK) or are a way into the kernel are refused as ever; so are Unix sockets,
   * which a folder of the view may hold.
   */
  static List<Rule> ownNetwork() {
    return List.of(
        tcpAndUdp(), socketPairs(), Rule.always(Sys.CONNECT, NOTIFY), connectionSettings());
  }

  private static Rule tcpAndUdp() {
    List<Case> allowed = new ArrayList<>();
    for (int family : List.of(Sockets.AF_INET, Sockets.AF_INET6)) {
      internet(allowed, family, Sockets.SOCK_STREAM, Sockets.IPPROTO_TCP);
      internet(allowed, family, Sockets.SOCK_DGRAM, Sockets.IPPROTO_UDP);
    }
    allowed.add(when(ALLOW, Test.equal(0, Sockets.AF_NETLINK), Test.equal(2, 0)));
    return new Rule(Sys.SOCKET, allowed, NOTIFY);
  }

  private static void internet(List<Case> allowed, int family, int type, int protocol) {
    for (int number : List.of(0, protocol)) {
      allowed.add(
          when(
              ALLOW,
              Test.equal(0, family),
              Test.masked(1, SOCKET_TYPE, type),
              Test.equal(2, number)));
    }
  }

  private static Rule socketPairs() {
    return new Rule(
        Sys.SOCKETPAIR,
        List.of(
            when(
                ALLOW,
                Test.equal(0, Sockets.AF_UNIX),
                Test.masked(1, SOCKET_TYPE, Sockets.SOCK_STREAM)),
            when(
                ALLOW,
                Test.equal(0, Sockets.AF_UNIX),
                Test.masked(1, SOCKET_TYPE, Sockets.SOCK_SEQPACKET))),
        EACCES);
  }

  private static Rule connectionSettings() {
    return new Rule(
        Sys.SETSOCKOPT,
        List.of(
            when(EPERM, Test.equal(1, Sockets.IPPROTO_TCP), Test.equal(2, TCP_FASTOPEN_CONNECT)),
            when(EPERM, Test.equal(1, Sockets.IPPROTO_TCP), Test.equal(2, TCP_ULP))),
        ALLOW);
  }
}
