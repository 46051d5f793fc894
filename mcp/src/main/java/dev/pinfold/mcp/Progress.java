package dev.pinfold.mcp;

import dev.pinfold.process.Live;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells a client that asked for it how far a command's output has come: its bytes, and a line. */
final class Progress implements Live {
  /** A person sees it; a flood of output must not become a flood of messages. */
  private static final Duration AT_MOST_EVERY = Duration.ofMillis(500);

  private static final int MOST_CHARS = 200;

  private final McpSyncServerExchange exchange;
  private final @Nullable Object token;
  private long bytes;
  private long last = System.nanoTime() - AT_MOST_EVERY.toNanos();

  /**
   * @param token what the client calls this progress by; null when it did not ask
   */
  Progress(McpSyncServerExchange exchange, @Nullable Object token) {
    this.exchange = exchange;
    this.token = token;
  }

  @Override
  public void write(Stream stream, byte[] output, int length) {
    bytes += length;
    long now = System.nanoTime();
    if (token != null && now - last >= AT_MOST_EVERY.toNanos()) {
      last = now;
      String text = new String(output, 0, length, StandardCharsets.UTF_8).strip();
      String line = text.substring(text.lastIndexOf('\n') + 1);
      exchange.progressNotification(
          ProgressNotification.builder(token, (double) bytes)
              .message(line.substring(0, Math.min(MOST_CHARS, line.length())))
              .build());
    }
  }
}
