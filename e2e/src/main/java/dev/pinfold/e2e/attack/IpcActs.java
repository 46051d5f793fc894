package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.call;

import java.util.Map;

/** System V and POSIX inter-process communication. Numbers: include/uapi/linux/ipc.h. */
final class IpcActs {
  private static final int IPC_PRIVATE = 0;
  private static final int CREATE = 01000 | 0600;
  private static final int IPC_RMID = 0;
  private static final int O_CREAT_RDWR = 0102;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("shmget", _ -> removed(SHMCTL, call(SHMGET, IPC_PRIVATE, 4096, CREATE))),
          Map.entry("shmget-key", a -> call(SHMGET, a.number(0), 0, 0)),
          Map.entry("shmat", a -> call(SHMAT, a.number(0), 0, 0)),
          Map.entry("semget", _ -> removed(SEMCTL, call(SEMGET, IPC_PRIVATE, 1, CREATE))),
          Map.entry("msgget", _ -> removed(MSGCTL, call(MSGGET, IPC_PRIVATE, CREATE))),
          Map.entry("mq-open", a -> call(MQ_OPEN, a.text(0), O_CREAT_RDWR, 0600, 0)),
          Map.entry("mq-unlink", a -> call(MQ_UNLINK, a.text(0))));

  private IpcActs() {}

  /**
   * The objects outlive their maker: one that could be made is removed again. semctl has an
   * argument more.
   */
  private static Answer removed(Call control, Answer made) {
    return made.then(
        id ->
            control == SEMCTL ? call(control, id, 0, IPC_RMID, 0) : call(control, id, IPC_RMID, 0));
  }
}
