package dev.pinfold.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file tools on real files, without rules: what the kernel alone holds. */
class FileToolsTest {
  private static final FileLimits SMALL =
      new FileLimits(1000, 5000, 10, 5, 2000, 40, 1000, Duration.ofSeconds(10));

  @TempDir Path dir;
  private Path work = Path.of("/");
  private Path outside = Path.of("/");
  private FileTools tools = open(Path.of("/usr"));

  @BeforeEach
  void folders() throws IOException {
    dir = dir.toRealPath();
    work = Files.createDirectory(dir.resolve("work"));
    outside = Files.createDirectory(dir.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "decoy-secret\n");
    reopen(SMALL);
  }

  @AfterEach
  void close() {
    tools.close();
  }

  private void reopen(FileLimits limits) {
    tools.close();
    tools = open(work, limits);
  }

  private static FileTools open(Path folder) {
    return open(folder, SMALL);
  }

  private static FileTools open(Path folder, FileLimits limits) {
    try {
      return FileTools.open(new Workspace(folder.toString()), FileRules.NONE, limits);
    } catch (WorkspaceException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String name, String content) throws IOException {
    Path file = work.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, content);
  }

  private static FileErrorCode code(FileAnswer<?> answer) {
    return switch (answer) {
      case FileAnswer.Failed<?>(FileError error) -> error.code();
      case FileAnswer.Done<?> done -> throw new AssertionError("it was done: " + done.text());
    };
  }

  private static <T extends FileAnswer.Told> T done(FileAnswer<T> answer) {
    return switch (answer) {
      case FileAnswer.Done<T>(T value) -> value;
      case FileAnswer.Failed<T>(FileError error) -> throw new AssertionError(error.text());
    };
  }

  @Test
  void readsWhatIsThere() throws IOException {
    file("a.txt", "one\ntwo\nthree");
    assertThat(tools.read("a.txt").text()).isEqualTo("one\ntwo\nthree");
    assertThat(tools.read(work + "/./x/../a.txt").text()).isEqualTo("one\ntwo\nthree");
    assertThat(done(tools.read("a.txt")))
        .isEqualTo(new FileText("a.txt", "one\ntwo\nthree", 1, 3, false, false));
    assertThat(done(tools.read("a.txt", 2, 1)))
        .isEqualTo(new FileText("a.txt", "two\n", 2, 2, true, false));
    assertThat(tools.read("a.txt", 2, 1).text()).isEqualTo("[lines 2 to 2, there are more]\ntwo\n");
    assertThat(done(tools.read("a.txt", 2, 100)))
        .isEqualTo(new FileText("a.txt", "two\nthree", 2, 3, false, false));
    assertThat(tools.read("a.txt", 4, 1).text()).contains("INVALID_ARGUMENT", "it has 3");
    file("empty", "");
    assertThat(tools.read("empty").text()).isEqualTo("(empty file)");
  }

  /** Lines are the same wherever the pieces that are read end. */
  @Test
  void rangesDoNotDependOnThePiecesThatAreRead() throws IOException {
    reopen(FileLimits.DEFAULT);
    var text = new StringBuilder();
    for (int i = 1; i <= 30_000; i++) {
      text.append("line ").append(i).append('\n');
    }
    file("long", text.toString());
    List<String> lines = text.toString().lines().toList();
    for (int first : List.of(1, 2, 5_000, 5_957, 6_000, 12_345, 29_999, 30_000)) {
      for (int count : List.of(1, 2, 1_000, 40_000)) {
        int end = Math.min(30_000, first - 1 + count);
        FileText read = done(tools.read("long", first, count));
        assertThat(read.content())
            .isEqualTo(String.join("\n", lines.subList(first - 1, end)) + "\n");
        assertThat(List.of(read.firstLine(), read.lastLine()))
            .isEqualTo(List.of((long) first, (long) end));
        assertThat(read.moreLines()).isEqualTo(end < 30_000);
      }
    }
  }

