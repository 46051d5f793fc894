package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A bubblewrap that is there but does not work: tier full is refused with cause and fix, {@code
 * auto} goes on without it and says why. What it complains of is the real thing where this machine
 * can be made so, by a filter or a nested namespace; else a program in its place says what the real
 * one says there.
 */
class BrokenBubblewrapTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";
  private static final Path BUBBLEWRAP = Path.of("/usr/bin/bwrap");

  /** Text of a script, mode, what a person must be told. */
  @Tag("R019")
  @Tag("R022")
  @Tag("R026")
  @Tag("R187")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1 | 755 |"
            + " kernel.apparmor_restrict_unprivileged_userns=0",
        "echo 'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted' >&2; exit 1 | 755 |"
            + " profile bwrap-userns-restrict",
        "echo 'bwrap: Unknown option --perms' >&2; exit 1 | 755 | version 0.8 or later is needed",
        "echo \"bwrap: Can't mount proc on /newroot/proc: Operation not permitted\" >&2; exit 1 |"
            + " 755 | systempaths=unconfined",
        "head -c 200000 /dev/urandom >&2; exit 0 | 755 | it said ",
        "exit 0 | 755 | it said nothing",
        "echo '{ \"child-pid\": 99999999999999 }' >&4 | 755 | it said nothing",
        "echo '{ \"child-pid\": 999999999 }' >&4; echo ready | 755 | pidfd_open: ESRCH",
        "echo \"{ \\\"child-pid\\\": $$ }\" >&4; exec 4>&-; echo ready; read -r _ | 755 |"
            + " made no user namespace",
        "exit 0 | 644 | it is not executable: chmod 755",
        "exit 0 | 4755 | chmod u-s",
        "exit 0 | 777 | others than root can write it: chmod 755",
      })
  void isNamedWithItsFix(String text, String mode, String told) throws IOException {
    try (Stage stage = new Stage(someone(text))) {
      Path fake = fake(stage, "#!/bin/sh\n" + text + "\n", mode);
      namesTheCause(stage, instead(stage, fake), told);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "no program at all, made for another kind of machine",
    "#!/no/such/loader, what it needs to start"
  })
  void whatCannotBeExecutedIsNamed(String content, String told) throws IOException {
    try (Stage stage = new Stage(someone(content))) {
      namesTheCause(stage, instead(stage, fake(stage, content + "\n", "755")), told);
    }
  }

  /** It costs twenty seconds. */
  @Test
  void whatHangsIsEndedWithAllThatItStarted() throws IOException {
    Identity identity = Identity.all().reduce((_, last) -> last).orElseThrow();
    try (Stage stage = new Stage(identity)) {
      // The first start of all trains the launcher's cache, with many pens.
      assertThat(pinfold(stage, identity.command(List.of()), "doctor").exit()).isZero();
      Path fake = fake(stage, "#!/bin/sh\necho thinking >&2\nsleep 6123 & sleep 6123\n", "755");
      Script run = pinfold(stage, instead(stage, fake), "doctor");
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out())
          .contains("tier landlock: works here")
          .contains("it said thinking; it did nothing more and was ended after 20 s");
      try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
        assertThat(all.map(p -> p.info().commandLine().orElse("")))
            .noneMatch(line -> line.endsWith("sleep 6123"));
      }
    }
  }

  /** The last user namespace of this machine is the one that it runs in. */
  @Tag("R025")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void withoutUserNamespacesTheSwitchIsNamed(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      List<String> none =
          List.of(
              "unshare",
              "-Ur",
              "sh",
              "-c",
              "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"",
              "sh");
      namesTheCause(
          stage, identity.command(none), "user.max_user_namespaces", "here user.max_user_namesp");
    }
  }

  /** As in a container: the seccomp filter around it refuses new namespaces, EPERM. */
  @Tag("R185")
  @Tag("R191")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void underAFilterThatRefusesNamespacesTheFilterIsNamed(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      List<String> filtered =
          identity.command(
              Attacker.command(stage.attacker(), "deprive", "clone/0/0x10000000", "1"));
      namesTheCause(stage, filtered, "seccomp filter", "docker: --security-opt seccomp=");
    }
  }

  private static void namesTheCause(Stage stage, List<String> under, String... told)
      throws IOException {
    Script doctor = pinfold(stage, under, "doctor");
    assertThat(doctor.exit()).as("%s", doctor).isZero();
    assertThat(doctor.out())
        .contains("tier landlock: works here")
        .contains("tier full: does not work here: ")
        .contains(told);
    assertThat(doctor.out().chars().filter(c -> c < ' ' && c != '\n')).as("%s", doctor).isEmpty();
    assertThat(doctor.out().lines()).allMatch(line -> line.length() < 1000);
    String mark = "echo ran; echo ran > ran";
    Script full = pinfold(stage, under, "exec", "--sandbox=full", "-c", mark);
    assertThat(full.exit()).as("%s", full).isEqualTo(125);
    assertThat(full.err()).contains("nothing was run").contains(told);
    assertThat(stage.workspace().resolve("ran")).doesNotExist();
    Path report = stage.outside().resolve("auto.json");
    Script auto =
        pinfold(stage, under, "exec", "--report", report.toString(), "--sandbox=auto", "-c", mark);
    assertThat(auto.out()).as("%s", auto).isEqualTo("ran\n");
    assertThat(Files.readString(report))
        .contains("\"tier\":\"landlock\"")
        .contains(Stream.of(told).map(text -> text.replace("\"", "\\\"")).toList());
  }

  /** Each case as one of them; which one does not change from run to run. */
  private static Identity someone(String text) {
    List<Identity> all = Identity.all().toList();
    return all.get(Math.floorMod(text.hashCode(), all.size()));
  }

  private static Script pinfold(Stage stage, List<String> under, String... words) {
    List<String> command = new ArrayList<>(under);
    command.add(Distribution.INSTANCE.launcher().toString());
    command.addAll(List.of(words));
    return Script.run(command, stage.workspace(), stage.environment());
  }

  /** Root's, as the real one. */
  private static Path fake(Stage stage, String content, String mode) throws IOException {
    Path fake = stage.write(stage.base().resolve("bwrap"), content);
    stage.hand();
    Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rw-r--r--"));
    if (Identity.all().anyMatch(Identity::isRoot)) {
      Script.run(List.of("chown", "0", fake.toString())).expectSuccess();
    }
    Script.run(List.of("chmod", mode, fake.toString())).expectSuccess();
    return fake;
  }

  /** The words of a command under which {@code fake} lies where the system's bubblewrap does. */
  private static List<String> instead(Stage stage, Path fake) throws IOException {
    boolean root = Identity.all().anyMatch(Identity::isRoot);
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                root ? "-m" : "-Urm",
                "sh",
                "-c",
                "mount --bind \"$0\" '" + BUBBLEWRAP.toRealPath() + "' && exec \"$@\"",
                fake.toString()));
    return Stream.concat(command.stream(), stage.identity().command(List.of()).stream()).toList();
  }
}
