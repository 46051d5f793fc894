package dev.pinfold.egress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * The only way out of a run's network: an HTTP and SOCKS 5 proxy that lets through what the rules
 * name. One a run. While there is none, or when it has ended, nothing gets out.
 */
public final class EgressProxy implements AutoCloseable {
  /** Each holds two descriptors and some 100 KiB; more connections wait to be accepted. */
  private static final int MOST_CONNECTIONS = 2_000;

  /** When descriptors have run out, some are likely to be back after this. */
  private static final int ACCEPT_AGAIN_MILLIS = 50;

  private final ServerSocketChannel listener;
  private final Gate gate;
  private final ExecutorService sessions = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(MOST_CONNECTIONS);
  private final Thread acceptor;

  private EgressProxy(EgressPlan plan, ServerSocketChannel listener) {
    this.listener = listener;
    gate = new Gate(plan, Clock.systemUTC());
    acceptor = Thread.ofPlatform().daemon().name("pinfold-egress").unstarted(this::accept);
  }

  /**
   * Serves {@code listener}, which is bound where the run can connect to and becomes the proxy's to
   * close.
   */
  public static EgressProxy start(EgressPlan plan, ServerSocketChannel listener) {
    var proxy = new EgressProxy(plan, listener);
    proxy.acceptor.start();
    return proxy;
  }

  /** Ends every connection and waits until nothing of the proxy runs any more. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy's listener can't be closed", e);
    } finally {
      gate.close();
      // Wakes an acceptor that waits for a place. An interrupt would lose a connection that accept
      // has just made: the channel throws, and nobody closes the descriptor.
      places.release();
      sessions.shutdownNow();
      awaitAcceptor();
      sessions.close();
    }
  }

  /** Until accept(2) has returned, the kernel keeps the port open. */
  private void awaitAcceptor() {
    boolean interrupted = false;
    while (acceptor.isAlive()) {
      try {
        acceptor.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    try {
      while (listener.isOpen()) {
        places.acquire();
        acceptOne();
      }
    } catch (InterruptedException _) {
      // close() says so.
    }
  }

  private void acceptOne() throws InterruptedException {
    try {
      SocketChannel channel = listener.accept();
      try {
        sessions.execute(() -> serve(channel));
      } catch (RejectedExecutionException _) {
        // close() came between: the client must not wait for ever.
        channel.close();
      }
    } catch (IOException _) {
      places.release();
      if (listener.isOpen()) {
        Thread.sleep(ACCEPT_AGAIN_MILLIS);
      }
    }
  }

  /** What goes wrong in one session ends that one: its client sees the connection's end. */
  private void serve(SocketChannel channel) {
    try (channel) {
      gate.track(channel);
      var address = (InetSocketAddress) channel.getRemoteAddress();
      new Session(gate, address, Connection.of(channel)).run();
    } catch (IOException _) {
      // The client or the server has gone, or the run has ended.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      places.release();
    }
  }
}
