package dev.pinfold.agent.model;

import dev.pinfold.process.Cancellation;

/**
 * A model that answers a conversation.
 *
 * <p>Thread contract: one call at a time.
 */
public interface Model extends AutoCloseable {
  /** What it is called, as its server knows it: {@code claude-sonnet-4-5}. */
  String name();

  /** How many tokens a conversation and its answer may have together. */
  long contextTokens();

  /**
   * Asks for the next answer. Failures that may pass are tried again inside.
   *
   * @param progress hears the text as it comes; none of it counts before the answer is returned
   * @param cancellation ends the request early
   * @throws ModelException when there is no answer, and why
   * @throws InterruptedException when cancelled
   */
  Answer next(Conversation conversation, Progress progress, Cancellation cancellation)
      throws ModelException, InterruptedException;

  @Override
  void close();

  /** Hears an answer while it comes. */
  @FunctionalInterface
  interface Progress {
    /** A piece of text. After a failure the answer starts again. */
    void text(String piece);

    /**
     * Whether a request that broke off may be sent again, which costs anew. One that a server
     * refused costs nothing and is not asked about.
     *
     * @param lost what the tries that broke off cost so far, at most
     */
    default boolean mayTryAgain(Usage lost) {
      return true;
    }
  }
}
