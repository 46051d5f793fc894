package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static dev.pinfold.e2e.attack.SocketActs.SOCK_DGRAM;
import static dev.pinfold.e2e.attack.SocketActs.SOCK_RAW;
import static dev.pinfold.e2e.attack.SocketActs.SOCK_SEQPACKET;
import static dev.pinfold.e2e.attack.SocketActs.SOCK_STREAM;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Unix-domain sockets: a path, or the abstract namespace when the name begins with {@code @}. */
final class UnixSocketActs {
  private static final int AF_UNIX = 1;
  private static final int SOL_SOCKET = 1;
  private static final int SO_PASSCRED = 16;
  private static final int BACKLOG = 128;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("unix-connect", a -> connect(a, SOCK_STREAM)),
          Map.entry("unix-connect-seqpacket", a -> connect(a, SOCK_SEQPACKET)),
          Map.entry("unix-connect-dgram", a -> connect(a, SOCK_DGRAM)),
          Map.entry("unix-send", a -> socket(SOCK_DGRAM).then(fd -> sendto(fd, a))),
          Map.entry("unix-sendmsg", a -> socket(SOCK_DGRAM).then(fd -> sendmsg(fd, a))),
          Map.entry("unix-sendmmsg", a -> socket(SOCK_DGRAM).then(fd -> sendmmsg(fd, a))),
          Map.entry("unix-bind", UnixSocketActs::bind),
          Map.entry("unix-autobind-listen", UnixSocketActs::autobind),
          Map.entry("pair", a -> pair(type(a.text(0))).then(_ -> Answer.ok(0))),
          Map.entry("pair-send", a -> pair(SOCK_DGRAM).then(fd -> sendto(fd, a))),
          Map.entry("pair-sendmsg", a -> pair(SOCK_DGRAM).then(fd -> sendmsg(fd, a))),
          Map.entry("pair-sendmmsg", a -> pair(SOCK_DGRAM).then(fd -> sendmmsg(fd, a))),
          Map.entry("pair-raw-send", a -> pair(SOCK_RAW).then(fd -> sendto(fd, a))),
          Map.entry("pair-connect-dgram", a -> pair(SOCK_DGRAM).then(fd -> connect(fd, a))),
          Map.entry("pair-echo", _ -> echo()),
          Map.entry("hold", UnixSocketActs::hold));

  private UnixSocketActs() {}

  private static int type(String name) {
    return switch (name) {
      case "stream" -> SOCK_STREAM;
      case "dgram" -> SOCK_DGRAM;
      case "raw" -> SOCK_RAW;
      case "seqpacket" -> SOCK_SEQPACKET;
      default -> throw new IllegalArgumentException("no such type: " + name);
    };
  }

  private static Answer socket(int type) {
    return call(SOCKET, AF_UNIX, type, 0);
  }

  private static Answer connect(Args args, int type) {
    return socket(type).then(fd -> connect(fd, args));
  }

  private static Answer connect(long fd, Args args) {
    MemorySegment address = address(args.text(0));
    return call(CONNECT, fd, address, address.byteSize());
  }

  private static Answer sendto(long fd, Args args) {
    MemorySegment address = address(args.text(0));
    return call(SENDTO, fd, "attack\n", 7, 0, address, address.byteSize()).then(_ -> Answer.ok(0));
  }

  private static Answer sendmsg(long fd, Args args) {
    return call(SENDMSG, fd, SocketActs.message(address(args.text(0))), 0).then(_ -> Answer.ok(0));
  }

  private static Answer sendmmsg(long fd, Args args) {
    MemorySegment messages = block(64).copyFrom(SocketActs.message(address(args.text(0))));
    return call(SENDMMSG, fd, messages, 1, 0).then(_ -> Answer.ok(0));
  }

  private static Answer bind(Args args) {
    return listen(args.text(0));
  }

  private static Answer listen(String name) {
    MemorySegment address = address(name);
    return socket(SOCK_STREAM)
        .then(
            fd -> call(BIND, fd, address, address.byteSize()).then(_ -> call(LISTEN, fd, BACKLOG)));
  }

  /**
   * With SO_PASSCRED the kernel gives an unnamed socket an abstract name when it first sends; bind
   * without a name does so at once.
   */
  private static Answer autobind(Args args) {
    MemorySegment unnamed = block(2);
    unnamed.set(JAVA_SHORT, 0, (short) AF_UNIX);
    return socket(SOCK_STREAM)
        .then(
            fd ->
                call(SETSOCKOPT, fd, SOL_SOCKET, SO_PASSCRED, longs(1), 4)
                    .then(_ -> call(BIND, fd, unnamed, 2))
                    .then(_ -> call(LISTEN, fd, 1)));
  }

  /**
   * Not an attack but its target: receives on the given names, in turn a stream and a datagram
   * socket each, until standard input ends.
   */
  private static Answer hold(Args args) {
    for (int i = 0; i + 1 < args.words().size(); i += 2) {
      MemorySegment datagram = address(args.text(i + 1));
      Answer bound =
          listen(args.text(i))
              .then(_ -> socket(SOCK_DGRAM))
              .then(
                  fd ->
                      call(BIND, fd, datagram, datagram.byteSize())
                          .then(_ -> Answer.ok(drain(fd))));
      if (!bound.isOk()) {
        return bound;
      }
    }
    System.out.println("held");
    System.out.flush();
    return call(READ, 0, block(1), 1);
  }

  /** A queue of datagrams that nobody reads would block whoever sends the eleventh. */
  private static long drain(long fd) {
    Thread reader =
        new Thread(
            () -> {
              MemorySegment buffer = block(64);
              while (call(READ, fd, buffer, 64).isOk()) {
                Thread.onSpinWait();
              }
            });
    reader.setDaemon(true);
    reader.start();
    return fd;
  }

  private static Answer pair(int type) {
    MemorySegment fds = block(8);
    return call(SOCKETPAIR, AF_UNIX, type, 0, fds).then(_ -> Answer.ok(fds.get(JAVA_INT, 0)));
  }

  /** A byte through a pair of stream sockets: what programs use pairs for. */
  private static Answer echo() {
    MemorySegment fds = block(8);
    return call(SOCKETPAIR, AF_UNIX, SOCK_STREAM, 0, fds)
        .then(_ -> call(WRITE, fds.get(JAVA_INT, 0), "x", 1))
        .then(_ -> call(READ, fds.get(JAVA_INT, 4), block(1), 1))
        .then(_ -> Answer.ok(0));
  }

  /** struct sockaddr_un; a path ends with NUL, an abstract name begins with one. */
  private static MemorySegment address(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    boolean isAbstract = name.startsWith("@");
    MemorySegment address = block(2 + bytes.length + (isAbstract ? 0 : 1));
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    SocketActs.put(address, 2, bytes);
    if (isAbstract) {
      address.set(JAVA_BYTE, 2, (byte) 0);
    }
    return address;
  }
}
