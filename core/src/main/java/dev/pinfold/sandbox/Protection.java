package dev.pinfold.sandbox;

/** What a pen can do, by the name that users see and give to {@code --allow-missing}. */
public enum Protection {
  FILES(
      "files",
      "reads and writes outside the run's view are refused (Landlock)",
      "Landlock ABI 5: Linux 6.10"),
  TCP("tcp", "no TCP port can be connected to or bound (Landlock)", "Landlock ABI 4: Linux 6.7"),
  SIGNAL_SCOPE(
      "signal-scope",
      "nothing outside the run can be signalled; the run's end reaches every process of it",
      "Landlock ABI 6: Linux 6.12"),
  ABSTRACT_SOCKET_SCOPE(
      "abstract-socket-scope",
      "abstract Unix sockets of others can't be reached",
      "Landlock ABI 6: Linux 6.12"),
  SYSCALL_FILTER(
      "syscall-filter",
      "calls that would leave the pen are refused (seccomp)",
      "seccomp filters: CONFIG_SECCOMP_FILTER"),
  SUPERVISOR(
      "supervisor",
      "metadata changes outside the run's folders are refused; refused sockets are reported",
      "seccomp notification with WAIT_KILLABLE_RECV: Linux 5.19"),
  EXEC_GUARD(
      "exec-guard",
      "programs that the run's processes start are judged by the policy, too",
      "kcmp(2): CONFIG_KCMP"),
  NO_NEW_PRIVILEGES(
      "no-new-privileges",
      "no program gains privileges; root's capabilities are dropped",
      "prctl(PR_SET_NO_NEW_PRIVS): Linux 3.5"),
  COMMAND_LAYER(
      "command-layer",
      "commands of one run can't open each other's memory",
      "Landlock ABI 1: Linux 5.13"),
  NAMESPACES(
      "namespaces",
      "the run has mounts, processes, IPC, host name and network of its own",
      "tier full: bubblewrap 0.8 and user namespaces"),
  WATCHDOG("watchdog", "when Pinfold is killed, everything that it started dies", "signal-scope"),
  OPEN_FILES_LIMIT(
      "open-files-limit", "a process can't open more files than the limit", "setrlimit"),
  FILE_SIZE_LIMIT("file-size-limit", "no file grows over the limit", "setrlimit"),
  PROCESS_LIMIT(
      "process-limit",
      "a fork bomb ends at the limit",
      "an ordinary user (a limit of processes, RLIMIT_NPROC, does not bind root), or pids in a"
          + " delegated control group"),
  MEMORY_LIMIT(
      "memory-limit",
      "the run can't take all memory; it is killed as a whole at the limit",
      "memory in a delegated control group (cgroup v2); on systemd: systemd-run --user --scope -p"
          + " Delegate=yes pinfold exec …"),
  CPU_LIMIT(
      "cpu-limit",
      "the run gets no more processor time than its limit",
      "--cpu, and cpu in a delegated control group (cgroup v2)"),
  HIDDEN_PATHS("hidden-paths", "names outside the view do not exist", "tier full"),
  HIDDEN_PROCESSES("hidden-processes", "other processes can't be seen", "tier full"),
  PRIVATE_TMP("private-tmp", "/tmp is the run's own", "tier full; TMPDIR is private in every tier"),
  PRIVATE_SHM(
      "private-shm", "/dev/shm is the run's own", "tier full; here it is not reachable at all"),
  OWN_LOOPBACK(
      "own-loopback",
      "servers of the run can be reached by the run",
      "tier full; here no port can be bound"),
  PROTECTED_FILES(
      "protected-files",
      "what a run does to hooks, settings and start-up files that run outside is undone when it"
          + " ends",
      "a folder of Pinfold's own that takes copies");

  private final String id;
  private final String sentence;
  private final String needs;

  Protection(String id, String sentence, String needs) {
    this.id = id;
    this.sentence = sentence;
    this.needs = needs;
  }

  /** The name that users see. */
  public String id() {
    return id;
  }

  /** What it does, when it is active. */
  public String sentence() {
    return sentence;
  }

  /** What it needs. */
  public String needs() {
    return needs;
  }

  /**
   * The protection called {@code id}.
   *
   * @throws IllegalArgumentException when there is none; its message lists them
   */
  public static Protection named(String id) {
    StringBuilder all = new StringBuilder();
    for (Protection protection : values()) {
      if (protection.id.equals(id)) {
        return protection;
      }
      all.append(all.isEmpty() ? "" : ", ").append(protection.id);
    }
    throw new IllegalArgumentException("unknown protection: '" + id + "'; there are " + all);
  }
}
