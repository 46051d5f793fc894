package dev.pinfold.run;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.DiskFloor;
import dev.pinfold.process.HeadTail;
import dev.pinfold.process.Live;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.SupervisedCommand;
import dev.pinfold.process.Timing;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.sandbox.View;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A program of the system that Pinfold needs for its own work, in a pen of its own: it reads what a
 * run has made, or what somebody else has put into a repository, and may be led astray by it. It
 * can then do no more than its grants say. Not a run: nothing is judged and nothing recorded.
 *
 * <p>Thread contract: any free thread; each call has a pen of its own.
 */
public final class PennedTool {
  /** Of each stream; what is longer goes through a {@link Live}. */
  private static final int KEEP_BYTES = 16 << 20;

  /** Far beyond what git takes for a large repository; a hanging one must not hang its user. */
  private static final Timing TIMING = new Timing(Duration.ofMinutes(10), Timing.DEFAULT.grace());

  private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

  private final User user;

  /**
   * @param user whose name stands in what the program writes; nothing else of theirs is passed on
   */
  public PennedTool(User user) {
    this.user = user;
  }

  /**
   * One call.
   *
   * @param words program and arguments; the program is looked up in the system's folders alone
   * @param folder where it starts; inside a grant
   * @param grants all that it reaches beside the system's programs and folders of its own
   * @param variables beyond PATH, HOME, TMPDIR and LANG
   * @param stdin a file that it reads; empty for nothing
   * @param live where its output goes
   */
  public record Call(
      List<String> words,
      String folder,
      List<Grant> grants,
      Map<String, String> variables,
      Optional<Path> stdin,
      Live live) {
    /** Copies the collections. */
    public Call {
      words = List.copyOf(words);
      grants = List.copyOf(grants);
      variables = Map.copyOf(variables);
    }
  }

  /**
   * What came of it.
   *
   * @param status as a shell would tell it; -1 when it did not end by itself
   * @param out its standard output; its end is missing when there was more than 16 MiB
   * @param complete whether {@code out} is all of it
   * @param err the beginning and the end of its standard error
   */
  @SuppressWarnings("ArrayRecordComponent") // a value that is read once, never compared
  public record Result(int status, byte[] out, boolean complete, String err) {}

  /**
   * Runs it to its end.
   *
   * @throws SandboxUnavailableException when there is no pen; nothing was run
   * @throws IOException when the system can't start it
   */
  public Result run(Call call) throws IOException, SandboxUnavailableException {
    RunFolder folder = RunFolder.create(user.environment(), call.folder());
    boolean gone = true;
    try {
      GitIdentity.write(folder.home(), user);
      List<Grant> grants =
          new ArrayList<>(CarvedGrants.without(SystemView.get().grants(), List.of(user.home())));
      grants.addAll(call.grants());
      grants.add(new Grant(folder.home().toString(), Access.ALL, Origin.RUN));
      grants.add(new Grant(folder.tmp().toString(), Access.ALL, Origin.RUN));
      PenPlan plan =
          new PenPlan(
              new View(grants, SystemView.get().devices()),
              Limits.DEFAULT,
              folder.canary().toString(),
              folder.penTmp().toString(),
              Tier.Choice.AUTO,
              Set.of());
      try (Pen pen = Pen.open(plan);
          Cancellation never = new Cancellation();
          Fd in = stdin(call)) {
        gone = false;
        SupervisedCommand.Result result =
            new SupervisedCommand(pen, TIMING, never, DiskFloor.none())
                .run(program(call, folder), in, call.live(), KEEP_BYTES);
        gone = result.gone();
        return new Result(
            status(result.outcome()),
            result.out().head(),
            result.out().dropped() == 0,
            text(result.err()));
      }
    } finally {
      if (gone) {
        folder.removeIfThere();
      } else {
        folder.close();
      }
    }
  }

  private static Fd stdin(Call call) throws IOException {
    String path = call.stdin().map(Path::toString).orElse("/dev/null");
    int flags = Openat2.O_RDONLY | Openat2.O_NOFOLLOW;
    return Fd.own(
        Errno.check("open(" + path + ")", Openat2.openat2(Openat2.AT_FDCWD, path, flags, 0)));
  }

  private static Program program(Call call, RunFolder folder) {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", PATH);
    all.put("HOME", folder.home().toString());
    all.put("TMPDIR", folder.tmp().toString());
    all.put("LANG", "C.UTF-8");
    all.putAll(call.variables());
    return new Program(
        lookUp(call.words().getFirst()), call.words(), RunEnvironment.entries(all), call.folder());
  }

  private static String lookUp(String name) {
    for (String entry : PATH.split(":", -1)) {
      String candidate = entry + "/" + name;
      if (Paths.access(candidate, 1) == 0) {
        return candidate;
      }
    }
    return "/nowhere/" + name;
  }

  private static int status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Exited(int code) -> code;
      case Outcome.NotStarted(_, int errno) -> errno == Errno.ENOENT ? 127 : 126;
      case Outcome.Signalled(int signal) -> 128 + signal;
      case Outcome.TimedOut _,
          Outcome.OutOfMemory _,
          Outcome.DiskFull _,
          Outcome.Interrupted _,
          Outcome.OutputClosed _ ->
          -1;
    };
  }

  private static String text(HeadTail stream) {
    String head = new String(stream.head(), StandardCharsets.UTF_8);
    return stream.dropped() == 0
        ? head
        : head + "\n…\n" + new String(stream.tail(), StandardCharsets.UTF_8);
  }
}
