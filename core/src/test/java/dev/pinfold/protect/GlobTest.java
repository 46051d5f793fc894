package dev.pinfold.protect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {
  private static boolean matches(String glob, String path) {
    PathPatterns patterns = new PathPatterns();
    patterns.add(Glob.of(glob), "why");
    return patterns.reason(path) != null;
  }

  @ParameterizedTest
  @CsvSource({
    ".envrc, .envrc",
    ".envrc, a/b/.envrc",
    ".envrc, a/.ENVRC",
    ".vscode, a/.vscode/tasks.json",
    ".vscode/, .vscode/x/y",
    "*.pem, deep/down/key.pem",
    "conf/*.toml, conf/a.toml",
    "conf/**, conf/a/b",
    "a/**/z, a/z",
    "a/**/z, a/b/c/z",
    "**/.git/hooks, sub/.git/hooks/pre-commit",
    "[a-c]?, b1",
    "[!a-c]?, d1",
    "a\\*b, a*b",
    "**, anything/at/all",
    "/top, top",
    "./top/x, top/x"
  })
  void matchesAtAnyDepthAndAllBelow(String glob, String path) {
    assertThat(matches(glob, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    ".envrc, .envrc2",
    "conf/*.toml, x/conf/a.toml",
    "conf/*.toml, conf/x/a.toml",
    "/top, sub/top",
    "[a-c]?, d1",
    "a/**/z, a/b/y",
    "a\\*b, axb",
    "*.pem, pem"
  })
  void andNothingElse(String glob, String path) {
    assertThat(matches(glob, path)).isFalse();
  }

  /** What ext4 with casefold takes for the same name: seen by its table, utf8 12.1. */
  @ParameterizedTest
  @ValueSource(
      strings = {".v\u017Fcode", ".VSCODE", ".vs\u200Dcode", ".vsc\u00ADode", ".vscod\uFE0Fe"})
  void namesThatACaseInsensitiveFileSystemTakesForIt(String name) {
    assertThat(matches(".vscode", name + "/tasks.json")).isTrue();
  }

  @Test
  void composedAndDecomposedAreTheSame() {
    assertThat(matches("caf\u00E9", "cafe\u0301")).isTrue();
    assertThat(matches("\u212Aey", "key")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "..", "a/../b", ".", "a\0b"})
  void whatNamesNothingIsRefused(String glob) {
    assertThatThrownBy(() -> Glob.of(glob)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPatternThatIsTooLongOrTooCleverIsRefusedOrCheap() {
    assertThatThrownBy(() -> Glob.of("a".repeat(5000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5000");
    assertThat(matches("*a".repeat(1000) + "b", "a".repeat(255))).isFalse();
    assertThat(matches("**/a/".repeat(800) + "b", "a/".repeat(800) + "c")).isFalse();
  }

  @Test
  void aHundredThousandPatternsCostNoMoreThanOne() {
    List<String> globs = new ArrayList<>();
    for (int i = 0; i < 99_998; i++) {
      globs.add("secret-" + i + "/file");
    }
    globs.add("z*");
    ProtectedPaths paths = ProtectedPaths.of(globs, List.of("keep"), Optional.empty());
    for (int i = 0; i < 100_000; i++) {
      assertThat(paths.protects("secret-" + i + "/file", Watched.Kind.NAME, ""))
          .isEqualTo(i < 99_998);
    }
    globs.add("one");
    globs.add("two too many");
    assertThatThrownBy(() -> ProtectedPaths.of(globs, List.of(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsOpenedIsNotProtectedExceptPinfoldsOwn() {
    ProtectedPaths paths =
        ProtectedPaths.of(
            List.of("*.key"), List.of(".vscode/settings.json", "**"), Optional.empty());
    assertThat(paths.protects(".vscode/settings.json", Watched.Kind.NAME, "")).isFalse();
    assertThat(paths.protects("a.key", Watched.Kind.NAME, "")).isFalse();
    assertThat(paths.protects(".pinfold/policy.toml", Watched.Kind.NAME, "")).isTrue();
  }

  @Test
  void namesInsidePackagesAreNotProtectedButTheUsersAre() {
    ProtectedPaths paths = ProtectedPaths.of(List.of("*.key"), List.of(), Optional.of(".githooks"));
    assertThat(paths.protects("node_modules/x/.vscode/a", Watched.Kind.NAME, "")).isFalse();
    assertThat(paths.protects("node_modules/x/a.key", Watched.Kind.NAME, "")).isTrue();
    assertThat(paths.protects("sub/.githooks/pre-push", Watched.Kind.NAME, "")).isTrue();
  }
}
