package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.MemFd;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.PosixSpawn;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Starter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What holds a run's namespaces open: one bubblewrap, whose first process waits for the end of a
 * pipe that this JVM has. Commands do not pass through it; the starter of each joins the
 * namespaces. When the JVM dies, by SIGKILL too, the pipe ends and the kernel ends what is inside.
 */
final class Holder implements AutoCloseable {
  /** Starting takes 5 to 20 ms; this is for a machine under heavy load. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Of what it says; more than a pipe holds. */
  private static final int MOST_TEXT_BYTES = 1 << 17;

  /** How long the last of the run's processes may take to be gone once it was killed. */
  private static final Duration END = Duration.ofSeconds(10);

  /** Of /proc/PID/ns, in the order of joining: the rights to join the others first, mounts last. */
  private static final List<String> NAMESPACES =
      List.of("user", "pid", "net", "ipc", "uts", "cgroup", "mnt");

  private static final Pattern CHILD = Pattern.compile("\"child-pid\": *(\\d{1,9})\\b");

  private final int init;
  private final Fd initFd;
  private final Fd wrapper;
  private final int wrapperPid;
  private final Fd lifeline;
  private final Map<String, Fd> namespaces = new LinkedHashMap<>();
  private final List<Fd> commands = new ArrayList<>();

  private Holder(int init, int wrapperPid, Fd wrapper, Fd lifeline) throws ErrnoException {
    this.init = init;
    this.wrapperPid = wrapperPid;
    this.wrapper = wrapper;
    this.lifeline = lifeline;
    this.initFd = Fd.own(Errno.check("pidfd_open", PidFd.open(init)));
  }

  /**
   * Starts it from {@code thread}, which has no_new_privs but is in no domain yet: Landlock refuses
   * mounts to whoever is.
   *
   * @throws HolderException when this machine can't have it; nothing of it is left
   */
  static Holder start(PenThread thread, MountPlan plan) throws IOException {
    String bubblewrap = Bubblewrap.find();
    Fd[] lifeline = Fd.pipe();
    Fd[] ready = Fd.pipe();
    Fd[] errors = Fd.pipe();
    Fd[] info = Fd.pipe();
    try (Fd readyReader = ready[0];
        Fd errorReader = errors[0];
        Fd infoReader = info[0]) {
      long pid;
      try (Fd in = lifeline[0];
          Fd out = ready[1];
          Fd err = errors[1];
          Fd told = info[1];
          Fd arguments = MemFd.of("pinfold-view", arguments(plan));
          PosixSpawn spawn =
              new PosixSpawn(
                  bubblewrap,
                  List.of("bwrap", "--args", "3", "--", "/bin/sh", "-c", "echo ready; read -r _"),
                  List.of(),
                  "/",
                  descriptors(in, out, err, arguments, told, plan))) {
        pid = thread.call(spawn::spawn);
      } catch (IOException failed) {
        lifeline[1].close();
        throw failed;
      }
      if (pid < 0) {
        lifeline[1].close();
        throw new HolderException(Bubblewrap.explain(bubblewrap, pid));
      }
      return started((int) pid, lifeline[1], readyReader, errorReader, infoReader);
    }
  }

