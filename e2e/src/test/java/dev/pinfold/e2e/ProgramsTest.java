package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary work goes on as outside: a pen that gets in the way gets switched off. */
class ProgramsTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @Tag("S018")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aCompilerAndItsProgramRun(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("src/Hello.java"), "void main() { IO.println(\"compiled\"); }");
      stage.hand();
      Path bin = Attacker.java().getParent();
      Script run =
          new Pen(stage)
              .execText(
                  "%1$s/javac -d out src/Hello.java && %1$s/java -cp out Hello".formatted(bin));
      assertThat(run.out()).as("%s", run).isEqualTo("compiled\n");
    }
  }

  /** Three hundred processes one after the other, and pipelines of four. */
  @Tag("S018")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void stormsOfProcessesRun(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      String text =
          "n=0; while [ $n -lt 300 ]; do /bin/true; n=$((n + 1)); done; n=0; while [ $n -lt 20 ];"
              + " do seq 100 | sort -n | tail -n 1 | cat; n=$((n + 1)); done | sort | uniq -c";
      Script run = new Pen(stage).execText(text);
      assertThat(run.out().strip()).as("%s", run).isEqualTo("20 100");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void gitCommitsUnderTheUsersName(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Files.writeString(
          stage.home().resolve(".gitconfig"),
          """
          [user]
          name = Ann Example
          email = ann@example.com
          [credential]
          helper = store
          """);
      Script run =
          new Pen(stage)
              .execText(
                  "git init -q . && echo a > a && git add a && git commit -qm first && git log"
                      + " --format='%an <%ae> %s'; git config --list --show-scope | grep -i"
                      + " credential; git status --short");
      assertThat(run.out().lines().findFirst())
          .as("%s", run)
          .hasValue("Ann Example <ann@example.com> first");
      assertThat(run.out()).doesNotContain("credential");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void archivesUnpackWithTheirModesAndTimes(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      String text =
          "mkdir a && echo x > a/x && chmod 640 a/x && touch -d '2001-02-03 04:05:06 UTC' a/x && ln"
              + " -s x a/l && tar cf a.tar a && mkdir b && tar xf a.tar -C b && cp -a b/a c && stat"
              + " -c '%a %Y' c/x && rm -r a b c";
      Script run = new Pen(stage).execText(text);
      assertThat(run.out()).as("%s", run).isEqualTo("640 981173106\n");
    }
  }
}
