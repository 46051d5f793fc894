package dev.pinfold.sandbox;

import dev.pinfold.linux.Fd;

/** What became of starting a command. */
public sealed interface Start {
  /**
   * It runs, as a child of this JVM.
   *
   * @param pid its number
   * @param pidfd its descriptor, the caller's to close
   */
  record Started(int pid, Fd pidfd) implements Start {}

  /**
   * It did not start; nothing of it is left.
   *
   * @param call the call that failed
   * @param errno why
   */
  record Failed(String call, int errno) implements Start {}
}
