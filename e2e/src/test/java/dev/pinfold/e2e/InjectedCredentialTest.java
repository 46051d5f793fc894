package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that uses a credential: the server gets it, and nothing of the run ever holds it. */
class InjectedCredentialTest {
  /** As scan.py knows it. */
  private static final String VALUE = "quinoa-031415926535";

  static Stream<Arguments> everybody() {
    return Identity.all()
        .flatMap(
            identity -> Stream.of("full", "landlock").map(tier -> Arguments.of(identity, tier)));
  }

  private static String scan(Stage stage) throws IOException {
    Path script = stage.workspace().resolve("scan.py");
    try (InputStream in = InjectedCredentialTest.class.getResourceAsStream("scan.py")) {
      Files.copy(in, script);
    }
    return "python3 " + script;
  }

  @ParameterizedTest
  @MethodSource("everybody")
  void theServerGetsItAndNothingOfTheRunHoldsIt(Identity identity, String tier) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path authority = stage.outside().resolve("ca.pem");
      try (Site home = Site.tls(authority);
          Site other = Site.plain()) {
        String scan = scan(stage);
        stage.hand();
        Pen pen = new Pen(stage);
        Script control =
            pen.execText(scan, "--sandbox=" + tier, "--yes", "--env", "TOKEN=" + VALUE);
        assertThat(control.out())
            .as("the control: %s", control)
            .contains("found in environ", "found in memory", "looked");

        String place = "localhost:" + home.port();
        String text =
            "curl -sS -H \"Authorization: token $TOKEN\" https://"
                + place
                + "/use\ncurl -sS -H \"X-Key: $TOKEN\" http://127.0.0.1:"
                + other.port()
                + "/lose\n"
                + scan;
        Script run =
            withLine(
                stage,
                tier,
                VALUE,
                List.of(
                    "--allow-host",
                    place,
                    "--allow-host",
                    "127.0.0.1:" + other.port(),
                    "--inject",
                    "TOKEN=" + place,
                    "--json"),
                text);
        assertThat(home.requests())
            .as("%s", run)
            .singleElement()
            .asString()
            .contains("Authorization: [token " + VALUE + "]");
        assertThat(run.err()).contains("reached", "looked").doesNotContain("found in", VALUE);
        assertThat(run.out()).contains("\"rule\":\"secrets\"").doesNotContain(VALUE);
        assertThat(other.requests()).as("what got elsewhere: %s", run).isEmpty();
        try (Stream<Path> left = Files.walk(stage.base())) {
          for (Path file : left.filter(Files::isRegularFile).toList()) {
            assertThat(Files.readAllBytes(file))
                .as("%s", file)
                .satisfies(
                    bytes ->
                        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                            .doesNotContain(VALUE));
          }
        }
      }
    }
  }

  /** A file that others can read, or that the run can, keeps no credential from anybody. */
  @ParameterizedTest
  @MethodSource("dev.pinfold.e2e.Identity#all")
  void aFileThatIsNoSecretIsRefused(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity);
        Site home = Site.plain()) {
      Path file = stage.write(stage.outside().resolve("token"), VALUE + "\n");
      Path inside = stage.write(stage.workspace().resolve("token"), VALUE + "\n");
      Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rw-------"));
      stage.hand();
      String place = "127.0.0.1:" + home.port();
      List<String> options =
          new ArrayList<>(
              List.of("--yes", "--allow-host", place, "--inject", "TOKEN=" + place + ":X-Key"));
      Pen pen = new Pen(stage);
      List<String> command = List.of("curl", "-sS", "http://" + place + "/");
      Script open = pen.exec(with(options, file), command);
      assertThat(open.exit()).as("%s", open).isEqualTo(2);
      assertThat(open.err()).contains("others can read", "chmod 600");

      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      Script seen = pen.exec(with(options, inside), command);
      assertThat(seen.exit()).as("%s", seen).isEqualTo(125);
      assertThat(seen.err()).contains("the run could read the value of TOKEN");
      assertThat(home.requests()).isEmpty();

      Script used = pen.exec(with(options, file), command);
      assertThat(used.out()).as("%s", used).isEqualTo("reached\n");
      assertThat(home.requests()).singleElement().asString().contains("X-key: [" + VALUE + "]");
    }
  }

  private static List<String> with(List<String> options, Path file) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--secret-file", "TOKEN=" + file));
    return all;
  }

  /** With {@code line} on standard input; the machine trusts the test's own server. */
  private static Script withLine(
      Stage stage, String tier, String line, List<String> options, String text) throws IOException {
    Map<String, String> environment = stage.environment();
    environment.put("SSL_CERT_FILE", stage.outside().resolve("ca.pem").toString());
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--sandbox=" + tier, "--yes"));
    Pen pen = new Pen(stage);
    List<String> words = pen.execWords(all, List.of());
    words.addAll(List.of("-c", text));
    Process process = pen.start(environment, words);
    try (OutputStream in = process.getOutputStream()) {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return Script.finish(process);
  }
}
