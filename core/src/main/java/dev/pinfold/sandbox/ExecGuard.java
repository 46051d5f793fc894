package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Kcmp;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.ProcessMemory;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Sys;
import dev.pinfold.sandbox.ProgramStart.Form;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Has every program judged that a process of the run starts.
 *
 * <p>What may run goes on in the kernel, which reads path and arguments again: another thread of
 * the caller can have changed them. So this guards against accidents; the boundary is what the
 * kernel enforces (docs/adr/0010).
 *
 * <p>Thread contract: {@link #answer} on the supervisor's thread, {@link #forget} on any.
 */
final class ExecGuard {
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int X_OK = 1;

  /** Interpreters of interpreters: the kernel takes five steps (fs/exec.c, exec_binprm). */
  private static final int MOST_FORMS = 6;

  /** The id of denials that no rule of the policy stands behind. */
  private static final String UNREAD = "exec.unread";

  private static final String CONTENT_UNREAD =
      "the program can be executed but not read, so nobody can tell whether it is a script";

  private final StartJudge judge;
  private final Denials denials;
  private final FileRules rules;
  private final int jvm;

  /** Starters that have not executed their command yet. */
  private final Set<Integer> starters = ConcurrentHashMap.newKeySet();

  /**
   * Who was refused what last: execvp goes on with the next folder of PATH, which is one attempt.
   */
  private int lastThread;

  private @Nullable Denial last;

  ExecGuard(StartJudge judge, Denials denials, FileRules rules, int jvm) {
    this.judge = judge;
    this.denials = denials;
    this.rules = rules;
    this.jvm = jvm;
  }

  /** Whether this kernel can tell our own starts from others. */
  static boolean isPossible() {
    int jvm = (int) ProcessHandle.current().pid();
    return Kcmp.memory(jvm, jvm) == 0;
  }

  /** A starter that has failed: who gets its number next is none. */
  void forget(int starter) {
    starters.remove(starter);
  }

  /** {@link SeccompListener#GO_ON}, or a negated errno. */
  long answer(Sys sys, SeccompListener call) {
    int thread = call.thread();
    if (isOurs(thread)) {
      return SeccompListener.GO_ON;
    }
    boolean at = sys == Sys.EXECVEAT;
    CallerVector.Read read = CallerVector.of(thread, call.argument(at ? 2 : 1));
    if (read instanceof CallerVector.Read.Failed(int errno)) {
      return unreadable(call, errno);
    }
    List<String> words = ((CallerVector.Read.Words) read).words();
    try {
      ProgramStart start = start(call, at, words);
      Optional<StartJudge.Refused> refused = judge.refuse(start);
      if (refused.isPresent()) {
        return refuse(call, words, refused.get());
      }
      foresee(call, start);
      return SeccompListener.GO_ON;
    } catch (ErrnoException failed) {
      return failed.call().equals(ProgramFile.CONTENT)
          ? refuse(call, words, new StartJudge.Refused(UNREAD, CONTENT_UNREAD, ""))
          : -failed.errno();
    }
  }

  /**
   * Whether the call is Pinfold's own. The child of the pen's spawn shares this JVM's memory until
   * it executes the starter, and nobody else can come to share it. What then runs under its number
   * is the starter alone, until the command's program takes its place: that start was judged before
   * the run. A starter that joins namespaces first has a child do it, which shares its memory.
   */
  private boolean isOurs(int thread) {
    if (Kcmp.memory(jvm, thread) == 0) {
      // Those that came to nothing and are gone: their numbers may be given to others.
      starters.removeIf(starter -> Kcmp.memory(starter, starter) != 0);
      starters.add(thread);
      return true;
    }
    if (starters.isEmpty()) {
      return false;
    }
    if (starters.remove(thread)) {
      return true;
    }
    for (int starter : starters) {
      if (Kcmp.memory(starter, thread) == 0) {
        starters.remove(starter);
        return true;
      }
    }
    return false;
  }

  private ProgramStart start(SeccompListener call, boolean at, List<String> words)
      throws ErrnoException {
    int thread = call.thread();
    String folder = Paths.readlink("/proc/" + thread + "/cwd");
    String path = path(thread, call.argument(at ? 1 : 0));
    int flags = at ? (int) call.argument(4) : 0;
    ProgramFile file;
    String script;
    if (path.isEmpty() && at && (flags & AT_EMPTY_PATH) != 0) {
      int descriptor = (int) call.argument(0);
      file =
          descriptor == Openat2.AT_FDCWD
              ? ProgramFile.of(thread, folder)
              : ProgramFile.ofDescriptor(thread, descriptor);
      script = "/dev/fd/" + descriptor;
    } else {
      String absolute =
          absolute(thread, path, folder, at ? (int) call.argument(0) : Openat2.AT_FDCWD);
      file = ProgramFile.of(thread, absolute);
      script = path;
    }
    return new ProgramStart(forms(thread, file, script, words, folder), folder, new Caller(thread));
  }

  private static List<Form> forms(
      int thread, ProgramFile file, String path, List<String> words, String folder)
      throws ErrnoException {
    List<Form> forms = new ArrayList<>(List.of(new Form(file.names(), words)));
    ProgramFile current = file;
    String script = path;
    while (!current.script().isEmpty()) {
      if (forms.size() == MOST_FORMS) {
        throw new ErrnoException("execve", Errno.ELOOP);
      }
      Optional<ScriptLine> line = ScriptLine.of(current.script());
      if (line.isEmpty()) {
        break;
      }
      List<String> vector = line.get().vector(script, forms.getLast().words());
      script = line.get().interpreter();
      current = ProgramFile.of(thread, absolute(thread, script, folder, Openat2.AT_FDCWD));
      forms.add(new Form(current.names(), vector));
    }
    return forms;
  }

  private static String path(int thread, long address) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = ProcessMemory.readString(arena, thread, address, Paths.PATH_MAX);
      if (copy == null) {
        throw new ErrnoException("execve", Errno.EFAULT);
      }
      return NativeString.decode(
          copy.asSlice(0, copy.byteSize() - 1).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private static String absolute(int thread, String path, String folder, int dir)
      throws ErrnoException {
    if (path.isEmpty()) {
      throw new ErrnoException("execve", Errno.ENOENT);
    }
    if (path.startsWith("/")) {
      return path;
    }
    String base =
        dir == Openat2.AT_FDCWD ? folder : Paths.readlink("/proc/" + thread + "/fd/" + dir);
    if (!base.startsWith("/")) {
      throw new ErrnoException("execveat", Errno.ENOTDIR);
    }
    return base + (base.endsWith("/") ? "" : "/") + path;
  }

  /** What the policy lets start, and the kernel will not: outside the folders of programs. */
  private void foresee(SeccompListener call, ProgramStart start) {
    for (Form form : start.forms()) {
      String file = form.file();
      if (file.startsWith("/")
          && !rules.allow(file, Landlock.EXECUTE)
          && Paths.access(file, X_OK) == 0
          && call.stillWaiting()) {
        denials.add(
            new Denial(
                Denial.Layer.FILES,
                "exec",
                new Denial.Target.Path(file),
                "fs.exec.outside",
                "outside the folders whose programs this run may start",
                "",
                Denial.Evidence.TRACED),
            Optional.of(new Grant(file, Access.READ_EXECUTE, Grant.Origin.USER)),
            call);
        return;
      }
    }
  }

  /** The vector is too long (as the kernel would answer), not there, or not ours to read. */
  private long unreadable(SeccompListener call, int errno) {
    if (errno == Errno.EFAULT || errno == Errno.ESRCH) {
      return -errno;
    }
    boolean tooLong = errno == Errno.E2BIG;
    String reason =
        tooLong
            ? "more than "
                + CallerVector.MOST_BYTES
                + " bytes or "
                + CallerVector.MOST_WORDS
                + " words of arguments can't be judged"
            : "its arguments can't be read, so they can't be judged: " + Errno.name(errno);
    refuse(call, List.of("a program"), new StartJudge.Refused(UNREAD, reason, ""));
    return tooLong ? -Errno.E2BIG : -Errno.EACCES;
  }

  private long refuse(SeccompListener call, List<String> words, StartJudge.Refused refused) {
    Denial denial =
        new Denial(
            Denial.Layer.EXEC_GUARD,
            "exec",
            Denial.Target.Command.of(words),
            refused.rule(),
            refused.reason(),
            refused.remedy(),
            Denial.Evidence.OBSERVED);
    boolean again = call.thread() == lastThread && denial.equals(last);
    // Otherwise the number may be another process's by now, and so all that was read.
    if (!again && call.stillWaiting()) {
      denials.add(denial, call);
      lastThread = call.thread();
      last = denial;
    }
    return -Errno.EACCES;
  }
}
