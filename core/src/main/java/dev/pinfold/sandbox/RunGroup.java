package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Signals;
import dev.pinfold.sandbox.ProtectionStatus.Active;
import dev.pinfold.sandbox.ProtectionStatus.Missing;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A run's control group, which limits all its processes together and ends them together. Where none
 * can be made, or a limit can't be set, its status says so.
 *
 * <p>A command enters it by the starter's first call, through a descriptor that was opened here: no
 * instruction of the command runs outside. It can't leave again: no view opens the files of control
 * groups for writing ({@code limits.cgroup} in THREAT_MODEL.md).
 *
 * <p>One that a killed Pinfold left behind is removed by the next run beside it: each holds a lock
 * on its folder as long as its Pinfold lives.
 */
final class RunGroup implements AutoCloseable {
  private static final String PREFIX = "pinfold-";

  /** A sweeper may remove a group before it is locked; more than once is no accident. */
  private static final int TRIES = 3;

  /** As much as a run gets unless it says otherwise: the rest is for whoever watches it. */
  private static final int DEFAULT_MEMORY_PERCENT = 75;

  /** The same where the machine does not say how much it has (no /proc). */
  private static final long DEFAULT_MEMORY_BYTES = 4L << 30;

  /** PID_MAX_LIMIT of linux/threads.h on 64-bit machines; pids.max takes nothing above. */
  private static final long MOST_PROCESSES = 1 << 22;

  /** cpu.max counts in periods; this is the kernel's default. */
  private static final long PERIOD_MICROS = 100_000;

  /** Leaving a group is part of dying, which the pen waits for anyway. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Map<Protection, ProtectionStatus> limits = new EnumMap<>(Protection.class);
  private @Nullable ControlGroup group;
  private @Nullable Fd lock;
  private @Nullable Fd entrance;
  private Consumption last = Consumption.UNKNOWN;

  private RunGroup() {}

  /** None, and no limits of it. */
  static RunGroup none() {
    return new RunGroup();
  }

  /** Makes one where this process may. */
  static RunGroup open(Limits wanted) {
    return open(wanted, ControlGroupPlace.find());
  }

  /** Makes one at {@code place}. */
  static RunGroup open(Limits wanted, ControlGroupPlace place) {
    RunGroup made = new RunGroup();
    String obstacle = place.obstacle();
    if (place.parent() != null) {
      try {
        made.make(place, place.parent());
      } catch (IOException failed) {
        made.close();
        obstacle = "no control group can be made in " + place.parent().folder() + ": " + failed;
      }
    }
    made.limit(wanted, obstacle);
    return made;
  }

