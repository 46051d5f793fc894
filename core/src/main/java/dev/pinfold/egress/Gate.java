package dev.pinfold.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** What all of a run's traffic passes: judged, logged, counted, then dialled. For many threads. */
final class Gate implements AutoCloseable {
  private static final Duration DIAL = Duration.ofSeconds(15);

  /** As long as the usual resolver takes for its tries (resolv.conf(5): 2 of 5 s), and a little. */
  private static final Duration LOOK_UP = Duration.ofSeconds(12);

  /** A look-up holds a platform thread: more at once only wait. */
  private static final int LOOK_UPS = 16;

  private final EgressPlan plan;
  private final Clock clock;
  private final Spending spending;
  private final SecretScan secrets;
  private final AtomicLong ids = new AtomicLong();
  private final Semaphore lookUps = new Semaphore(LOOK_UPS);
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Gate(EgressPlan plan, Clock clock) {
    this.plan = plan;
    secrets = new SecretScan(plan.watched());
    this.clock = clock;
    spending = new Spending(plan.budget());
  }

  EgressPlan plan() {
    return plan;
  }

  EgressRules rules() {
    return plan.rules();
  }

  SecretScan secrets() {
    return secrets;
  }

  /** The headers of a request to {@code target} with the credentials that are for it. */
  Headers injected(HostPort target, Headers headers) throws MalformedException {
    Headers with = headers;
    for (Injection injection : plan.injections()) {
      if (injection.isFor(target)) {
        with = injection.into(with);
      }
    }
    return with;
  }

  static Verdict.Refused secretFound(String what) {
    return new Verdict.Refused("secrets", what, Optional.empty());
  }

  static Verdict.Refused overBudget(String why) {
    return new Verdict.Refused("budget", why, Optional.empty());
  }

  /** Tells the log of an attempt that goes no further. */
  void refuse(InetSocketAddress client, Attempt attempt, Verdict.Refused verdict) {
    plan.log().judged(event(client, attempt, verdict));
  }

  /**
   * Lets an allowed attempt through, unless the budget has been spent; tells the log either way.
   */
  Admission admit(InetSocketAddress client, HostPort target, Attempt attempt, Verdict verdict) {
    Optional<String> spent = spending.connect(target.host());
    if (spent.isPresent()) {
      Verdict.Refused refused = overBudget(spent.get());
      refuse(client, attempt, refused);
      return new Admission.Refused(refused);
    }
    EgressEvent event = event(client, attempt, verdict);
    plan.log().judged(event);
    return new Admission.Granted(new Passage(event, spending, plan.log()::ended));
  }

  /** Whether the budget lets an attempt through. */
  sealed interface Admission {
    record Granted(Passage passage) implements Admission {}

    record Refused(Verdict.Refused verdict) implements Admission {}
  }

  private EgressEvent event(InetSocketAddress client, Attempt attempt, Verdict verdict) {
    return new EgressEvent(ids.incrementAndGet(), clock.instant(), client, attempt, verdict, 0, 0);
  }

  /** Finds where an allowed target is, and judges that too. */
  Route route(HostPort target) throws InterruptedException {
    List<InetAddress> found;
    try {
      found =
          switch (target.host()) {
            case Host.Address(InetAddress address) -> List.of(address);
            case Host.Name(String name) -> lookUp(name);
          };
    } catch (UnknownHostException _) {
      return new Route.Nowhere(target.host() + " has no address");
    } catch (IOException e) {
      return new Route.Nowhere("the look-up of " + target.host() + " failed: " + e.getMessage());
    }
    List<InetAddress> permitted = new ArrayList<>();
    Optional<Verdict.Refused> refusal = Optional.empty();
    for (InetAddress address : found) {
      switch (rules().judge(target, address)) {
        case Verdict.Allowed _ -> permitted.add(address);
        case Verdict.Refused refused -> refusal = refusal.or(() -> Optional.of(refused));
      }
    }
    return permitted.isEmpty() && refusal.isPresent()
        ? new Route.Refused(refusal.get())
        : new Route.To(permitted);
  }

  /** On a thread of its own: the machine's look-up waits in C, for as long as it likes. */
  private List<InetAddress> lookUp(String name) throws IOException, InterruptedException {
    var task = new FutureTask<>(() -> plan.resolver().resolve(name));
    if (!lookUps.tryAcquire(LOOK_UP.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException("too many look-ups wait for answers");
    }
    Thread.ofPlatform()
        .daemon()
        .name("pinfold-look-up")
        .start(
            () -> {
              try {
                task.run();
              } finally {
                lookUps.release();
              }
            });
    try {
      return task.get(LOOK_UP.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (TimeoutException _) {
      throw new IOException("no answer in " + LOOK_UP.toSeconds() + " s");
    }
  }

  /** Connects to the first address that answers. */
  Connection dial(Route.To route, int port) throws IOException {
    IOException failure = new IOException("it has no address");
    for (InetAddress address : route.addresses()) {
      SocketChannel channel = SocketChannel.open();
      try {
        track(channel);
        channel.socket().connect(new InetSocketAddress(address, port), (int) DIAL.toMillis());
        return Connection.of(channel);
      } catch (IOException e) {
        forget(channel);
        channel.close();
        failure = e;
      }
    }
    throw failure;
  }

  /** Ends with the run at the latest. */
  void track(SocketChannel channel) throws IOException {
    open.removeIf(other -> !other.isOpen());
    open.add(channel);
    if (closed) {
      channel.close();
      throw new IOException("the run has ended");
    }
  }

  void forget(SocketChannel channel) {
    open.remove(channel);
  }

  @Override
  public void close() {
    closed = true;
    for (SocketChannel channel : open) {
      try {
        channel.close();
      } catch (IOException _) {
        // It is closed all the same (close(2)).
      }
    }
  }
}
