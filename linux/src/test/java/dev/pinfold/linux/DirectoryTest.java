package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names in a folder, while others may put links in their place. */
class DirectoryTest {
  @TempDir Path dir;

  @Test
  void listsEveryNameOfALargeFolder() throws Exception {
    for (int i : IntStream.range(0, 3000).toArray()) {
      Files.createFile(dir.resolve("a file with a rather long name " + i));
    }
    Files.createDirectory(dir.resolve("folder"));
    try (Directory open = Directory.open(dir.toRealPath().toString())) {
      assertThat(open.list()).hasSize(3001).contains(new Directory.Entry("folder", 4));
    }
  }

  @Test
  void followsNoLink() throws Exception {
    Files.createDirectories(dir.resolve("in/a"));
    Files.createDirectories(dir.resolve("out/b"));
    Files.writeString(dir.resolve("out/b/secret"), "s");
    Files.createSymbolicLink(dir.resolve("in/link"), dir.resolve("out"));
    Files.createSymbolicLink(dir.resolve("in/a/file"), dir.resolve("out/b/secret"));
    try (Directory in = Directory.open(dir.toRealPath().resolve("in").toString())) {
      assertThat(in.belowOrNull("link")).isNull();
      assertThat(in.belowOrNull("link/b")).isNull();
      assertThat(in.belowOrNull("../out")).isNull();
      assertThat(in.belowOrNull("a/../../out")).isNull();
      assertThat(in.belowOrNull(dir + "/out")).isNull();
      assertThat(in.unlock("link")).isNegative();
      try (Directory a = in.below("a")) {
        assertThat(a.openFile("file")).isEqualTo(-Errno.ELOOP);
        assertThat(a.createFile("file")).isNegative();
        FileStatus status = Objects.requireNonNull(a.status("file"));
        assertThat(status.isLink()).isTrue();
        assertThat(a.readlink("file")).isEqualTo(dir + "/out/b/secret");
      }
    }
    assertThatThrownBy(() -> Directory.open(dir.toRealPath() + "/in/link"))
        .isInstanceOf(ErrnoException.class);
    assertThat(dir.resolve("out/b/secret")).hasContent("s");
  }

  @Test
  void whatIsRenamedReplacesNothing() throws Exception {
    Files.writeString(dir.resolve("a"), "a");
    Files.writeString(dir.resolve("b"), "b");
    try (Directory open = Directory.open(dir.toRealPath().toString())) {
      assertThat(open.rename("a", open, "b", Directory.RENAME_NOREPLACE)).isEqualTo(-Errno.EEXIST);
      assertThat(open.rename("a", open, "c", Directory.RENAME_NOREPLACE)).isZero();
    }
    assertThat(dir.resolve("b")).hasContent("b");
    assertThat(dir.resolve("c")).hasContent("a");
  }
}
