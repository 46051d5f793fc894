package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.TestPen.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a view keeps as it is, in tier full: attacked from inside, and looked at from outside. */
class KeptMountsTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.ofEpochSecond(1_000_000_000));

  @TempDir Path temporary;
  private TestPen test;
  private Path workspace = Path.of("/");

  @BeforeEach
  void aRepositoryWithAHook() throws Exception {
    test = new TestPen(temporary.toRealPath());
    workspace = test.workspace();
    Files.createDirectories(workspace.resolve("git/hooks"));
    Files.writeString(workspace.resolve("git/hooks/hook"), "kept");
    Files.setPosixFilePermissions(
        workspace.resolve("git/hooks/hook"), PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(workspace.resolve(".envrc"), "kept");
    Files.writeString(workspace.resolve("git/config"), "free");
    Files.writeString(workspace.resolve("evil"), "EVIL");
    for (String name : List.of("git/hooks/hook", "git/hooks", ".envrc")) {
      Files.setLastModifiedTime(workspace.resolve(name), LONG_AGO);
    }
  }

  private Pen open(Tier.Choice tier, List<String> kept) throws Exception {
    return Pen.open(plan(tier, kept));
  }

  private PenPlan plan(Tier.Choice tier, List<String> kept) throws Exception {
    Files.writeString(test.dir().resolve("canary"), "secret");
    List<Grant> grants = List.of(new Grant(workspace.toString(), Access.ALL, Origin.RUN));
    View view = SystemView.get().with(grants);
    return new PenPlan(
        new View(view.grants(), view.devices(), kept),
        Limits.DEFAULT,
        test.dir().resolve("canary").toString(),
        Files.createDirectories(test.dir().resolve("tmp")).toString(),
        tier,
        Set.of(),
        Optional.empty(),
        Network.NONE);
  }

  private List<String> kept() {
    return List.of(workspace + "/git/hooks", workspace + "/.envrc");
  }

  /** All that is kept and can be seen of it, with modes and times. */
  private Map<String, String> state() throws Exception {
    Map<String, String> state = new TreeMap<>();
    for (String name : List.of("git/hooks", ".envrc")) {
      if (Files.exists(workspace.resolve(name))) {
        try (Stream<Path> all = Files.walk(workspace.resolve(name))) {
          for (Path path : all.toList()) {
            state.put(
                workspace.relativize(path).toString(),
                Files.getPosixFilePermissions(path)
                    + " "
                    + Files.getLastModifiedTime(path)
                    + (Files.isRegularFile(path) ? Files.readString(path) : ""));
          }
        }
      }
    }
    return state;
  }

  /** Each works where nothing is kept: the control is the same pen without it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo EVIL > .envrc",
        "echo EVIL >> git/hooks/hook",
        "echo EVIL > git/hooks/new",
        "mkdir git/hooks/new",
        "rm git/hooks/hook",
        "rm -f .envrc && cp evil .envrc",
        "mv evil .envrc",
        "ln -f evil .envrc",
        "ln -sf evil .envrc; ln -sf ../../evil git/hooks/hook",
        "mv .envrc away && mv evil .envrc",
        "mv git/hooks git/away && mkdir git/hooks && mv evil git/hooks/hook",
        "mv git away && mkdir -p git/hooks && mv evil git/hooks/hook",
        "rm -rf git; mkdir -p git/hooks && mv evil git/hooks/hook",
        "chmod 755 git/hooks/hook",
        "touch .envrc git/hooks/hook",
        "truncate -s 0 .envrc",
        "cd git/hooks && cd .. && mv hooks h && mkdir hooks",
        "python3 -c \"import os; fd = os.open('git/hooks/hook', os.O_RDONLY);"
            + " os.write(os.open('/proc/self/fd/%d' % fd, os.O_WRONLY), b'EVIL')\"",
        "python3 -c \"import ctypes, os; os.makedirs('g2/hooks', exist_ok=True); os.rename('evil',"
            + " 'g2/hooks/hook'); ctypes.CDLL(None).renameat2(-100, b'g2', -100, b'git', 2)\"",
        "python3 -c \"import ctypes; ctypes.CDLL(None).renameat2(-100, b'evil', -100, b'.envrc',"
            + " 2)\"",
        "python3 -c \"import os; os.setxattr('.envrc', 'user.x', b'y'); os.utime('.envrc')\"",
        "ln git/hooks/hook other && echo EVIL > other",
      })
  void cannotBeChangedByAnyWay(String attack) throws Exception {
    Map<String, String> before = state();
    try (Pen pen = open(Tier.Choice.FULL, kept())) {
      assertThat(pen.keptAsTheyAre()).containsExactlyElementsOf(kept());
      test.sh(pen, attack);
      assertThat(state()).as("while it runs").isEqualTo(before);
      assertThat(pen.end()).isTrue();
    }
    assertThat(state()).isEqualTo(before);
    aRepositoryWithAHook();
    try (Pen pen = open(Tier.Choice.FULL, List.of())) {
      test.sh(pen, attack);
      assertThat(state()).as("control: nothing is kept").isNotEqualTo(before);
    }
  }

  @Test
  void theRestIsFreeAndNothingIsLeft() throws Exception {
    try (Pen pen = open(Tier.Choice.FULL, kept())) {
      Ended ended =
          test.sh(
              pen,
              "cat .envrc git/hooks/hook; echo x > git/config; echo y > git/config.lock; mv"
                  + " git/config.lock git/config; mkdir -p src/a git/b; mv src git/b; mv git/config"
                  + " config; cat config; mv evil git/hooks.new; echo x > .envrc");
      assertThat(ended.output())
          .isEqualTo("keptkepty\nsh: 1: cannot create .envrc: Read-only file system\n");
    }
    assertThat(workspace.resolve("git/b/src/a")).isDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
        .doesNotContain(workspace.toString());
    Files.writeString(workspace.resolve(".envrc"), "the user's");
    Files.move(workspace.resolve("git"), workspace.resolve("git2"));
  }

  /** A link that leads out shows nothing of what is there. */
  @Test
  void whatLiesBehindALinkOrIsNotThereIsNotKept() throws Exception {
    Path secret = Files.createDirectory(test.dir().resolve("outside"));
    Files.writeString(secret.resolve("file"), "secret");
    Files.createSymbolicLink(workspace.resolve("link"), secret);
    Files.createSymbolicLink(workspace.resolve("git/file"), secret.resolve("file"));
    List<String> wanted =
        Stream.of("link", "link/file", "git/file", "absent", "evil")
            .map(name -> workspace + "/" + name)
            .toList();
    try (Pen pen = open(Tier.Choice.FULL, wanted)) {
      assertThat(pen.keptAsTheyAre()).containsExactly(workspace + "/evil");
      assertThat(test.sh(pen, "cat link/file git/file; ls link").output()).doesNotContain("secret");
    }
  }

  @Test
  void ofThousandsTheFirstAreKeptAndThePenOpens() throws Exception {
    List<String> wanted = new java.util.ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      wanted.add(Files.writeString(workspace.resolve("f" + i), "x").toString());
    }
    try (Pen pen = open(Tier.Choice.FULL, wanted)) {
      assertThat(pen.keptAsTheyAre()).hasSizeBetween(10, 100).isSubsetOf(wanted.subList(0, 100));
      assertThat(test.sh(pen, "echo y > f1999 && cat f1999").output()).isEqualTo("y\n");
    }
  }

  /**
   * Another run may move a file away while the mounts are made, and back: then it is shown, the
   * same one, and can be written. Here the mounts were never asked for.
   */
  @Test
  void whatIsShownButCanBeWrittenDoesNotCount() throws Exception {
    KeptMounts planned = KeptMounts.of(kept(), List.of(workspace.toString()));
    for (List<String> mounted : List.of(List.<String>of(), kept())) {
      PenThread thread = PenThread.start();
      LockedIn lockedIn =
          LockedIn.lock(
              thread,
              plan(Tier.Choice.FULL, mounted),
              KernelFeatures.probe(),
              Tier.FULL,
              RunGroup.none());
      try {
        assertThat(planned.verified(Objects.requireNonNull(lockedIn.holder())).paths())
            .containsExactlyInAnyOrderElementsOf(mounted);
      } finally {
        thread.close();
        lockedIn.close();
      }
    }
  }

  /** Landlock can't take a part out of what it grants; nobody is told otherwise. */
  @Test
  void tierLandlockKeepsNothing() throws Exception {
    try (Pen pen = open(Tier.Choice.LANDLOCK, kept())) {
      assertThat(pen.keptAsTheyAre()).isEmpty();
      test.sh(pen, "echo EVIL > .envrc");
      assertThat(workspace.resolve(".envrc")).hasContent("EVIL");
    }
  }
}
