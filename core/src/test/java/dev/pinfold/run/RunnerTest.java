package dev.pinfold.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.JournalUnavailableException;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.journal.Verification;
import dev.pinfold.linux.NativeString;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Profile;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.Timing;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on real commands. */
class RunnerTest {
  /** Tier landlock says the first; in tier full a name may be absent, or lie in a mount. */
  private static final String REFUSED =
      "(Permission denied|No such file or directory|Read-only file system)";

  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path home = Path.of("/");
  private Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void folders() throws IOException {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("work space"));
    home = Files.createDirectory(dir.resolve("home"));
    environment =
        new HashMap<>(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString()));
  }

  private RunRequest request(String text) {
    User user = new User(home.toString(), "tester", workspace.toString(), environment);
    return RunRequest.of(workspace.toString(), new CommandLine.Text(text)).withUser(user);
  }

  private Runner runner() {
    return new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new Random(1));
  }

  private RunReport run(RunRequest request) throws Exception {
    try (Cancellation never = new Cancellation()) {
      return runner().run(request, Live.NOWHERE, never);
    }
  }

  private static End.Finished finished(RunReport report) {
    return (End.Finished) report.end();
  }

  private static String out(RunReport report) {
    return NativeString.decode(finished(report).out().head());
  }

  private static String err(RunReport report) {
    return NativeString.decode(finished(report).err().head());
  }

  @Test
  void runsACommandAndReportsWhatWasRefused() throws Exception {
    Files.writeString(home.resolve("secret"), "TOPSECRET");
    RunReport report =
        run(
            request(
                "cat "
                    + home
                    + "/secret; touch "
                    + home
                    + "/escaped; echo built > out.txt; cat out.txt"));
    assertThat(report.exitStatus()).isZero();
    assertThat(out(report)).isEqualTo("built\n");
    assertThat(err(report)).containsPattern("secret: " + REFUSED);
    assertThat(Files.readString(workspace.resolve("out.txt"))).isEqualTo("built\n");
    assertThat(home.resolve("escaped")).doesNotExist();
    assertThat(finished(report).denials())
        .extracting(
            counted -> counted.denial().operation() + " " + counted.denial().target().text())
        .contains("read " + home + "/secret");
    assertThat(finished(report).pen().sandboxed()).isTrue();
    assertThat(finished(report).pen().gone()).isTrue();
    assertThat(finished(report).pen().proof().holds()).isTrue();
    assertThat(JournalFile.verify(report.journal())).isInstanceOf(Verification.Intact.class);
  }

  /** /proc/self is another process for whoever reads the complaint. */
  @Test
  void whatEachProcessHasOfItsOwnIsNoRefusal() throws Exception {
    Files.writeString(home.resolve(".profile"), "");
    RunReport report =
        run(
            request(
                "for n in 3 4 5 6 7 8 9; do echo \"x: /proc/self/fd/$n: Permission denied\" >&2;"
                    + " done; echo \"cat: "
                    + home
                    + "/.profile: Permission denied\" >&2"));
    assertThat(finished(report).denials())
        .extracting(counted -> counted.denial().target().text())
        .containsExactly(home + "/.profile");
  }

  @Test
  void aRefusalIsAnAnswerAndStartsNothing() throws Exception {
    RunReport report = run(request("echo x > started; rm -rf ~/"));
    assertThat(report.end()).isInstanceOf(End.Refused.class);
    assertThat(report.exitStatus()).isEqualTo(126);
    assertThat(report.evaluation().decision()).isEqualTo(Decision.DENY);
    assertThat(workspace.resolve("started")).doesNotExist();
    String journal = Files.readString(report.journal());
    assertThat(journal)
        .contains("command.judged")
        .contains("run.ended")
        .doesNotContain("command.starting");
    assertThat(home).exists();
  }

  @Test
  void aPersonsYesAnswersWhatIsAskedAndNeverWhatIsDenied() throws Exception {
    RunReport asked = run(request("eval \"$SOMETHING\"; echo ran"));
    assertThat(asked.evaluation().decision()).isEqualTo(Decision.ASK);
    assertThat(asked.exitStatus()).isEqualTo(126);
    assertThat(out(run(request("eval \"$SOMETHING\"; echo ran").withYes(true)))).isEqualTo("ran\n");
    assertThat(run(request("rm -rf ~/").withYes(true)).exitStatus()).isEqualTo(126);
  }

  @Test
  void noVariableOfTheUserPassesUnlessNamed() throws Exception {
    for (String name :
        List.of(
            "SSH_AUTH_SOCK",
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "mistral_api_key",
            "LD_PRELOAD",
            "NODE_OPTIONS",
            "BASH_ENV",
            "ENV",
            "GIT_ASKPASS",
            "KUBECONFIG",
            "http_proxy",
            "PYTHONSTARTUP",
            "PERL5OPT",
            "GIT_SSH_COMMAND",
            "ODD_NAME_OF_OURS")) {
      environment.put(name, "leak-of-" + name);
    }
    RunReport report = run(request("env; sh -c env").withVariables(Map.of("GIVEN", "by hand")));
    assertThat(out(report))
        .contains("GIVEN=by hand")
        .contains("PATH=/usr")
        .doesNotContain("leak-of-")
        .doesNotContain(home + "\n");
    assertThat(Files.readString(report.journal())).contains("GIVEN").doesNotContain("by hand");
  }

  @Test
  void homeAndTmpAreTheRunsOwnAndEndWithIt() throws Exception {
    Files.writeString(
        home.resolve(".gitconfig"),
        """
        [user]
        \tname = A \\"B\\" C
        \temail = a@example.com
        [credential]
        \thelper = store
        """);
    RunReport report =
        run(
            request(
                "echo $HOME; echo x > $HOME/f && echo x > $TMPDIR/g && chmod 000 $TMPDIR && cat"
                    + " $HOME/.gitconfig; [ $TMP = $TMPDIR ] && pwd"));
    List<String> lines = out(report).lines().toList();
    assertThat(err(report)).isEmpty();
    assertThat(Path.of(lines.getFirst())).doesNotExist();
    assertThat(Path.of(lines.getFirst()).getParent()).doesNotExist();
    assertThat(lines)
        .contains("\temail = \"a@example.com\"")
        .doesNotContain("\thelper = store")
        .endsWith(workspace.toString());
  }

  @Test
  void theTimeLimitEndsTheWholeTree() throws Exception {
    String text =
        "trap '' TERM; (setsid sh -c 'trap \"\" TERM; echo $$ > pid; exec sleep 60' &) ; while :;"
            + " do sleep 1; done";
    RunReport report =
        run(request(text).withTiming(new Timing(Duration.ofSeconds(2), Duration.ofMillis(100))));
    assertThat(report.exitStatus()).isEqualTo(124);
    assertThat(finished(report).outcome()).isEqualTo(new Outcome.TimedOut(Duration.ofSeconds(2)));
    assertThat(finished(report).pen().gone()).isTrue();
    assertThat(Path.of("/proc", Files.readString(workspace.resolve("pid")).strip(), "cmdline"))
        .satisfiesAnyOf(
            path -> assertThat(path).doesNotExist(),
            path -> assertThat(Files.readString(path)).isEmpty());
  }

  @Test
  void endsWithTheMainCommandAlthoughAnotherHoldsThePipes() throws Exception {
    RunReport report = run(request("sleep 60 & echo done; exit 4"));
    assertThat(report.exitStatus()).isEqualTo(4);
    assertThat(out(report)).isEqualTo("done\n");
    assertThat(finished(report).took()).isLessThan(Duration.ofSeconds(50));
  }

  @Test
  void bytesThatAreNoTextNeitherVanishNorCrash() throws Exception {
    RunReport report = run(request("printf '\\377\\376a'"));
    assertThat(finished(report).out().head()).containsExactly(0xFF, 0xFE, 'a');
  }

  @Test
  void aFloodIsCountedAndBothEndsAreKept() throws Exception {
    RunReport report =
        run(request("echo first; head -c 50000000 /dev/zero; echo last").withKeepBytes(100));
    assertThat(finished(report).out().total()).isEqualTo(50_000_011);
    assertThat(new String(finished(report).out().head(), UTF_8)).startsWith("first\n");
    assertThat(new String(finished(report).out().tail(), UTF_8)).endsWith("last\n");
  }

  @Test
  void cancellingEndsTheRun() throws Exception {
    try (Cancellation cancellation = new Cancellation()) {
      Live live = (_, _, _) -> cancellation.cancel();
      RunReport report = runner().run(request("echo started; sleep 60"), live, cancellation);
      assertThat(finished(report).outcome()).isEqualTo(new Outcome.Interrupted());
      assertThat(JournalFile.verify(report.journal())).isInstanceOf(Verification.Intact.class);
    }
  }

  @Test
  void aReaderThatGoesAwayEndsTheRun() throws Exception {
    try (Cancellation never = new Cancellation()) {
      Live live =
          (_, _, _) -> {
            throw new IOException("Broken pipe");
          };
      RunReport report = runner().run(request("yes"), live, never);
      assertThat(finished(report).outcome()).isEqualTo(new Outcome.OutputClosed());
      assertThat(report.exitStatus()).isEqualTo(141);
    }
  }

  @Test
  void exitStatusesAreThoseOfAShell() throws Exception {
    assertThat(run(request("exit 42")).exitStatus()).isEqualTo(42);
    assertThat(run(request("kill -9 $$")).exitStatus()).isEqualTo(137);
    assertThat(run(words("no-such-program-here")).exitStatus()).isEqualTo(127);
    Files.writeString(workspace.resolve("plain"), "no program");
    assertThat(run(words("./plain")).exitStatus()).isEqualTo(126);
    assertThat(run(words("true")).exitStatus()).isZero();
  }

  private RunRequest words(String... words) {
    RunRequest text = request("");
    return RunRequest.of(workspace.toString(), new CommandLine.Words(List.of(words)))
        .withUser(text.user());
  }

  @Test
  void standardInputIsEmpty() throws Exception {
    assertThat(out(run(request("cat; read x; echo $?")))).isEqualTo("1\n");
  }

  @Test
  void grantsOpenWhatTheyNameAndNothingBeside() throws Exception {
    Path granted = Files.createDirectory(home.resolve("ssh"));
    Files.writeString(granted.resolve("f"), "yes");
    Files.createDirectory(home.resolve("sshfoo"));
    Files.writeString(home.resolve("sshfoo/f"), "no");
    List<Grant> grants =
        List.of(
            new Grant(granted.toString(), Access.READ, Origin.USER),
            new Grant(home + "/missing", Access.READ, Origin.USER));
    RunReport report =
        run(
            request("cat " + granted + "/f; cat " + home + "/sshfoo/f; echo x > " + granted + "/g")
                .withGrants(grants));
    assertThat(out(report)).isEqualTo("yes");
    assertThat(err(report))
        .containsPattern("sshfoo/f: " + REFUSED)
        .containsPattern("ssh/g: " + REFUSED);
    assertThat(finished(report).pen().warnings())
        .anySatisfy(w -> assertThat(w).contains(home + "/missing"));
  }

  @Test
  void noGrantOpensCredentialsUnlessTheirGroupIsNamed() throws Exception {
    Files.createDirectory(home.resolve(".ssh"));
    Files.writeString(home.resolve(".ssh/id"), "KEY");
    Files.createDirectory(home.resolve(".aws"));
    for (String path :
        List.of(home + "/.ssh", home + "/.ssh/id", home.toString(), "/", home + "/.aws")) {
      List<Grant> grants = List.of(new Grant(path, Access.READ, Origin.USER));
      Set<String> other = path.endsWith(".aws") ? Set.of("ssh") : Set.of("aws");
      assertThatThrownBy(() -> run(request("true").withGrants(grants).withCredentials(other)))
          .as(path)
          .isInstanceOf(GrantRefusedException.class);
    }
    List<Grant> ssh = List.of(new Grant(home + "/.ssh", Access.READ, Origin.USER));
    RunRequest opened =
        RunRequest.of(
                workspace.toString(),
                new CommandLine.Words(List.of("head", "-c", "9", home + "/.ssh/../.ssh/id")))
            .withUser(request("").user())
            .withGrants(ssh)
            .withCredentials(Set.of("ssh"));
    assertThat(run(opened.withYes(true)).evaluation().decision()).isEqualTo(Decision.DENY);
  }

  /** The control is a folder with the same content that the system opens to all. */
  @Test
  void aFolderOnPathThatIsClosedToOthersIsNotOpened() throws Exception {
    for (String name : List.of("open", "closed")) {
      Path bin = Files.createDirectories(dir.resolve(name + "-tools/bin"));
      Files.createDirectories(dir.resolve(name + "-tools/lib"));
      Files.writeString(bin.resolve("notes"), name + " notes\n");
      environment.merge("PATH", bin.toString(), (old, more) -> old + ":" + more);
    }
    Files.setPosixFilePermissions(
        dir.resolve("closed-tools"), PosixFilePermissions.fromString("rwxr-x---"));
    RunReport report =
        run(request("cat " + dir + "/open-tools/bin/notes " + dir + "/closed-tools/bin/notes"));
    assertThat(out(report)).isEqualTo("open notes\n");
    assertThat(err(report)).containsPattern("closed-tools/bin/notes: " + REFUSED);
  }

  /** The policy knows a program by its name; what it does is the kernel's to bound. */
  @Test
  void aProfileBoundsWhatTheKernelLetsTheWorkspaceBeUsedFor() throws Exception {
    program(workspace.resolve("own"), "echo executed");
    program(dir.resolve("tools/bin/ls"), "echo x > new; ./own");
    environment.merge("PATH", dir + "/tools/bin", (old, first) -> first + ":" + old);
    Path written = workspace.resolve("new");

    assertThat(out(run(words("ls")))).isEqualTo("executed\n");
    assertThat(written).exists();
    Files.delete(written);

    assertThat(err(run(words("ls").withProfile(Profile.READ_WRITE))))
        .contains("own: Permission denied");
    assertThat(written).exists();
    Files.delete(written);

    assertThat(err(run(words("ls").withProfile(Profile.READ_ONLY))))
        .containsPattern("new: " + REFUSED)
        .contains("own: Permission denied");
    assertThat(written).doesNotExist();
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Seen by the command itself: nothing else can tell what was on the disk before it. */
  @Test
  void theStartIsOnRecordBeforeItHappens() throws Exception {
    Path log = home.resolve(".local/state/pinfold/runs");
    StringBuilder seen = new StringBuilder();
    Live live =
        (_, _, _) -> {
          try (Stream<Path> files = Files.walk(log)) {
            for (Path file : files.filter(f -> f.endsWith("journal.jsonl")).toList()) {
              seen.append(Files.readString(file));
            }
          }
        };
    try (Cancellation never = new Cancellation()) {
      runner().run(request("echo running"), live, never);
    }
    assertThat(seen.toString())
        .contains("command.judged")
        .contains("command.starting")
        .doesNotContain("run.ended");
  }

  @Test
  void aFloodFromTheBackgroundDoesNotHoldTheRun() throws Exception {
    RunReport report = run(request("yes & echo done; exit 4"));
    assertThat(report.exitStatus()).isEqualTo(4);
    assertThat(finished(report).pen().gone()).isTrue();
  }

  @Test
  void noGrantOpensPinfoldsOwnState() throws Exception {
    Path state = Files.createDirectories(home.resolve(".local/state/pinfold"));
    Files.createSymbolicLink(dir.resolve("alias"), state);
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
    for (String path : List.of(state + "/runs", home + "/.local/state", dir + "/alias")) {
      List<Grant> grants = List.of(new Grant(path, Access.READ, Origin.USER));
      assertThatThrownBy(() -> run(request("true").withGrants(grants)))
          .as(path)
          .isInstanceOf(GrantRefusedException.class);
    }
  }

  /** Without a pen nobody knows who is left, and a folder in use is no place to delete in. */
  @Test
  void theFolderOfARunThatMayGoOnIsLeft() throws Exception {
    RunReport report = run(request("echo $HOME").withSandbox(new SandboxMode.Off()));
    assertThat(finished(report).pen().gone()).isFalse();
    assertThat(Path.of(out(report).strip())).exists();
  }

  @Test
  void noRunReachesWhatPinfoldStartsFrom() throws Exception {
    Path launcher = Files.createDirectories(home.resolve(".cache/pinfold/launcher"));
    Files.createDirectories(home.resolve(".local/state/pinfold"));
    for (Path place : List.of(launcher, home.resolve(".cache"), home.resolve(".local/state"))) {
      RunRequest inside =
          RunRequest.of(place.toString(), request("").command()).withUser(request("").user());
      assertThatThrownBy(() -> run(inside))
          .as("workspace %s", place)
          .isInstanceOf(GrantRefusedException.class);
      List<Grant> grants = List.of(new Grant(place.toString(), Access.READ_WRITE, Origin.USER));
      assertThatThrownBy(() -> run(request("true").withGrants(grants)))
          .as("grant %s", place)
          .isInstanceOf(GrantRefusedException.class);
    }
  }

  @Test
  void aRunThatPinfoldCouldNotCarryOutHasAnEndOnRecord() throws Exception {
    Files.writeString(home.resolve(".cache"), "in the way");
    assertThatThrownBy(() -> run(request("touch ran"))).isInstanceOf(IOException.class);
    assertThat(workspace.resolve("ran")).doesNotExist();
    StateDirectory state = StateDirectory.of(Map.of(), home);
    assertThat(JournalFile.verify(state.journalOf(state.runs().getFirst())))
        .isInstanceOf(Verification.Intact.class);
  }

  @Test
  void aFolderTooDeepForAnyPathIsRemovedAndCostsNoReport() throws Exception {
    String text =
        "cd $TMPDIR; d=$(printf 'd/%.0s' $(seq 1000)); mkdir -p $d && cd -P $d && mkdir -p $d && cd"
            + " -P $d && mkdir -p $d && chmod 000 d; chmod 000 .; echo $HOME";
    RunReport report = run(request(text));
    assertThat(err(report)).isEmpty();
    assertThat(Path.of(out(report).strip()).getParent()).doesNotExist();
    assertThat(finished(report).pen().warnings()).isEmpty();
  }

  @Test
  void whatSomebodyElseMayHaveMadeIsNotTidiedAway() throws Exception {
    Path abandoned = Files.createDirectory(dir.resolve("pinfold-1"));
    Path open = Files.createDirectory(dir.resolve("pinfold-2"));
    for (Path folder : List.of(abandoned, open)) {
      Files.createFile(folder.resolve("lock"));
      Files.setLastModifiedTime(
          folder.resolve("lock"), FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    }
    Files.setPosixFilePermissions(abandoned, PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(dir.resolve("pinfold-3"), open);
    run(request("true"));
    assertThat(abandoned).as("its owner's, closed, and nobody holds its lock").doesNotExist();
    assertThat(open.resolve("lock")).exists();
    assertThat(dir.resolve("pinfold-3")).isSymbolicLink();
  }

  @Test
  void whatTheDefaultViewHoldsOfTheUsersIsCarvedOut() throws Exception {
    Path opt = Files.createDirectory(dir.resolve("opt"));
    for (String name : List.of("tool/bin", "home/.ssh", "deep/a/state", "deep/b")) {
      Files.createDirectories(opt.resolve(name));
    }
    List<Grant> whole =
        List.of(
            new Grant(opt.toString(), Access.READ_EXECUTE, Origin.SYSTEM),
            new Grant("/usr", Access.READ, Origin.SYSTEM));
    assertThat(CarvedGrants.without(whole, List.of(opt + "/home", opt + "/deep/a/state")))
        .extracting(Grant::path)
        .containsExactlyInAnyOrder(opt + "/tool", opt + "/deep/b", "/usr");
    assertThat(CarvedGrants.without(whole, List.of("/nowhere"))).isEqualTo(whole);
  }

  @Test
  void aGrantFollowsNoLinkOfTheWorkspaceAndOpensNoSystemFolder() throws Exception {
    Files.writeString(Files.createDirectory(dir.resolve("other")).resolve("f"), "theirs");
    Files.createSymbolicLink(workspace.resolve("out"), dir.resolve("other"));
    List<Grant> refused =
        List.of(
            new Grant(workspace + "/out", Access.READ, Origin.USER),
            new Grant("/proc/sys", Access.READ_WRITE, Origin.USER),
            new Grant("/dev", Access.READ_WRITE, Origin.USER),
            new Grant("/etc", Access.READ_WRITE, Origin.USER),
            new Grant("/tmp", Access.READ_WRITE, Origin.USER),
            new Grant("/etc/shadow", Access.READ, Origin.USER));
    for (Grant grant : refused) {
      assertThatThrownBy(() -> run(request("true").withGrants(List.of(grant))))
          .as("%s", grant)
          .isInstanceOf(GrantRefusedException.class);
    }
    List<Grant> itself = List.of(new Grant(dir + "/other", Access.READ, Origin.USER));
    assertThat(out(run(request("cat out/f").withGrants(itself)))).isEqualTo("theirs");
  }

  @Test
  void withoutAJournalNothingRuns() throws Exception {
    Files.createDirectories(home.resolve(".local/state"));
    Files.writeString(home.resolve(".local/state/pinfold"), "in the way");
    assertThatThrownBy(() -> run(request("touch ran")))
        .isInstanceOf(JournalUnavailableException.class);
    assertThat(workspace.resolve("ran")).doesNotExist();
  }

  @Test
  void aFolderThatIsNoWorkspaceIsRefused() throws Exception {
    Files.writeString(dir.resolve("file"), "");
    for (String path :
        List.of(
            "/", home.toString(), dir.toString(), dir + "/nowhere", dir + "/file", "", "/usr")) {
      RunRequest request = request("touch ran");
      RunRequest elsewhere = RunRequest.of(path, request.command()).withUser(request.user());
      assertThatThrownBy(() -> run(elsewhere)).as(path).isInstanceOf(WorkspaceException.class);
    }
    Files.createSymbolicLink(dir.resolve("link"), workspace);
    RunRequest linked =
        RunRequest.of(dir + "/link", request("").command()).withUser(request("").user());
    assertThat(run(linked).workspace()).isEqualTo(workspace.toString());
  }

  @Test
  void switchingTheSandboxOffIsLoud() throws Exception {
    Files.writeString(home.resolve("f"), "open");
    RunReport report =
        run(request("cat " + home + "/f; sleep 60 &").withSandbox(new SandboxMode.Off()));
    assertThat(out(report)).isEqualTo("open");
    assertThat(finished(report).pen().sandboxed()).isFalse();
    assertThat(finished(report).pen().warnings()).isNotEmpty();
    assertThat(Files.readString(report.journal())).contains("sandbox.disabled");
  }
}
