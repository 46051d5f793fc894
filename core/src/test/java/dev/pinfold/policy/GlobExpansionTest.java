package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobExpansionTest {
  @TempDir private Path workspace;

  @BeforeEach
  void fill() throws IOException {
    Files.createDirectories(workspace.resolve("src/deep"));
    for (String name :
        List.of("a.txt", "b.txt", ".hidden.txt", "-o", "src/c.txt", "src/deep/d.txt")) {
      Files.writeString(workspace.resolve(name), name);
    }
    Files.createSymbolicLink(workspace.resolve("out"), Path.of("src"));
  }

  private List<String> expand(String text) throws IOException {
    PolicyContext context = PolicyContext.ownFolder(workspace.toString(), "/home/dev", "dev");
    Evaluation evaluation = Policy.builtIn(Profile.READ_ONLY).evaluate(text, context);
    return new GlobExpansion(workspace).expand(evaluation.commands().getFirst());
  }

  @Test
  void replacesAPatternByTheSortedNamesThatItMatches() throws IOException {
    assertThat(expand("cat *.txt")).containsExactly("cat", "a.txt", "b.txt");
    assertThat(expand("cat */*.txt")).containsExactly("cat", "src/c.txt");
    assertThat(expand("cat [ab].txt ?.txt"))
        .containsExactly("cat", "a.txt", "b.txt", "a.txt", "b.txt");
  }

  @Test
  void leavesQuotedPatternsAndThoseWithoutAMatch() throws IOException {
    assertThat(expand("grep '*' *.md")).containsExactly("grep", "*", "*.md");
  }

  @Test
  void doesNotFollowLinksIntoDirectories() throws IOException {
    assertThat(expand("cat out/*")).containsExactly("cat", "out/*");
  }

  @Test
  void whatItFindsIsJudgedAgain() throws IOException {
    PolicyContext context = PolicyContext.ownFolder(workspace.toString(), "/home/dev", "dev");
    List<String> argv = expand("sort *");

    assertThat(argv).contains("-o");
    assertThat(Policy.builtIn(Profile.READ_ONLY).evaluate(argv, context).decision())
        .isEqualTo(Decision.DENY);
  }
}