  @Test
  void sizesAreLimitedAndSaid() throws IOException {
    file("big", "x".repeat(99) + "\n" + ("y".repeat(99) + "\n").repeat(30));
    assertThat(tools.read("big").text()).contains("SIZE_LIMIT_EXCEEDED", "3100", "1000");
    assertThat(done(tools.read("big", 3, 5)).content()).hasSize(500);
    assertThat(code(tools.read("big", 1, 30))).isEqualTo(FileErrorCode.SIZE_LIMIT_EXCEEDED);
    file("huge", "z".repeat(99).concat("\n").repeat(200));
    assertThat(code(tools.read("huge", 190, 2))).isEqualTo(FileErrorCode.SIZE_LIMIT_EXCEEDED);
    assertThat(code(tools.write("new", "x".repeat(1001), WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.SIZE_LIMIT_EXCEEDED);
    assertThat(work.resolve("new")).doesNotExist();
    file("grows", "a".repeat(600));
    assertThat(code(tools.edit("grows", "a", "aa", true)))
        .isEqualTo(FileErrorCode.SIZE_LIMIT_EXCEEDED);
    assertThat(work.resolve("grows")).hasContent("a".repeat(600));
  }

  @Test
  void bytesThatAreNoTextAreSaid() throws IOException {
    Files.write(work.resolve("binary"), new byte[] {1, 0, 2});
    assertThat(code(tools.read("binary"))).isEqualTo(FileErrorCode.BINARY_FILE);
    Files.write(work.resolve("latin"), "gr\u00fcn old\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(tools.read("latin").text()).contains("no UTF-8", "gr\ufffdn old");
    done(tools.edit("latin", "old", "new", false));
    assertThat(Files.readAllBytes(work.resolve("latin")))
        .isEqualTo("gr\u00fcn new\n".getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void writesNewFilesWithTheirFolders() throws IOException {
    assertThat(tools.write("a/b/c.txt", "h\u00e9", WriteMode.CREATE).text())
        .isEqualTo("wrote a/b/c.txt (3 bytes)");
    assertThat(work.resolve("a/b/c.txt")).hasContent("h\u00e9");
    assertThat(code(tools.write("a/b/c.txt", "x", WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.FILE_EXISTS);
    assertThat(work.resolve("a/b/c.txt")).hasContent("h\u00e9");
    done(tools.write("a/b/c.txt", "x", WriteMode.OVERWRITE));
    done(tools.write("a/b/c.txt", "y", WriteMode.APPEND));
    done(tools.write("a/d", "z", WriteMode.APPEND));
    assertThat(work.resolve("a/b/c.txt")).hasContent("xy");
    assertThat(work.resolve("a/d")).hasContent("z");
    assertThat(code(tools.write("a/d/e", "z", WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.NOT_A_DIRECTORY);
    assertThat(code(tools.write("a", "z", WriteMode.OVERWRITE)))
        .isEqualTo(FileErrorCode.NOT_A_FILE);
    assertThat(code(tools.write(".", "z", WriteMode.OVERWRITE)))
        .isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.write("half", "\ud800", WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    try (Stream<Path> all = Files.walk(work)) {
      assertThat(all.map(p -> work.relativize(p).toString()).sorted())
          .containsExactly("", "a", "a/b", "a/b/c.txt", "a/d");
    }
  }

  @Test
  void overwritingKeepsPermissionsAndOtherNamesOfTheFile() throws IOException {
    Path script = file("run.sh", "old");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
    Files.createLink(outside.resolve("other-name"), script);
    done(tools.write("run.sh", "new", WriteMode.OVERWRITE));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
        .isEqualTo("rwxr-x---");
    assertThat(outside.resolve("other-name")).hasContent("old");
    Files.createLink(outside.resolve("third-name"), script);
    done(tools.write("run.sh", " and more", WriteMode.APPEND));
    done(tools.edit("run.sh", "more", "less", false));
    assertThat(script).hasContent("new and less");
    assertThat(outside.resolve("third-name")).hasContent("new");
    Files.write(work.resolve("plain"), new byte[0]);
    Object inode = Files.getAttribute(work.resolve("plain"), "unix:ino");
    done(tools.write("plain", "in place", WriteMode.APPEND));
    assertThat(Files.getAttribute(work.resolve("plain"), "unix:ino")).isEqualTo(inode);
  }

  @Test
  void editsExactlyOnePlace() throws IOException {
    file("code", "int a = 1;\nint b = 2;\nint a = 1;\n");
    assertThat(tools.edit("code", "int a", "long a", false).text())
        .contains("TEXT_AMBIGUOUS", "2 times", "lines 1, 3");
    assertThat(tools.edit("code", "int b = 2;", "int b = 3;", false).text())
        .isEqualTo("edited code (1 place, line 2)");
    assertThat(tools.edit("code", "int a", "long a", true).text()).contains("2 places");
    assertThat(work.resolve("code")).hasContent("long a = 1;\nint b = 3;\nlong a = 1;\n");
    assertThat(tools.edit("code", "int  b = 3", "", false).text())
        .contains("TEXT_NOT_FOUND", "2: int b = 3;");
    assertThat(tools.edit("code", "nothing like it at all", "", false).text())
        .contains("TEXT_NOT_FOUND")
        .doesNotContain("nearest");
    assertThat(code(tools.edit("code", "", "x", false))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.edit("none", "a", "x", false))).isEqualTo(FileErrorCode.FILE_NOT_FOUND);
    file("dos", "one\r\ntwo\r\n");
    assertThat(tools.edit("dos", "one\ntwo", "x", false).text()).contains("CR LF");
  }

  /** R115: also where the link leads nowhere yet. */
  @ParameterizedTest
  @ValueSource(strings = {"../outside/secret", "../outside/new", "/dev/null", "a.txt", "missing"})
  void nothingIsWrittenThroughALink(String target) throws IOException {
    file("a.txt", "a");
    Files.createSymbolicLink(work.resolve("link"), Path.of(target));
    Map<String, String> before = snapshot();
    assertThat(code(tools.write("link", "x", WriteMode.OVERWRITE)))
        .isEqualTo(FileErrorCode.LINK_NOT_FOLLOWED);
    assertThat(code(tools.write("link", "x", WriteMode.APPEND)))
        .isEqualTo(FileErrorCode.LINK_NOT_FOLLOWED);
    assertThat(code(tools.write("link", "x", WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.FILE_EXISTS);
    assertThat(code(tools.edit("link", "a", "x", false)))
        .isEqualTo(FileErrorCode.LINK_NOT_FOLLOWED);
    assertThat(snapshot()).isEqualTo(before);
  }

  static List<String> waysOut() {
    return List.of(
        "../outside/secret",
        "/etc/hostname",
        "sub/../../outside/secret",
        "out/secret",
        "up/outside/secret",
        "up2/outside/secret",
        "absolute/secret",
        "file-link",
        "sub/chain/secret",
        "magic/secret",
        "/proc/self/cwd/x",
        "..",
        "sub/../..");
  }

  /** F-02, A-symlink: the ways in which a path leads out, each beside the same by java.nio. */
  @ParameterizedTest
  @MethodSource("waysOut")
  void noPathLeadsOut(String path) throws IOException {
    file("sub/inner", "inner");
    Files.createSymbolicLink(work.resolve("out"), Path.of("../outside"));
    Files.createSymbolicLink(work.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(work.resolve("up2"), Path.of("sub/../.."));
    Files.createSymbolicLink(work.resolve("absolute"), outside);
    Files.createSymbolicLink(work.resolve("file-link"), outside.resolve("secret"));
    Files.createSymbolicLink(work.resolve("sub/chain"), Path.of("../sub2"));
    Files.createSymbolicLink(work.resolve("sub2"), Path.of("out"));
    Files.createSymbolicLink(work.resolve("magic"), Path.of("/proc/self/cwd"));
    Map<String, String> before = snapshot();
    for (FileAnswer<?> answer :
        List.of(
            tools.read(path),
            tools.list(path, 1),
            tools.search(SearchQuery.of("decoy").withPath(path)),
            tools.write(path + "/new/x", "x", WriteMode.CREATE),
            tools.move(path + "/x", "moved-here/x"),
            tools.move("sub/inner", path + "/x"))) {
      assertThat(answer).as("%s", answer.text()).isInstanceOf(FileAnswer.Failed.class);
      assertThat(answer.text()).doesNotContain("decoy-secret");
    }
    if (!path.equals("file-link")) {
      assertThat(code(tools.write(path, "x", WriteMode.OVERWRITE)))
          .isEqualTo(FileErrorCode.PATH_ESCAPE_ATTEMPT);
      assertThat(code(tools.delete(path))).isEqualTo(FileErrorCode.PATH_ESCAPE_ATTEMPT);
      assertThat(code(tools.info(path))).isEqualTo(FileErrorCode.PATH_ESCAPE_ATTEMPT);
    }
    before.put("work/moved-here/", "");
    Map<String, String> after = snapshot();
    after.put("work/moved-here/", "");
    assertThat(after).isEqualTo(before);
    if (path.endsWith("/secret") && !path.startsWith("magic")) {
      assertThat(work.resolve(path)).hasContent("decoy-secret");
    }
  }

  @Test
  void linksThatStayInsideAreFollowedForReadingAndOnTheWay() throws IOException {
    file("real/deep/a.txt", "a");
    Files.createSymbolicLink(work.resolve("short"), Path.of("real/deep"));
    Files.createSymbolicLink(work.resolve("real/up"), Path.of("../real/deep/a.txt"));
    assertThat(tools.read("short/a.txt").text()).isEqualTo("a");
    assertThat(tools.read("real/up").text()).isEqualTo("a");
    assertThat(tools.write("short/new/b", "b", WriteMode.CREATE).text())
        .startsWith("wrote real/deep/new/b");
    assertThat(work.resolve("real/deep/new/b")).hasContent("b");
    assertThat(tools.list("short", 1).text()).isEqualTo("a.txt\nnew/\n");
    assertThat(tools.search(SearchQuery.of("a").withPath("short")).text())
        .contains("short/a.txt:1: a");
    assertThat(tools.search(SearchQuery.of("a").withPath("real/up")).text())
        .contains("real/up:1: a");
    assertThat(tools.delete("short").text()).isEqualTo("deleted short (a link)");
    assertThat(work.resolve("real/deep/a.txt")).exists();
  }

  /** A device, a named pipe or a socket is told at once: whoever opens one can wait for ever. */
  @Test
  void whatIsNoFileNeverBlocks() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", work.resolve("pipe").toString()).start().waitFor())
        .isZero();
    Files.createDirectory(work.resolve("folder"));
    for (String name : List.of("pipe", "folder")) {
      assertThat(code(tools.read(name))).isEqualTo(FileErrorCode.NOT_A_FILE);
      assertThat(code(tools.write(name, "x", WriteMode.OVERWRITE)))
          .isEqualTo(FileErrorCode.NOT_A_FILE);
      assertThat(code(tools.write(name, "x", WriteMode.APPEND)))
          .isEqualTo(FileErrorCode.NOT_A_FILE);
      assertThat(code(tools.edit(name, "x", "y", false))).isEqualTo(FileErrorCode.NOT_A_FILE);
    }
    assertThat(tools.search(SearchQuery.of("x")).text()).contains("no matches in 0 files");
    assertThat(tools.list(".", 1).text()).isEqualTo("folder/\npipe (no file)\n");
    assertThat(tools.info("pipe").text()).contains("named pipe");
  }

  @Test
  void listsNamesAndSaysWhatItLeavesOut() throws IOException {
    file("b/inner/x", "");
    file("node_modules/pkg/y", "");
    file("a", "");
    Files.createSymbolicLink(work.resolve("l"), Path.of("a"));
    assertThat(tools.list(".", 1).text()).isEqualTo("a\nb/\nl -> a\nnode_modules/\n");
    assertThat(tools.list("", 3).text())
        .isEqualTo(
            "a\nb/\nb/inner/\nb/inner/x\nl -> a\nnode_modules/\n[node_modules/ passed over]\n");
    assertThat(tools.list("node_modules", 2).text()).isEqualTo("pkg/\npkg/y\n");
    Files.createDirectory(work.resolve("none"));
    assertThat(tools.list("none", 1).text()).isEqualTo("(empty directory)\n");
    assertThat(code(tools.list("a", 1))).isEqualTo(FileErrorCode.NOT_A_DIRECTORY);
    assertThat(code(tools.list("missing", 1))).isEqualTo(FileErrorCode.DIRECTORY_NOT_FOUND);
    assertThat(code(tools.list(".", 0))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    for (int i = 0; i < 20; i++) {
      file("many/" + (char) ('a' + i), "");
    }
    FileListing many = done(tools.list("many", 1));
    assertThat(many.truncated()).isTrue();
    assertThat(many.entries().stream().map(FileListing.Entry::path))
        .containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
    assertThat(many.text()).contains("only these 10, there are more");
    for (int i = 20; i > 10; i--) {
      Files.delete(work.resolve("many/" + (char) ('a' + i - 1)));
    }
    assertThat(done(tools.list("many", 1)).truncated()).isFalse();
  }

  @Test
  void searchesLinesWithTheirContext() throws IOException {
    file("src/a.c", "one\nint main() {\nthree\nfour\n");
    file("src/b.h", "INT MAIN\n");
    file("node_modules/c.c", "int main\n");
    Files.write(work.resolve("bin"), "int main\0".getBytes(StandardCharsets.UTF_8));
    file("large", "int main\n" + "x".repeat(2000));
    SearchQuery query = SearchQuery.of("int\\s+main").withContext(1);
    assertThat(tools.search(query).text())
        .isEqualTo(
            """
            src/a.c-1- one
            src/a.c:2: int main() {
            src/a.c-3- three
            --
            [1 files of more than 2000 bytes passed]
            """);
    assertThat(done(tools.search(query.withIgnoreCase(true))).matches()).hasSize(2);
    assertThat(done(tools.search(query.withIgnoreCase(true).withFiles("*.h"))).matches())
        .hasSize(1);
    assertThat(done(tools.search(query.withFiles("src/**"))).matches()).hasSize(1);
    assertThat(done(tools.search(query.withFiles("**/*.c"))).matches()).hasSize(1);
    assertThat(done(tools.search(query.withFiles("*.java"))).matches()).isEmpty();
    assertThat(done(tools.search(query.withPath("node_modules"))).matches()).hasSize(1);
    assertThat(tools.search(SearchQuery.of("main() {").withLiteral(true).withContext(0)).text())
        .contains("src/a.c:2: int main() {");
    assertThat(tools.search(SearchQuery.of("main(").withContext(0)).text())
        .contains("src/a.c:2: int main() {", "searched for as plain text");
    assertThat(done(tools.search(query.withLiteral(true))).matches()).isEmpty();
    assertThat(code(tools.search(SearchQuery.of("((a{100}){100}){100}"))))
        .isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.search(SearchQuery.of("")))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.search(query.withPath("missing"))))
        .isEqualTo(FileErrorCode.PATH_NOT_FOUND);
    file("many", "hit\n".repeat(10));
    assertThat(tools.search(SearchQuery.of("hit").withContext(0)).text())
        .contains("many:5: hit", "only the first 5, there are more")
        .doesNotContain("many:6");
    file("wide", "w".repeat(100));
    assertThat(tools.search(SearchQuery.of("w{50}").withPath("wide")).text())
        .contains("w".repeat(40) + "…")
        .doesNotContain("w".repeat(41));
  }

  @Test
  void deletesAndMovesNames() throws IOException {
    file("a", "a");
    file("d/b", "b");
    assertThat(code(tools.delete("d"))).isEqualTo(FileErrorCode.NOT_EMPTY);
    assertThat(code(tools.delete("none"))).isEqualTo(FileErrorCode.PATH_NOT_FOUND);
    assertThat(code(tools.move("a", "d/b"))).isEqualTo(FileErrorCode.FILE_EXISTS);
    assertThat(work.resolve("d/b")).hasContent("b");
    assertThat(tools.move("a", "e/f/g").text()).isEqualTo("moved a to e/f/g");
    assertThat(work.resolve("e/f/g")).hasContent("a");
    assertThat(code(tools.move("e", "e/f/h"))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    done(tools.delete("d/b"));
    done(tools.delete("d"));
    assertThat(work.resolve("d")).doesNotExist();
    assertThat(tools.info("e").text()).startsWith("e: folder, permissions ");
    assertThat(tools.info("e/f/g").text()).startsWith("e/f/g: file, 1 bytes, permissions 6");
    assertThat(tools.info(".").text()).startsWith(".: folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "~", "~/x", "LONG", "\udc80\ud800"})
  void pathsThatCannotBeOnesAreSaid(String path) {
    String given = path.equals("LONG") ? "x/".repeat(3000) : path;
    assertThat(code(tools.read(given))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.write(given, "x", WriteMode.CREATE)))
        .isEqualTo(FileErrorCode.INVALID_ARGUMENT);
    assertThat(code(tools.read("x".repeat(300)))).isEqualTo(FileErrorCode.INVALID_ARGUMENT);
  }

  /** Every hostile name is only a name. */
  @Test
  void namesAreBytes() throws IOException {
    for (String name : List.of("-rf", "a b", "$(x)", "a\nb", "\u202e", "\udc80", "*", "a\\b")) {
      done(tools.write("n/" + name, name.equals("\udc80") ? "byte" : name, WriteMode.CREATE));
      assertThat(code(tools.write("n/" + name, "x", WriteMode.CREATE)))
          .isEqualTo(FileErrorCode.FILE_EXISTS);
      done(tools.delete("n/" + name));
    }
    assertThat(tools.list("n", 1).text()).isEqualTo("(empty directory)\n");
  }

  /** Everything below the test's folder, by path: its content, or where it leads. */
  private Map<String, String> snapshot() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.toList()) {
        String name = dir.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          all.put(name, "-> " + Files.readSymbolicLink(path));
        } else if (Files.isDirectory(path)) {
          all.put(name + "/", "");
        } else {
          all.put(name, Files.readString(path));
        }
      }
    }
    return all;
  }
}
