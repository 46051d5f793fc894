package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.sandbox.ProgramStart.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the guard sees of real processes' starts, and what they get; in each tier. */
@ParameterizedClass
@EnumSource(Tier.class)
class StartJudgeTest {
  /** execveat of a descriptor, with raw system calls: perl has them on every Debian. */
  private static final String PERL_EXECVEAT =
      """
      sub vector { my @w = map { "$_\\0" } @_; $keep = \\@w; pack("Q*", map({ unpack("Q", pack("p", $_)) } @w), 0) }
      my ($fd, @words) = @ARGV; my $empty = "\\0"; my $argv = vector(@words); my @kept = @$keep; my $envp = pack("Q", 0);
      my $nr = `uname -m` =~ /aarch64/ ? 281 : 322;
      """;

  @Parameter Tier tier = Tier.LANDLOCK;

  @TempDir Path dir;
  private Path workspace;
  private final List<ProgramStart> seen = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Files.createDirectories(dir.toRealPath().resolve("ws"));
  }

  private record Ran(String output, List<CountedDenial> denials) {}

  /** Runs a shell text under a guard that refuses what {@code refused} names. */
  private Ran sh(String text, Predicate<Form> refused) throws Exception {
    StartJudge judge =
        start -> {
          seen.add(start);
          return start.forms().stream().anyMatch(refused)
              ? Optional.of(new StartJudge.Refused("test.rule", "because", ""))
              : Optional.empty();
        };
    return judged(text, judge);
  }

  private Ran judged(String text, StartJudge judge) throws Exception {
    var stage = new TestPen(dir.toRealPath());
    try (Pen pen = stage.open(tier, judge)) {
      return new Ran(stage.sh(pen, text).output(), pen.denials());
    }
  }

  private static Predicate<Form> named(String name) {
    return form -> form.names().stream().anyMatch(path -> path.endsWith("/" + name));
  }

  private List<Form> formsOf(String firstWord) {
    return seen.stream()
        .map(ProgramStart::forms)
        .filter(forms -> forms.getFirst().words().getFirst().equals(firstWord))
        .findFirst()
        .orElseThrow();
  }

  /** The run's own command was judged before; nothing else passes unseen. */
  @Test
  void onlyTheRunsOwnCommandStartsUnasked() throws Exception {
    Ran ran = sh("echo started; /bin/true || echo refused; exec /bin/true", _ -> true);
    assertThat(ran.output()).startsWith("started\n").contains("refused\n");
    assertThat(seen).hasSize(2);
  }

  /** A direct child of the JVM, under the very number that the starter had. */
  @Test
  void theCommandsOwnNumberPassesOnce() throws Exception {
    Ran ran = sh("exec /bin/echo again", named("echo"));
    assertThat(ran.output()).contains("Permission denied").doesNotContain("again\n");
  }

  @Test
  void aRefusalNamesItsRuleItsWordsAndWhoItWas() throws Exception {
    Ran ran = sh("sh -c 'sh -c \"env uname -a; :\"; :'; env uname -a", named("uname"));
    assertThat(ran.denials()).hasSize(1);
    CountedDenial counted = ran.denials().getFirst();
    assertThat(counted.denial().rule()).isEqualTo("test.rule");
    assertThat(counted.denial().target().text()).isEqualTo("uname -a");
    assertThat(counted.denial().evidence()).isEqualTo(Denial.Evidence.OBSERVED);
    assertThat(counted.count()).as("two, whatever folders of PATH were tried").isEqualTo(2);
    assertThat(counted.by().stream().map(Caller.Ancestor::name))
        .containsExactly("env", "sh", "sh", "sh");
  }

  @Test
  void everyLinkToAProgramIsAName() throws Exception {
    sh("ln -s /usr/bin/uname second; ln -s second first; ./first", _ -> false);
    assertThat(formsOf("./first").getFirst().names())
        .containsExactly(
            workspace.resolve("./first").toString(),
            workspace.resolve("./second").toString(),
            Path.of("/usr/bin/uname").toRealPath().toString());
  }

  @Test
  void aScriptIsItsInterpreterToo() throws Exception {
    Ran ran =
        sh(
            "ln -s /usr/bin/env e; printf '#! \\t ./e  uname -a \\n' > one; printf '#!./one x' >"
                + " two; chmod +x one two; ./two 1 2",
            _ -> false);
    assertThat(formsOf("./two").stream().map(Form::words))
        .as("%s", ran)
        .containsExactly(
            List.of("./two", "1", "2"),
            List.of("./one", "x", "./two", "1", "2"),
            List.of("./e", "uname -a", "./one", "x", "./two", "1", "2"));
    assertThat(formsOf("./two").getLast().file())
        .isEqualTo(Path.of("/usr/bin/env").toRealPath().toString());
  }

  @Test
  void aDescriptorIsTheFileThatItIsOpenOn() throws Exception {
    Files.writeString(
        workspace.resolve("fexecve.pl"),
        PERL_EXECVEAT
            + "open(my $f, '<', $fd); syscall($nr, fileno($f), $empty, $argv, $envp, 0x1000); die"
            + " \"$!\\n\"");
    Ran ran =
        sh(
            "perl fexecve.pl /usr/bin/uname harmless; exec 9</usr/bin/uname; /proc/self/fd/9;"
                + " /dev/fd/9",
            named("uname"));
    assertThat(ran.output().lines().filter(line -> line.contains("Permission denied"))).hasSize(3);
    assertThat(formsOf("harmless").getFirst().file()).endsWith("/uname");
  }

  /** A memfd has no name but what it is told: at least that is seen. */
  @Test
  void aProgramWithoutAFileIsKnownByWhatItIsTold() throws Exception {
    Files.writeString(
        workspace.resolve("memfd.pl"),
        PERL_EXECVEAT
            + """
            my $memfd = syscall(`uname -m` =~ /aarch64/ ? 279 : 319, my $name = "anonymous\\0", 0);
            open(my $out, ">&=", $memfd); binmode $out; open(my $in, '<', $fd); binmode $in; local $/; my $all = <$in>; syswrite($out, $all);
            syscall($nr, $memfd, $empty, $argv, $envp, 0x1000); die "$!\\n"
            """);
    Ran ran =
        sh(
            "perl memfd.pl /usr/bin/uname uname; perl memfd.pl /usr/bin/uname other",
            form -> form.words().getFirst().equals("uname"));
    assertThat(ran.output()).contains("Permission denied").contains("Linux");
    assertThat(formsOf("other").getFirst().file()).startsWith("/memfd:anonymous");
  }

  @Test
  void aProgramThatCanNotBeReadIsRefused() throws Exception {
    Ran ran =
        sh("printf '#!/bin/sh\\necho ran\\n' > s; chmod 111 s; ./s; chmod 755 s; ./s", _ -> false);
    assertThat(ran.output()).contains("Permission denied").endsWith("ran\n");
    assertThat(ran.denials().getFirst().denial().rule()).isEqualTo("exec.unread");
  }

  @Test
  void whatDoesNotExistIsAnsweredAsByTheKernel() throws Exception {
    Ran ran = sh("./none; /etc/hostname/x; ./; mkdir d; ./d; : > f; ./f; no-such", _ -> false);
    assertThat(ran.output())
        .contains("./none: not found")
        .contains("/etc/hostname/x: not found")
        .contains("./f: Permission denied")
        .contains("no-such: not found");
    assertThat(seen.stream().map(start -> start.forms().getFirst().words().getFirst()))
        .containsExactlyInAnyOrder("mkdir", "./f");
  }

  @Test
  void longVectorsAreReadToTheirEndOrNotAtAll() throws Exception {
    Ran fits = sh("/bin/echo $(seq 1 60000) | wc -c", _ -> false);
    assertThat(fits.output()).isEqualTo("348894\n");
    List<String> words = formsOf("/bin/echo").getFirst().words();
    assertThat(words).hasSize(60_001).endsWith("59999", "60000");
  }

  @Test
  void tooLongAVectorIsAnErrorThatProgramsKnow() throws Exception {
    Ran ran = sh("/bin/echo $(seq 1 200000) | wc -c", _ -> false);
    assertThat(ran.output()).contains("Argument list too long");
    assertThat(ran.denials().getFirst().denial().rule()).isEqualTo("exec.unread");
  }

  @Test
  void oneLongWordIsReadWhole() throws Exception {
    sh("/bin/echo \"$(head -c 131000 /dev/zero | tr '\\0' x)\" '' y >/dev/null", _ -> false);
    assertThat(formsOf("/bin/echo").getFirst().words())
        .satisfies(words -> assertThat(words.get(1)).hasSize(131_000).endsWith("xx"))
        .endsWith("", "y");
  }

  @Test
  void aFaultOfTheJudgeRefuses() throws Exception {
    Ran ran =
        judged(
            "/bin/echo ran; echo next",
            start -> {
              throw new IllegalStateException("a fault");
            });
    assertThat(ran.output()).doesNotContain("ran\n").endsWith("next\n");
    assertThat(ran.denials().getFirst().denial().reason()).contains("a fault");
  }

  /** Each stage starts beside the others while the guard answers one at a time. */
  @Test
  void manyStartsAtOnceAllCome() throws Exception {
    Ran ran =
        sh(
            "for i in $(seq 40); do (for j in $(seq 25); do /bin/true || echo lost; done) & done;"
                + " wait; seq 1000 | cat | cat | cat | sort -n | tail -n 1 | cat",
            _ -> false);
    assertThat(ran.output()).isEqualTo("1000\n");
    assertThat(seen.stream().filter(s -> s.forms().getFirst().words().equals(List.of("/bin/true"))))
        .hasSize(1000);
  }
}
