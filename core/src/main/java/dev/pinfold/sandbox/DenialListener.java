package dev.pinfold.sandbox;

/**
 * Is told of each different denial of a run when it happens for the first time.
 *
 * <p>Thread contract: called by one thread at a time, not that of the run's caller. Who tried it
 * waits meanwhile, so it has to be quick.
 */
public interface DenialListener {
  /** Wants to know nothing. */
  DenialListener NONE = _ -> {};

  /** With who tried it; its count is 1. */
  void denied(CountedDenial first);
}
