package dev.pinfold.agent.model;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A response's body of which something must come every now and then. */
final class PatientStream extends FilterInputStream {
  private final ScheduledExecutorService clock;
  private final Duration patience;
  private volatile boolean expired;

  PatientStream(InputStream in, ScheduledExecutorService clock, Duration patience) {
    super(in);
    this.clock = clock;
    this.patience = patience;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    ScheduledFuture<?> end =
        clock.schedule(this::expire, patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      int count = in.read(bytes, from, length);
      if (count < 0 && expired) {
        throw tooLate();
      }
      return count;
    } catch (IOException failed) {
      throw expired ? tooLate() : failed;
    } finally {
      end.cancel(false);
    }
  }

  private void expire() {
    expired = true;
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpTimeoutException tooLate() {
    return new HttpTimeoutException("nothing came for " + patience.toSeconds() + " s");
  }
}
