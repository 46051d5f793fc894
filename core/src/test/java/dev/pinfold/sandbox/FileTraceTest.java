package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.ExitStatus;
import dev.pinfold.sandbox.Denial.Layer;
import dev.pinfold.sandbox.TestPen.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With a trace every refused file access is reported, and nothing that the pen did not refuse. */
class FileTraceTest {
  /** Each line tries one thing a hundred times, on other names each time. */
  private static final String TEN_KINDS =
      """
      import os
      out = "%s/outside/"
      refused = 0
      def tried(action):
        global refused
        for i in range(100):
          try: action(str(i))
          except OSError: refused += 1
      tried(lambda i: open(out + "read" + i).close())
      tried(lambda i: open(out + "write" + i, "r+").close())
      tried(lambda i: open(out + "new" + i, "w").close())
      tried(lambda i: os.mkdir(out + "newdir" + i))
      tried(lambda i: os.symlink("x", out + "newlink" + i))
      tried(lambda i: os.unlink(out + "read" + i))
      tried(lambda i: os.rmdir(out + "dir" + i))
      tried(lambda i: os.rename(out + "write" + i, "moved" + i))
      tried(lambda i: os.truncate(out + "write" + i, 0))
      tried(lambda i: os.link("mine", out + "linked" + i))
      print(refused)
      """;

  @TempDir Path dir;

  @BeforeEach
  void stage() throws IOException {
    dir = dir.toRealPath();
    Files.createDirectories(dir.resolve("ws"));
    Path outside = Files.createDirectory(dir.resolve("outside"));
    for (int i = 0; i < 100; i++) {
      Files.writeString(outside.resolve("read" + i), "kept");
      Files.writeString(outside.resolve("write" + i), "kept");
      Files.createDirectory(outside.resolve("dir" + i));
    }
    Files.writeString(dir.resolve("ws/mine"), "");
  }

  private record Traced(Ended ended, List<CountedDenial> files, List<CountedDenial> told) {}

  private Traced run(Tier tier, String script, Grant... more) throws Exception {
    List<CountedDenial> told = new ArrayList<>();
    var test = new TestPen(dir);
    Files.writeString(dir.resolve("ws/go.py"), script);
    try (Pen pen = test.openTraced(tier, told::add, more)) {
      Ended ended = test.sh(pen, "exec python3 -B go.py 2>&1");
      assertThat(pen.end()).isTrue();
      assertThat(pen.denialsNotListed()).isEmpty();
      List<CountedDenial> files =
          pen.denials().stream().filter(c -> c.denial().layer() == Layer.FILES).toList();
      return new Traced(ended, files, told);
    }
  }

  private static Map<String, Long> kinds(List<CountedDenial> denials) {
    return denials.stream()
        .collect(
            Collectors.groupingBy(
                counted -> counted.denial().operation(),
                TreeMap::new,
                Collectors.summingLong(CountedDenial::count)));
  }

