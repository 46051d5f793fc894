package dev.pinfold.prove;

/** What is tried by whole runs: guarantees that no single system call shows. */
enum Trial {
  CREDENTIALS,
  TOOLCHAIN,
  JOURNAL,
  PROTECTED_FILES,
  SURVIVORS,
  ENVIRONMENT,
  INJECTION,
  TIME,
  OUTPUT,
  MEMORY,
  PROCESSES,
  PROCESSOR,
  DISK,
  FLOOR,
  REPOSITORY,
  POLICY_FILE,
  EXEC_GUARD,
  TAMPERING,
  FAIL_CLOSED
}
