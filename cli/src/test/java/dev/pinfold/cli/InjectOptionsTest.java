package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What is said of credentials that can't be used, before anything runs. */
class InjectOptionsTest {
  private static final String VALUE = "s3cret-value";

  @TempDir Path folder;

  @BeforeEach
  void files() throws Exception {
    file("good", VALUE + "\n", "rw-------");
    file("group", VALUE, "rw-r-----");
    file("others", VALUE, "rw----r--");
    file("empty", "", "rw-------");
    file("short", "1234567", "rw-------");
    file("long", "x".repeat(8193), "rw-------");
    file("huge", "x".repeat(20_000), "rw-------");
    file("lines", VALUE + "\n" + VALUE, "rw-------");
    Files.createDirectory(folder.resolve("folder"));
    assertThat(new ProcessBuilder("mkfifo", folder + "/pipe").start().waitFor()).isZero();
  }

  private void file(String name, String text, String mode) throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** Options, of which {@code @} is the folder, standard input, and what is said. */
  static Stream<Arguments> unusable() {
    String in = VALUE + "\n";
    String to = "--allow-host example.org --inject TOKEN=example.org";
    String from = to + " --secret-file TOKEN=@/";
    return Stream.of(
        Arguments.of("--inject TOKEN", "", "'TOKEN' injects nothing: write NAME=HOST"),
        Arguments.of("--inject TOKEN=", in, "'TOKEN=' injects nothing"),
        Arguments.of("--inject =example.org", in, "injects nothing"),
        Arguments.of("--inject 1X=example.org", in, "injects nothing"),
        Arguments.of("--inject TOKEN=exa_mple..org", in, "exa_mple..org"),
        Arguments.of("--inject TOKEN=example.org:0", in, "port"),
        Arguments.of("--inject TOKEN=example.org:Host", in, "'Host' is no header"),
        Arguments.of("--inject TOKEN=example.org:a(b", in, "'a(b' is no header"),
        Arguments.of("--inject TOKEN=example.org", in, "can't reach: allow that host too"),
        Arguments.of(
            "--allow-host example.org:80 --inject TOKEN=example.org",
            in,
            "TOKEN is for example.org:443, which this run can't reach"),
        Arguments.of(
            to + " --deny-host example.org", in, "which this run can't reach: allow that host too"),
        Arguments.of(to + " --inject TOKEN=example.org:X-Key", in + in, "TOKEN is there twice"),
        Arguments.of(to, "", "the value of TOKEN: a secret of 0 characters"),
        Arguments.of(to, "1234567\n", "a secret of 7 characters"),
        Arguments.of(to, "x".repeat(8193) + "\n", "a secret of 8193 characters"),
        Arguments.of(to, "a\tb-s3cret\n", "a header can't carry"),
        Arguments.of(to + " --inject B=example.org", in, "the value of B: a secret of 0"),
        Arguments.of(to + " --secret-file TOKEN", in, "--secret-file needs a name and a file"),
        Arguments.of(to + " --secret-file TOKEN=", in, "--secret-file needs a name and a file"),
        Arguments.of(to + " --secret-file =@/good", in, "--secret-file needs a name and a file"),
        Arguments.of(to + " --secret-file B=@/good", in, "B: nothing of that name is injected"),
        Arguments.of(from + "good --secret-file TOKEN=@/group", "", "TOKEN is there twice"),
        Arguments.of(from + "none", "", "none is no file that you can read"),
        Arguments.of(from + "folder", "", "folder is no file that you can read"),
        Arguments.of(from + "pipe", "", "pipe is no file that you can read"),
        Arguments.of(from + "group", "", "group (rw-r-----)"),
        Arguments.of(from + "others", "", "others (rw----r--)"),
        Arguments.of(from + "empty", "", "a secret of 0 characters"),
        Arguments.of(from + "short", "", "a secret of 7 characters"),
        Arguments.of(from + "long", "", "a secret of 8193 characters"),
        Arguments.of(from + "huge", "", "huge is too long for one"),
        Arguments.of(from + "lines", "", "with line ends"));
  }

  private int credentials(String options, Secrets secrets) throws Exception {
    CommandSpec spec = CommandSpec.create();
    NetworkOptions.addTo(spec);
    String[] words = options.replace("@", folder.toString()).split(" ", -1);
    return NetworkOptions.of(new CommandLine(spec).parseArgs(words), secrets).credentials().size();
  }

  private static Secrets lines(String text) {
    return Secrets.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void whatCannotBeUsedIsSaidWithoutTheValue(String options, String input, String said) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> credentials(options, lines(input)))
        .satisfies(
            e -> {
              assertThat(e.message()).contains(said).doesNotContain(VALUE);
              assertThat(e.hint()).isNotEmpty().doesNotContain(VALUE);
            });
  }

  @Test
  void theSameOptionsWithoutTheMistakeCanBeUsed() throws Exception {
    String to = "--allow-host example.org --inject TOKEN=example.org";
    assertThat(credentials(to, lines(VALUE + "\n"))).isEqualTo(1);
    assertThat(credentials(to + ":443:X-Key", lines(VALUE))).isEqualTo(1);
    assertThat(credentials(to + " --inject B=example.org:X-B", lines(VALUE + "\nother-value\n")))
        .isEqualTo(2);
    assertThat(credentials(to + " --secret-file TOKEN=@/good", Secrets.inFiles())).isEqualTo(1);
  }

  @Test
  void standardInputThatIsUsedOtherwiseHoldsNoValue() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(
            () ->
                credentials(
                    "--allow-host example.org --inject TOKEN=example.org", Secrets.inFiles()))
        .satisfies(
            e -> {
              assertThat(e.message()).contains("can't come from standard input");
              assertThat(e.hint()).contains("--secret-file TOKEN=FILE");
            });
  }

  /** Its mode is right, but the run sees the folder. */
  @Test
  void aFileThatTheRunCouldReadStopsIt() throws Exception {
    Path home = folder.toRealPath();
    Path workspace = Files.createDirectory(home.resolve("ws"));
    file("ws/token", VALUE, "rw-------");
    List<String> options =
        List.of("exec", "--allow-host", "example.org", "--inject", "TOKEN=example.org");
    Finished seen =
        new Pinfold(home)
            .in(workspace)
            .run(
                Stream.concat(
                        options.stream(), Stream.of("--secret-file", "TOKEN=token", "--", "true"))
                    .toArray(String[]::new));
    assertThat(seen.status()).as("%s", seen).isEqualTo(125);
    assertThat(seen.err())
        .contains("the run could read the value of TOKEN", workspace + "/token", "hint: ")
        .doesNotContain(VALUE);
    Finished unseen =
        new Pinfold(home)
            .in(workspace)
            .run(
                Stream.concat(
                        options.stream(),
                        Stream.of("--secret-file", "TOKEN=" + home + "/good", "--", "true"))
                    .toArray(String[]::new));
    assertThat(unseen.status()).as("the control: %s", unseen).isZero();
  }
}
