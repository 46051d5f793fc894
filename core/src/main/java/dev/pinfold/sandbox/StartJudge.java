package dev.pinfold.sandbox;

import java.util.Optional;

/**
 * Says which programs the processes of a run may start. Asked by the exec guard for every execve
 * and execveat, but for the one by which the run's own command starts.
 *
 * <p>Thread contract: called on the supervisor's thread, one call at a time; the caller of the
 * system call waits meanwhile, and so does everybody else who asks the supervisor.
 */
public interface StartJudge {
  /** Why the program may not be started; empty when it may. */
  Optional<Refused> refuse(ProgramStart start);

  /**
   * Why a program may not be started.
   *
   * @param rule the rule's id
   * @param reason in words
   * @param remedy an option that would allow it; empty when there is none
   */
  record Refused(String rule, String reason, String remedy) {}
}
