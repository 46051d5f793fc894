package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Limits and priorities of another process; the first argument is its id. Nice values rise in the
 * order of the table: nobody but root may lower them again.
 */
final class SchedulingActs {
  private static final int SCHED_BATCH = 3;
  private static final int PRIO_PROCESS = 0;
  private static final int PRIO_PGRP = 1;
  private static final int PRIO_USER = 2;
  private static final int IOPRIO_WHO_PROCESS = 1;
  private static final int IOPRIO_WHO_USER = 3;
  private static final int IOPRIO_BEST_EFFORT_4 = (2 << 13) | 4;
  private static final int RLIMIT_NOFILE = 7;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("prlimit", SchedulingActs::prlimit),
          Map.entry(
              "prlimit-read", a -> call(PRLIMIT64, a.process(0), RLIMIT_NOFILE, 0, block(16))),
          Map.entry("sched-affinity", a -> call(SCHED_SETAFFINITY, a.process(0), 8, longs(-1))),
          Map.entry(
              "sched-scheduler",
              a -> call(SCHED_SETSCHEDULER, a.process(0), SCHED_BATCH, block(4))),
          Map.entry("sched-param", a -> call(SCHED_SETPARAM, a.process(0), block(4))),
          Map.entry("sched-attr", SchedulingActs::schedAttr),
          Map.entry("setpriority", a -> call(SETPRIORITY, PRIO_PROCESS, a.process(0), 15)),
          Map.entry("setpriority-group", a -> call(SETPRIORITY, PRIO_PGRP, a.process(0), 16)),
          // Zero is the caller's own user: every process of it. The values are those that processes
          // have.
          Map.entry("setpriority-user", _ -> call(SETPRIORITY, PRIO_USER, 0, 0)),
          Map.entry("ioprio-user", _ -> call(IOPRIO_SET, IOPRIO_WHO_USER, 0, 0)),
          Map.entry(
              "ioprio",
              a -> call(IOPRIO_SET, IOPRIO_WHO_PROCESS, a.process(0), IOPRIO_BEST_EFFORT_4)));

  private SchedulingActs() {}

  /** Sets the limit of open files to what it is, or to 512 where that can't be read. */
  private static Answer prlimit(Args args) {
    MemorySegment limit = longs(512, 4096);
    call(PRLIMIT64, args.process(0), RLIMIT_NOFILE, 0, limit);
    return call(PRLIMIT64, args.process(0), RLIMIT_NOFILE, limit, 0);
  }

  /** struct sched_attr: size, policy, flags, nice, …; the first version has 48 bytes. */
  private static Answer schedAttr(Args args) {
    MemorySegment attributes = block(48);
    attributes.set(JAVA_INT, 0, 48);
    attributes.set(JAVA_INT, 4, SCHED_BATCH);
    attributes.set(JAVA_INT, 16, 12);
    return call(SCHED_SETATTR, args.process(0), attributes, 0);
  }
}
