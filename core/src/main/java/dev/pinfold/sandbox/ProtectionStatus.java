package dev.pinfold.sandbox;

/** How a protection stands in one pen. */
public sealed interface ProtectionStatus {
  /** In force. */
  record Active() implements ProtectionStatus {}

  /**
   * Not in force here.
   *
   * @param needed what it would take
   * @param found what is there
   */
  record Missing(String needed, String found) implements ProtectionStatus {}

  /** Switched off by the user. */
  record Off() implements ProtectionStatus {}
}