  private void make(ControlGroupPlace place, ControlGroup parent) throws IOException {
    synchronized (RunGroup.class) {
      place.prepare();
    }
    sweep(parent);
    for (int tries = TRIES; group == null; tries--) {
      ControlGroup fresh =
          parent.child(PREFIX + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
      Files.createDirectory(fresh.folder());
      try {
        lock = locked(fresh);
        entrance = open(fresh.folder().resolve("cgroup.procs"), Openat2.O_WRONLY);
        group = fresh;
      } catch (IOException taken) {
        close();
        if (tries <= 1) {
          throw taken;
        }
      }
    }
  }

  private static Fd locked(ControlGroup fresh) throws IOException {
    Fd folder = open(fresh.folder(), Openat2.O_RDONLY | Openat2.O_DIRECTORY);
    long answer = folder.lock(false);
    if (answer < 0) {
      folder.close();
      Errno.check("flock(" + fresh.folder() + ")", answer);
    }
    return folder;
  }

  private static Fd open(Path path, int flags) throws IOException {
    return Fd.own(
        Errno.check(
            "open(" + path + ")",
            Openat2.openat2(
                Openat2.AT_FDCWD, path.toString(), flags, Openat2.RESOLVE_NO_SYMLINKS)));
  }

  private void limit(Limits wanted, String obstacle) {
    set(Protection.PROCESS_LIMIT, "pids.max", processes(wanted), obstacle);
    long memory = wanted.memoryBytes().orElseGet(RunGroup::defaultMemory);
    set(Protection.MEMORY_LIMIT, "memory.max", Long.toString(memory), obstacle);
    if (limits.get(Protection.MEMORY_LIMIT) instanceof Active) {
      set(Protection.MEMORY_LIMIT, "memory.oom.group", "1", obstacle);
    }
    // Without this file the kernel was built without swap.
    if (limits.get(Protection.MEMORY_LIMIT) instanceof Active
        && group != null
        && group.has("memory.swap.max")) {
      set(Protection.MEMORY_LIMIT, "memory.swap.max", "0", obstacle);
    }
    if (wanted.milliCpus().isPresent()) {
      long quota = wanted.milliCpus().getAsLong() * PERIOD_MICROS / 1000;
      set(Protection.CPU_LIMIT, "cpu.max", quota + " " + PERIOD_MICROS, obstacle);
    } else {
      boolean possible = group != null && group.has("cpu.max");
      limits.put(
          Protection.CPU_LIMIT,
          new Missing(Protection.CPU_LIMIT.needs(), possible ? "no limit asked for" : obstacle));
    }
  }

  private static String processes(Limits wanted) {
    return wanted.processes() > MOST_PROCESSES ? "max" : "" + wanted.processes();
  }

  private void set(Protection protection, String file, String value, String obstacle) {
    String found = obstacle;
    if (group != null && group.has(file)) {
      try {
        group.write(file, value);
        limits.put(protection, new Active());
        return;
      } catch (IOException refused) {
        found = "the kernel refuses " + value + " for " + file + ": " + refused;
      }
    }
    limits.put(protection, new Missing(protection.needs(), found));
  }

  /** Of what the machine has, not of what is free now. */
  private static long defaultMemory() {
    try {
      // proc_meminfo(5): "MemTotal:       24683520 kB".
      return Files.readAllLines(Path.of("/proc/meminfo")).stream()
          .filter(line -> line.startsWith("MemTotal:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .map(total -> total / 100 * DEFAULT_MEMORY_PERCENT)
          .findFirst()
          .orElse(DEFAULT_MEMORY_BYTES);
    } catch (IOException | NumberFormatException _) {
      return DEFAULT_MEMORY_BYTES;
    }
  }

  /** How the limits of processes, memory and processor time stand. */
  Map<Protection, ProtectionStatus> limits() {
    return limits;
  }

  boolean limitsProcesses() {
    return limits.get(Protection.PROCESS_LIMIT) instanceof Active;
  }

  /** Through which a starter enters: its cgroup.procs. */
  Optional<Fd> entrance() {
    return Optional.ofNullable(entrance);
  }

  /** What was used so far; after the end, what was used in all. */
  Consumption consumption() {
    if (group == null) {
      return last;
    }
    try {
      OptionalLong micros = group.number("cpu.stat", "usage_usec");
      last =
          new Consumption(
              micros.isPresent()
                  ? Optional.of(Duration.ofNanos(micros.getAsLong() * 1000))
                  : Optional.empty(),
              group.has("memory.peak")
                  ? OptionalLong.of(Long.parseLong(group.read("memory.peak").strip()))
                  : OptionalLong.empty(),
              memoryLimit(group),
              group.has("memory.events") ? group.number("memory.events", "oom_kill").orElse(0) : 0);
    } catch (IOException _) {
      // Somebody has removed it beneath us, which takes root or the user outside the pen: what was
      // read last stands.
      return last;
    }
    return last;
  }

  private static OptionalLong memoryLimit(ControlGroup group) throws IOException {
    String text = group.has("memory.max") ? group.read("memory.max").strip() : "max";
    return text.equals("max") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  /** Kills what is left in it and removes it. What can't be removed is for the next run. */
  @Override
  public void close() {
    if (group != null) {
      end(group);
      consumption();
      remove(group);
      group = null;
    }
    if (entrance != null) {
      entrance.close();
      entrance = null;
    }
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }

  private static void end(ControlGroup group) {
    try {
      if (group.has("cgroup.kill")) {
        group.write("cgroup.kill", "1");
      }
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (group.isPopulated() && System.nanoTime() < deadline) {
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException _) {
      // It is gone; that was the aim.
      return;
    }
  }

  private static void remove(ControlGroup group) {
    try {
      Files.delete(group.folder());
    } catch (IOException _) {
      // A process in an uninterruptible call holds it: the next run beside it tries again.
      return;
    }
  }

  private static void sweep(ControlGroup parent) throws IOException {
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent.folder(), PREFIX + "*")) {
      siblings.forEach(RunGroup::removeIfAbandoned);
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
  }

  private static void removeIfAbandoned(Path folder) {
    try (Fd left = open(folder, Openat2.O_RDONLY | Openat2.O_DIRECTORY)) {
      if (FileStatus.of(left).owner() == Signals.user() && left.lock(false) == 0) {
        end(new ControlGroup(folder));
        Files.delete(folder);
      }
    } catch (IOException _) {
      // In use, somebody else's, or just removed by another run: not ours to report on.
    }
  }
}