  private static Holder started(int pid, Fd lifeline, Fd ready, Fd errors, Fd info)
      throws IOException {
    Fd wrapper = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      Matcher child = CHILD.matcher(text(info, deadline));
      // The answer comes before the mounts are done; the first process speaks after them.
      if (child.find() && isReady(ready, deadline)) {
        Holder holder = new Holder(Integer.parseInt(child.group(1)), pid, wrapper, lifeline);
        try {
          holder.openNamespaces();
          return holder;
        } catch (IOException failed) {
          holder.closeNamespaces();
          throw new HolderException("bubblewrap does not work here: " + failed.getMessage());
        }
      }
    } catch (ErrnoException unanswered) {
      end(pid, wrapper, lifeline);
      throw new HolderException("bubblewrap does not work here: " + unanswered.getMessage());
    } catch (HolderException broken) {
      end(pid, wrapper, lifeline);
      throw broken;
    }
    boolean hangs = System.nanoTime() >= deadline;
    end(pid, wrapper, lifeline);
    String said = Bubblewrap.explain(text(errors, System.nanoTime()));
    throw new HolderException(
        hangs
            ? said + "; it did nothing more and was ended after " + PATIENCE.toSeconds() + " s"
            : said);
  }

  private static boolean isReady(Fd ready, long deadline) {
    try (Arena arena = Arena.ofConfined()) {
      return Poll.readable(left(deadline), ready) == 0 && ready.read(arena.allocate(16)) > 0;
    }
  }

  /** It leads a session of its own, which holds what it may have started. */
  private static void end(int pid, Fd wrapper, Fd lifeline) throws ErrnoException {
    lifeline.close();
    Signals.kill(-pid, Signals.SIGKILL);
    PidFd.reap(wrapper);
    wrapper.close();
  }

  private static List<Fd> descriptors(
      Fd in, Fd out, Fd err, Fd arguments, Fd info, MountPlan plan) {
    List<Fd> all = new ArrayList<>(List.of(in, out, err, arguments, info));
    all.addAll(plan.files());
    return all;
  }

  private static byte[] arguments(MountPlan plan) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--unshare-all",
                "--unshare-user",
                "--die-with-parent",
                "--cap-drop",
                "ALL",
                "--info-fd",
                "4"));
    all.addAll(plan.arguments());
    var bytes = new ByteArrayOutputStream();
    for (String argument : all) {
      bytes.writeBytes(NativeString.encode(argument));
      bytes.write(0);
    }
    return bytes.toByteArray();
  }

  /** All that comes until {@code deadline} (System.nanoTime), as far as anybody wants to read. */
  private static String text(Fd fd, long deadline) throws ErrnoException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(4096);
      while (bytes.size() < MOST_TEXT_BYTES && Poll.readable(left(deadline), fd) == 0) {
        long n = Errno.check("read", fd.read(buffer));
        if (n == 0) {
          break;
        }
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return NativeString.decode(bytes.toByteArray());
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  /** Only those that differ from the JVM's own: bubblewrap leaves out what a kernel lacks. */
  private void openNamespaces() throws IOException {
    for (String name : NAMESPACES) {
      Fd theirs = open("/proc/" + init + "/ns/" + name);
      try (Fd ours = open("/proc/self/ns/" + name)) {
        if (FileStatus.of(theirs).inode() != FileStatus.of(ours).inode()) {
          namespaces.put(name, theirs);
        } else if (name.equals("cgroup")) {
          theirs.close();
        } else {
          theirs.close();
          throw new HolderException("bubblewrap made no " + name + " namespace");
        }
      }
    }
  }

  private static Fd open(String path) throws ErrnoException {
    return Fd.own(
        Errno.check(
            "open(" + path + ")", Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_RDONLY, 0)));
  }

  /** The path, for this JVM, of what is {@code path} in the pen's tree. */
  String inside(String path) {
    return "/proc/" + init + "/root" + path;
  }

  /** A process that nobody inside can see: the one outside that made the namespaces. */
  int wrapperPid() {
    return wrapperPid;
  }

  /** What the starter needs to join, from descriptor {@code first} on. */
  List<Fd> namespaces() {
    return List.copyOf(namespaces.values());
  }

  /** The two of them that make up the network: the rights to join it, and itself. */
  List<Fd> network() {
    return List.of(namespace("user"), namespace("net"));
  }

  private Fd namespace(String name) {
    Fd namespace = namespaces.get(name);
    if (namespace == null) {
      throw new IllegalStateException("this run has no " + name + " namespace of its own");
    }
    return namespace;
  }

  /** Makes the starter join, {@code first} being its first descriptor of {@link #namespaces}. */
  void join(Starter.Builder builder, int first) {
    for (int i = 0; i < namespaces.size(); i++) {
      builder.join(first + i);
    }
  }

  /** Remembers a command: the namespaces can't end before this JVM has reaped all of its own. */
  synchronized void remember(Fd command) throws ErrnoException {
    commands.removeIf(
        known -> {
          boolean reaped = PidFd.signal(known, Signals.NONE) == -Errno.ESRCH;
          if (reaped) {
            known.close();
          }
          return reaped;
        });
    commands.add(Fd.duplicate(command.number(), 3));
  }

  /** Whether everything inside has ended, or is about to: its first process has. */
  boolean isDead() {
    return Poll.readable(Duration.ZERO, wrapper) == 0 || Poll.readable(Duration.ZERO, initFd) == 0;
  }

  /** Kills everything inside, at once: the kernel ends a PID namespace with its first process. */
  void kill() {
    PidFd.signal(initFd, Signals.SIGKILL);
  }

  /**
   * Waits until the namespaces are empty.
   *
   * @return whether they are
   */
  synchronized boolean awaitEmpty() {
    for (Fd command : commands) {
      if (Poll.readable(END, command) == 0) {
        PidFd.reapUnlessReaped(command);
      }
    }
    return Poll.readable(END, initFd) == 0;
  }

  private void closeNamespaces() {
    initFd.close();
    namespaces.values().forEach(Fd::close);
  }

  @Override
  public void close() {
    kill();
    lifeline.close();
    try {
      // What can't die now (a dead network disk) must not hold the caller for ever; the report says
      // that it may live.
      if (Poll.readable(END, wrapper) == 0) {
        PidFd.reap(wrapper);
      }
    } catch (ErrnoException impossible) {
      throw new IllegalStateException("bubblewrap is a child of this process", impossible);
    } finally {
      wrapper.close();
      closeNamespaces();
      commands.forEach(Fd::close);
    }
  }
}
