package dev.pinfold.linux;

/** How a process ended, as the kernel reports it. */
public sealed interface ExitStatus {
  /** The status as a shell gives it: the exit code, or 128 and the signal. */
  int shellStatus();

  /**
   * It called exit.
   *
   * @param code 0 to 255
   */
  record Exited(int code) implements ExitStatus {
    @Override
    public int shellStatus() {
      return code;
    }
  }

  /**
   * A signal ended it.
   *
   * @param signal its number
   */
  record Signalled(int signal) implements ExitStatus {
    @Override
    public int shellStatus() {
      return 128 + signal;
    }
  }
}
