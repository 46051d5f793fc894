package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.linux.NativeString;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.SbplReader.Node;
import dev.pinfold.sandbox.SbplReader.Node.Atom;
import dev.pinfold.sandbox.SbplReader.Node.Form;
import dev.pinfold.sandbox.SbplReader.Node.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text against text: nobody here has a Mac, and nothing here says what a Mac would do. */
class SeatbeltProfileTest {
  private static final String TAME = "/Users/you/project";

  /** Names that end a string, a rule or a line, if they are let. */
  static List<String> hostile() {
    return List.of(
        "/Users/you/with space",
        "/Users/you/\"quoted\"",
        "/Users/you/back\\slash",
        "/Users/you/ends with a backslash\\",
        "/Users/you/\\\"both",
        "/Users/you/\\x41 is no A",
        "/Users/you/(parentheses))(",
        "/Users/you/semi;colon",
        "/Users/you/line\nbreak",
        "/Users/you/\r\t\u0001\u007f",
        "/Users/you/ümläut 日本 😀",
        "/Users/you/" + NativeString.decode(new byte[] {(byte) 0xFF, (byte) 0xC3, 'x'}),
        "/Users/you/#|comment|#",
        "/Users/you/#\"regex\"",
        "/Users/you/\"))\n(allow default)\n(allow file-read* (subpath \"/x");
  }

  private static View workspace(String path) {
    return new View(List.of(new Grant(path, Access.ALL, Origin.RUN)), List.of());
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void noPathBreaksOutOfItsString(String path) {
    List<Node> tame = SbplReader.read(SeatbeltProfile.of(workspace(TAME), List.of(TAME)));
    List<Node> forms = SbplReader.read(SeatbeltProfile.of(workspace(path), List.of(path)));
    // The same profile, but for the path, which is read back byte for byte.
    assertThat(forms).isEqualTo(replaced(tame, path));
  }

  private static List<Node> replaced(List<Node> nodes, String path) {
    List<Node> all = new ArrayList<>();
    for (Node node : nodes) {
      all.add(
          switch (node) {
            case Form(List<Node> inner) -> new Form(replaced(inner, path));
            case Text(String value) -> new Text(value.equals(TAME) ? path : value);
            case Atom atom -> atom;
          });
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void everyStringIsPrintableAscii(String path) {
    assertThat(SeatbeltProfile.string(path)).matches("\"[ -~]*\"").doesNotContain("\n");
  }

  /** The control: the reader sees a break-out when there is one. */
  @Test
  void withoutEscapingTheReaderSeesTheBreakOut() {
    String raw = "(allow file-read* (subpath \"" + hostile().getLast() + "\"))";
    assertThat(SbplReader.read(raw)).hasSize(3).contains(form("allow", "default"));
    assertThatThrownBy(() -> SbplReader.read("(subpath \"/a\"b\"))"))
        .isInstanceOf(RuntimeException.class);
  }

  private static Form form(String... atoms) {
    return new Form(List.of(new Atom(atoms[0]), new Atom(atoms[1])));
  }

  @Test
  void everythingIsDeniedFirstAndTheNetworkIsNeverOpened() {
    List<Node> forms = SbplReader.read(SeatbeltProfile.of(workspace(TAME), List.of()));
    assertThat(forms.get(1)).isEqualTo(form("deny", "default"));
    assertThat(forms).contains(form("deny", "network*"));
    assertThat(operations(forms, "allow"))
        .noneMatch(operation -> operation.startsWith("network") || operation.equals("default"))
        .doesNotContain("system-socket", "file-write-setugid", "process*", "mach*", "file*");
  }

  private static List<String> operations(List<Node> forms, String decision) {
    return forms.stream()
        .filter(
            node -> node instanceof Form(List<Node> in) && in.getFirst().equals(new Atom(decision)))
        .flatMap(node -> ((Form) node).nodes().stream())
        .filter(Atom.class::isInstance)
        .map(node -> ((Atom) node).name())
        .toList();
  }

  /** Seatbelt's rule for several that match: the last one counts. */
  private static boolean allows(String profile, String operation, String path) {
    boolean allowed = false;
    for (Node node : SbplReader.read(profile)) {
      List<Node> nodes = ((Form) node).nodes();
      if (nodes.contains(new Atom(operation)) && matches(nodes, path)) {
        allowed = nodes.getFirst().equals(new Atom("allow"));
      }
    }
    return allowed;
  }

  private static boolean matches(List<Node> rule, String path) {
    for (Node node : rule) {
      if (node instanceof Form(List<Node> filter) && filter.get(1) instanceof Text(String value)) {
        boolean below = path.equals(value) || path.startsWith(value + "/");
        if (filter.getFirst().equals(new Atom("subpath")) ? below : path.equals(value)) {
          return true;
        }
      }
    }
    return rule.stream().noneMatch(Form.class::isInstance);
  }

  @Test
  void aGrantOpensWhatItSaysAndNothingBeside() {
    View view =
        new View(
            List.of(
                new Grant(TAME, Access.ALL, Origin.RUN),
                new Grant("/data/in/", Access.READ, Origin.USER),
                new Grant("/var/out", Access.READ_WRITE, Origin.USER),
                new Grant("/srv/linux-only", Access.ALL, Origin.SYSTEM)),
            List.of());
    String profile = SeatbeltProfile.of(view, List.of("/data/in/.ssh"));
    assertThat(allows(profile, "file-write*", TAME + "/a")).isTrue();
    assertThat(allows(profile, "process-exec", TAME + "/a")).isTrue();
    assertThat(allows(profile, "file-read*", TAME + "2")).isFalse();
    assertThat(allows(profile, "file-read*", "/Users/you/.profile")).isFalse();
    assertThat(allows(profile, "file-read*", "/data/in/a")).isTrue();
    assertThat(allows(profile, "file-write*", "/data/in/a")).isFalse();
    assertThat(allows(profile, "process-exec", "/data/in/a")).isFalse();
    assertThat(allows(profile, "file-write*", "/private/var/out/a")).isTrue();
    assertThat(allows(profile, "file-read*", "/srv/linux-only")).isFalse();
    assertThat(allows(profile, "file-read*", "/data/in/.ssh/id")).isFalse();
    assertThat(allows(profile, "file-write*", "/usr/bin/true")).isFalse();
    assertThat(allows(profile, "process-exec", "/usr/bin/true")).isTrue();
    assertThat(allows(profile, "file-read*", "/private/etc/master.passwd")).isFalse();
  }

  @Test
  void theProfileOfARunIsTheGoldenOne() throws IOException {
    View view =
        new View(
            List.of(
                new Grant("/Users/you/project", Access.ALL, Origin.RUN),
                new Grant("/Users/you/.rustup", Access.READ_EXECUTE, Origin.RUN),
                new Grant("/Users/you/my \"data\"", Access.READ, Origin.USER)),
            List.of());
    String profile = SeatbeltProfile.of(view, List.of("/Users/you/.ssh", "/etc/ssh"));
    assertThat(profile).isEqualTo(golden("seatbelt-run.sb"));
  }

  @Test
  void itSaysThatNobodyHasRunIt() {
    assertThat(SeatbeltProfile.of(workspace(TAME), List.of()))
        .startsWith("; Pinfold")
        .contains("NEVER EXECUTED BY PINFOLD");
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = SeatbeltProfileTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
