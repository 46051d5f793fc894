package dev.pinfold.e2e.attack;

/** One hostile act. It succeeds when what it tries is possible, not when it is refused. */
interface Act {
  Answer on(Args args);
}
