package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * posix_spawn(3): starts a program from the calling thread, with this thread's Landlock domain,
 * seccomp filters and privileges. Prepared on any thread; {@link #spawn} itself loads no class and
 * opens no file of ours.
 *
 * <p>The program leads a session of its own (no controlling terminal), has no signal blocked or
 * ignored, and holds no descriptor but its standard three. One process: not reusable, closed after
 * the spawn.
 */
public final class PosixSpawn implements AutoCloseable {
  /* spawn.h of glibc and musl. */
  private static final short POSIX_SPAWN_SETSIGDEF = 0x04;
  private static final short POSIX_SPAWN_SETSIGMASK = 0x08;
  private static final short POSIX_SPAWN_SETSID = 0x80;

  /**
   * Room for posix_spawn_file_actions_t (80 bytes in glibc) and posix_spawnattr_t (336), with some
   * to spare.
   */
  private static final long ACTIONS_BYTES = 256;

  private static final long ATTRIBUTE_BYTES = 512;
  private static final long SIGSET_BYTES = 128;

  /** Above every number that a spawn assigns: so many descriptors can be passed on. */
  static final int FIRST_HIGH = 256;

  private static final MemorySegment SPAWN = function("posix_spawn");
  private static final MemorySegment ACTIONS_INIT = function("posix_spawn_file_actions_init");
  private static final MemorySegment ACTIONS_DESTROY = function("posix_spawn_file_actions_destroy");
  private static final MemorySegment ADD_DUP2 = function("posix_spawn_file_actions_adddup2");
  private static final MemorySegment ADD_CHDIR = function("posix_spawn_file_actions_addchdir_np");
  private static final MemorySegment ATTR_INIT = function("posix_spawnattr_init");
  private static final MemorySegment ATTR_DESTROY = function("posix_spawnattr_destroy");
  private static final MemorySegment SET_FLAGS = function("posix_spawnattr_setflags");
  private static final MemorySegment SET_MASK = function("posix_spawnattr_setsigmask");
  private static final MemorySegment SET_DEFAULT = function("posix_spawnattr_setsigdefault");

  private final Arena arena = Arena.ofShared();
  private final List<Fd> copies = new ArrayList<>();
  private final MemorySegment actions = arena.allocate(ACTIONS_BYTES, 16);
  private final MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 16);
  private final MemorySegment pid = arena.allocate(JAVA_INT);
  private final MemorySegment path;
  private final MemorySegment argv;
  private final MemorySegment envp;

  /**
   * Prepares a start.
   *
   * @param program the program's path; not looked up
   * @param arguments its vector, its name first
   * @param environment its whole environment, each {@code NAME=value}
   * @param folder its current folder
   * @param descriptors its descriptors 0, 1, 2 and so on; others are inherited unless close-on-exec
   */
  public PosixSpawn(
      String program,
      List<String> arguments,
      List<String> environment,
      String folder,
      List<Fd> descriptors)
      throws ErrnoException {
    if (descriptors.size() < 3 || descriptors.size() > FIRST_HIGH) {
      throw new IllegalArgumentException(
          "at least descriptors 0, 1 and 2, at most " + FIRST_HIGH + ", not " + descriptors.size());
    }
    path = NativeString.allocate(arena, program);
    argv = vector(arguments);
    envp = vector(environment);
    call(ACTIONS_INIT, actions, 0, 0);
    for (int i = 0; i < descriptors.size(); i++) {
      // A copy out of the way first: dup2 to 3 would overwrite a descriptor that is 3 and is still
      // to be passed on.
      Fd high = Fd.duplicate(descriptors.get(i).number(), FIRST_HIGH);
      copies.add(high);
      call(ADD_DUP2, actions, high.number(), i);
    }
    call(ADD_CHDIR, actions, NativeString.allocate(arena, folder).address(), 0);
    prepareAttributes();
  }

  private void prepareAttributes() {
    call(ATTR_INIT, attributes, 0, 0);
    call(
        SET_FLAGS,
        attributes,
        POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF,
        0);
    MemorySegment none = arena.allocate(SIGSET_BYTES, 8);
    call(SET_MASK, attributes, none.address(), 0);
    // The JVM and whoever started it may ignore signals (SIGPIPE, SIGINT of a background job): a
    // program starts clean.
    MemorySegment all = arena.allocate(SIGSET_BYTES, 8);
    all.set(JAVA_LONG, 0, ~0L);
    call(SET_DEFAULT, attributes, all.address(), 0);
  }

  /**
   * Starts the program.
   *
   * @return the process id, or the negated errno of what failed: the spawn itself, chdir, or execve
   *     (ENOENT, EACCES, …)
   */
  public long spawn() {
    long error =
        Libc.function(
            SPAWN,
            pid.address(),
            path.address(),
            actions.address(),
            attributes.address(),
            argv.address(),
            envp.address());
    return error == 0 ? pid.get(JAVA_INT, 0) : -error;
  }

  /** Frees what was prepared; the program goes on. */
  @Override
  public void close() {
    Libc.function(ACTIONS_DESTROY, actions.address(), 0, 0, 0, 0, 0);
    Libc.function(ATTR_DESTROY, attributes.address(), 0, 0, 0, 0, 0);
    arena.close();
    copies.forEach(Fd::close);
  }

  private MemorySegment vector(List<String> strings) {
    MemorySegment vector = arena.allocate(8L * (strings.size() + 1), 8);
    for (int i = 0; i < strings.size(); i++) {
      vector.setAtIndex(JAVA_LONG, i, NativeString.allocate(arena, strings.get(i)).address());
    }
    return vector;
  }

  private static void call(MemorySegment function, MemorySegment on, long a, long b) {
    long error = Libc.function(function, on.address(), a, b, 0, 0, 0);
    if (error != 0) {
      throw new IllegalStateException("posix_spawn can't be prepared: " + Errno.name((int) error));
    }
  }

  private static MemorySegment function(String name) {
    return Libc.symbol(name)
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "this C library lacks " + name + " (glibc 2.29 and musl 1.1.24 have it)"));
  }
}