  private List<Path> outside() throws IOException {
    try (var all = Files.walk(dir.resolve("outside"))) {
      return all.sorted().toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThousandRefusalsOfTenKindsAreAllThere(Tier tier) throws Exception {
    List<Path> before = outside();
    Traced traced = run(tier, TEN_KINDS.formatted(dir));
    assertThat(traced.ended().output()).isEqualTo("1000\n");
    assertThat(kinds(traced.files()))
        .isEqualTo(
            Map.of(
                "read",
                100L,
                "write",
                100L,
                "create",
                100L,
                "mkdir",
                100L,
                "symlink",
                100L,
                "unlink",
                100L,
                "rmdir",
                100L,
                "rename",
                100L,
                "truncate",
                100L,
                "link",
                100L));
    assertThat(traced.told()).hasSizeGreaterThanOrEqualTo(1000);
    assertThat(outside()).isEqualTo(before);
    assertThat(traced.files())
        .allSatisfy(
            counted -> {
              assertThat(counted.denial().target().text()).startsWith(dir + "/");
              assertThat(counted.denial().evidence()).isEqualTo(Denial.Evidence.TRACED);
              assertThat(counted.by()).extracting("name").startsWith("python3");
            });
  }

  /** The positive control: the same program outside of any pen is refused nothing. */
  @ParameterizedTest
  @EnumSource(names = "LANDLOCK")
  void withoutAPenTheSameProgramIsRefusedNothing(Tier tier) throws Exception {
    Files.writeString(dir.resolve("ws/go.py"), TEN_KINDS.formatted(dir));
    Process process =
        new ProcessBuilder("python3", "go.py").directory(dir.resolve("ws").toFile()).start();
    // Truncating what was renamed away is all that fails.
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .as("%s", tier)
        .isEqualTo("100\n");
  }

  /** Each is refused by the kernel, or fails, for a reason that is not the pen's. */
  @ParameterizedTest
  @EnumSource
  void nothingIsTakenForThePensThatIsNot(Tier tier) throws Exception {
    Files.setPosixFilePermissions(
        Files.writeString(dir.resolve("ws/closed"), ""),
        PosixFilePermissions.fromString("---------"));
    Files.setPosixFilePermissions(
        Files.writeString(dir.resolve("outside/closed"), ""),
        PosixFilePermissions.fromString("---------"));
    Traced traced =
        run(
            tier,
            """
            import os
            failed = 0
            for action in [
                lambda: open("closed"),
                lambda: open("%1$s/outside/closed"),
                lambda: open("%1$s/outside/none"),
                lambda: open("none"),
                lambda: open("none/none", "w"),
                lambda: os.mkdir("/usr"),
                lambda: os.mkdir("/usr/bin/env/x"),
                lambda: os.rmdir("mine"),
                lambda: os.unlink("/usr/none"),
                lambda: os.rename("none", "other"),
                lambda: os.open("mine", os.O_RDONLY | os.O_DIRECTORY),
                lambda: os.open("/usr", os.O_WRONLY),
                lambda: os.open("/usr/bin/env", os.O_CREAT | os.O_EXCL | os.O_WRONLY),
                lambda: open("/proc/self/nothing"),
            ]:
              try: action()
              except OSError: failed += 1
            os.open("%1$s/outside", os.O_PATH) if %2$s else None
            os.mkdir("sub"); os.rename("mine", "sub/yours"); os.link("sub/yours", "again")
            open("/dev/null", "w"); open("/proc/self/status"); os.listdir("/usr")
            print(failed)
            """
                .formatted(dir, tier == Tier.LANDLOCK ? "True" : "False"));
    assertThat(traced.ended().output()).isEqualTo("14\n");
    assertThat(traced.ended().status()).isEqualTo(new ExitStatus.Exited(0));
    assertThat(traced.files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aLinkIsReportedByWhatItLeadsTo(Tier tier) throws Exception {
    Files.createSymbolicLink(dir.resolve("ws/link"), dir.resolve("outside/read1"));
    Traced traced =
        run(tier, "import os\ntry: open('link')\nexcept OSError as e: print(e.errno in (2, 13))");
    assertThat(traced.ended().output()).isEqualTo("True\n");
    assertThat(traced.files())
        .singleElement()
        .satisfies(
            counted -> {
              assertThat(counted.denial().target().text()).isEqualTo(dir + "/outside/read1");
              assertThat(counted.denial().grant()).isEqualTo("--read " + dir + "/outside/read1");
            });
  }

  /** A file that moves into a folder where it could be run, from one where it could not. */
  @ParameterizedTest
  @EnumSource
  void gainingRightsByMovingIsARefusalToo(Tier tier) throws Exception {
    Path data = Files.createDirectory(dir.resolve("data"));
    Files.writeString(data.resolve("tool"), "");
    Function<Access, Grant> grant = access -> new Grant(data.toString(), access, Grant.Origin.USER);
    Traced traced =
        run(
            tier,
            "import os\ntry: os.rename('"
                + data
                + "/tool', 'tool')\nexcept OSError as e: print(e.errno)",
            grant.apply(Access.READ_WRITE));
    assertThat(traced.ended().output()).isEqualTo("18\n");
    assertThat(kinds(traced.files())).isEqualTo(Map.of("rename", 1L));
  }

  /** What a filter refuses by itself without a trace. */
  @ParameterizedTest
  @EnumSource
  void refusedSystemCallsAreTold(Tier tier) throws Exception {
    Traced traced =
        run(
            tier,
            """
            import ctypes
            libc = ctypes.CDLL(None, use_errno=True)
            print(libc.unshare(0x10000000), ctypes.get_errno())
            print(libc.chroot(b"/"), ctypes.get_errno())
            """);
    assertThat(traced.ended().output()).isEqualTo("-1 1\n-1 1\n");
    assertThat(traced.told())
        .filteredOn(counted -> counted.denial().layer() == Layer.SYSTEM_CALLS)
        .extracting(counted -> counted.denial().operation() + " " + counted.denial().rule())
        .containsExactly("unshare ns.new", "chroot ns.mount");
  }
}
