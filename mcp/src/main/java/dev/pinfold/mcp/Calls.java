package dev.pinfold.mcp;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.process.Cancellation;
import java.util.HashMap;
import java.util.Map;

/**
 * The calls that go on, by the id of their request, each with the way to end it. Cancelling may
 * come before the call has begun to be worked on.
 */
final class Calls {
  /** Cancellations of calls that never come; a client that sends more than this is not a client. */
  private static final int MOST_EARLY = 1000;

  private final Map<String, Cancellation> running = new HashMap<>();
  private final Map<String, Boolean> early = new HashMap<>();
  private boolean ended;

  /** A call begins; {@link #end} must follow. */
  synchronized Cancellation begin(String id) throws ErrnoException {
    Cancellation cancellation = new Cancellation();
    running.put(id, cancellation);
    if (ended || early.remove(id) != null) {
      cancellation.cancel();
    }
    return cancellation;
  }

  synchronized void end(String id) {
    Cancellation cancellation = running.remove(id);
    if (cancellation != null) {
      cancellation.close();
    }
    notifyAll();
  }

  synchronized void cancel(String id) {
    Cancellation cancellation = running.get(id);
    if (cancellation != null) {
      cancellation.cancel();
    } else if (early.size() < MOST_EARLY) {
      early.put(id, true);
    }
  }

  /** Nobody waits for answers any more. */
  synchronized void cancelAll() {
    ended = true;
    running.values().forEach(Cancellation::cancel);
  }

  /** Waits until no call goes on. */
  synchronized void awaitNone() throws InterruptedException {
    while (!running.isEmpty()) {
      wait();
    }
  }
}
