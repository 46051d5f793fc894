package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Kcmp;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.ProcessMemory;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Sys;
import dev.pinfold.sandbox.ProgramStart.Form;
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
final class ExecGuard implements AutoCloseable {
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

  private @Nullable Fd root;

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
    if (isOurs(call.thread())) {
      return SeccompListener.GO_ON;
    }
    try {
      Called called = called(sys, call);
      // Most starts end here: execvp(3) tries one folder of PATH after the other.
      try (Fd file = open(call, called)) {
        return judged(call, called, file);
      }
    } catch (ErrnoException failed) {
      return -failed.errno();
    }
  }

  private long judged(SeccompListener call, Called called, Fd file) throws ErrnoException {
    CallerVector.Read read = CallerVector.of(call.thread(), called.vector());
    if (read instanceof CallerVector.Read.Failed(int errno)) {
      return unreadable(call, errno);
    }
    List<String> words = ((CallerVector.Read.Words) read).words();
    try {
      String folder = called.folder().isEmpty() ? folder(call.thread()) : called.folder();
      ProgramFile program = ProgramFile.of(root(call), call.thread(), file, called.path());
      List<Form> forms = forms(call, program, called.script(), words, folder);
      ProgramStart start = new ProgramStart(forms, folder, new Caller(call.thread()));
      Optional<StartJudge.Refused> refused = judge.refuse(start);
      if (refused.isPresent()) {
        return refuse(call, words, refused.get());
      }
      foresee(call, start);
      return SeccompListener.GO_ON;
    } catch (ErrnoException failed) {
      if (failed.call().equals(ProgramFile.CONTENT)) {
        return refuse(call, words, new StartJudge.Refused(UNREAD, CONTENT_UNREAD, ""));
      }
      throw failed;
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

  /**
   * What a call names.
   *
   * @param folder the caller's; empty where the path does not need it
   * @param path absolute in the caller's view; empty for a descriptor of the caller's
   * @param descriptor that one
   * @param script what an interpreter would be told
   * @param vector the address of the argument vector
   */
  private record Called(String folder, String path, int descriptor, String script, long vector) {}

  private static Called called(Sys sys, SeccompListener call) throws ErrnoException {
    boolean at = sys == Sys.EXECVEAT;
    int thread = call.thread();
    byte[] bytes = ProcessMemory.string(thread, call.argument(at ? 1 : 0), Paths.PATH_MAX);
    if (bytes == null) {
      throw new ErrnoException("execve", Errno.EFAULT);
    }
    String path = NativeString.decode(bytes);
    int dir = at ? (int) call.argument(0) : Openat2.AT_FDCWD;
    long vector = call.argument(at ? 2 : 1);
    String folder = path.startsWith("/") ? "" : folder(thread);
    if (path.isEmpty() && at && ((int) call.argument(4) & AT_EMPTY_PATH) != 0) {
      return new Called(
          folder, dir == Openat2.AT_FDCWD ? folder : "", dir, "/dev/fd/" + dir, vector);
    }
    return new Called(folder, absolute(thread, path, folder, dir), dir, path, vector);
  }

  private static String folder(int thread) throws ErrnoException {
    return Paths.readlink("/proc/" + thread + "/cwd");
  }

  private Fd open(SeccompListener call, Called called) throws ErrnoException {
    return called.path().isEmpty()
        ? ProgramFile.openDescriptor(call.thread(), called.descriptor())
        : ProgramFile.open(root(call), call.thread(), called.path());
  }

  /**
   * The root of every process of the run: none can change its own, for the filter refuses chroot,
   * pivot_root, and joining or making namespaces.
   */
  private Fd root(SeccompListener call) throws ErrnoException {
    if (root == null) {
      Fd found =
          ProgramFile.open(Openat2.AT_FDCWD, "/proc/" + call.thread() + "/root", Openat2.O_PATH, 0);
      if (!call.stillWaiting()) {
        // The number may be another process's by now.
        found.close();
        throw new ErrnoException("execve", Errno.ESRCH);
      }
      root = found;
    }
    return root;
  }

  private List<Form> forms(
      SeccompListener call, ProgramFile file, String path, List<String> words, String folder)
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
      current = interpreter(call, absolute(call.thread(), script, folder, Openat2.AT_FDCWD));
      forms.add(new Form(current.names(), vector));
    }
    return forms;
  }

  private ProgramFile interpreter(SeccompListener call, String path) throws ErrnoException {
    try (Fd file = ProgramFile.open(root(call), call.thread(), path)) {
      return ProgramFile.of(root(call), call.thread(), file, path);
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

  /** On the supervisor's thread, when it ends. */
  @Override
  public void close() {
    if (root != null) {
      root.close();
    }
  }
}
