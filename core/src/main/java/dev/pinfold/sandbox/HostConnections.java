package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.Sockets;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Connections of a run to its doorway on this machine's loopback, which anybody on the machine
 * could connect to: the supervisor makes them, on the run's own sockets, and remembers from which
 * port each comes.
 *
 * <p>Thread contract: the supervisor connects; any thread asks.
 */
final class HostConnections {
  /**
   * A connection on the loopback is made within the call unless nobody accepts; the supervisor, who
   * serves the whole run, waits no longer than this.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int port;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Integer> expected = new HashSet<>();

  HostConnections(int port) {
    this.port = port;
  }

  /** Whether an address is the doorway's: 127.0.0.1, exactly, and its port. */
  boolean isDoorway(InetAddress host, int targetPort) {
    byte[] bytes = host.getAddress();
    return targetPort == port
        && bytes.length == 4
        && bytes[0] == 127
        && bytes[1] == 0
        && bytes[2] == 0
        && bytes[3] == 1;
  }

  /**
   * connect(2) for a process of the run.
   *
   * @param socket a copy of its socket's descriptor
   * @param address the doorway's, in the socket's family
   * @return what connect answers; a process that would wait gets an answer when it is there
   */
  long connect(Fd socket, MemorySegment address) {
    long flags = socket.statusFlags();
    if (flags < 0) {
      return flags;
    }
    boolean waits = (flags & Fd.O_NONBLOCK) == 0;
    long answer = connectAtOnce(socket, address, flags);
    return waits && answer == -Errno.EINPROGRESS ? await(socket) : answer;
  }

  /**
   * Never waits, for whoever accepts must learn of this connection first. The caller's other
   * threads may see its socket as non-blocking for a moment.
   */
  private long connectAtOnce(Fd socket, MemorySegment address, long flags) {
    lock.lock();
    try {
      socket.setStatusFlags(flags | Fd.O_NONBLOCK);
      long answer = Sockets.connect(socket, address);
      socket.setStatusFlags(flags);
      if (answer == 0 || answer == -Errno.EINPROGRESS) {
        expected.add((int) Sockets.localPort(socket));
      }
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private static long await(Fd socket) {
    return Poll.isWritable(PATIENCE, socket) ? -Sockets.error(socket) : -Errno.ETIMEDOUT;
  }

  /** Whether {@code peer} is one of these connections; each is so once. */
  boolean admits(InetSocketAddress peer) {
    lock.lock();
    try {
      return peer.getAddress().isLoopbackAddress() && expected.remove(peer.getPort());
    } finally {
      lock.unlock();
    }
  }
}
