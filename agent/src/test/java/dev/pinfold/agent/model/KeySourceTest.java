package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.agent.model.ModelException.Kind;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a key may come from, and that nothing shows it. */
class KeySourceTest {
  private static final String KEY = "sk-test-0123456789abcdefghij";

  @TempDir Path folder;

  private static ApiKey read(String word, String input) throws ModelException {
    return KeySource.parse(word).read(bytes(input), Map.of("MY_KEY", KEY));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private Path file(String permissions) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aKeyIsReadFromInputFileAndNamedVariable() throws Exception {
    assertThat(read("stdin", " " + KEY + "\r\n").reveal()).isEqualTo(KEY);
    assertThat(read("file:" + file("rw-------"), "").reveal()).isEqualTo(KEY);
    assertThat(read("file:" + file("r--------"), "").reveal()).isEqualTo(KEY);
    assertThat(read("env:MY_KEY", "").reveal()).isEqualTo(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwx--x---"})
  void aFileThatOthersCanUseIsRefusedWithWhatToDo(String permissions) throws Exception {
    Path file = file(permissions);
    assertThatThrownBy(() -> read("file:" + file, ""))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void aFileOfSomebodyElsesIsRefused() throws Exception {
    Path file = file("rw-------");
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    if (root) {
      Files.setAttribute(file, "unix:uid", 65_534);
    }
    Path foreign = root ? file : Path.of("/etc/passwd");
    assertThatThrownBy(() -> read("file:" + foreign, ""))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("belongs to user " + (root ? 65_534 : 0));
  }

  @Test
  void whatIsNoFileOrNotThereIsNamed() {
    assertThatThrownBy(() -> read("file:" + folder, "")).hasMessageContaining("is no file");
    assertThatThrownBy(() -> read("file:" + folder.resolve("none"), ""))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("ENOENT");
    assertThatThrownBy(() -> read("env:OTHER", "")).hasMessageContaining("OTHER is not set");
  }

  @ParameterizedTest
  @ValueSource(strings = {KEY, "file:", "env:", "env:A=B", "", "keyfile:x"})
  void aWordThatMayBeTheKeyIsNotRepeated(String word) {
    assertThatThrownBy(() -> KeySource.parse(word))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("stdin, file:PATH")
        .hasMessageNotContaining(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "two words-of-a-key", "line\nline-of-a-key", "k\u00e9y-of-9"})
  void whatNoHeaderCarriesIsNoKey(String text) {
    assertThatThrownBy(() -> read("stdin", text))
        .isInstanceOfSatisfying(ModelException.class, e -> assertThat(e.kind()).isEqualTo(Kind.KEY))
        .hasMessageNotContaining("of-a-key");
    assertThatThrownBy(() -> read("stdin", "x".repeat(10_000))).hasMessageContaining("8192");
  }

  @Test
  void aKeyDoesNotShowItselfAndIsWiped() throws Exception {
    ApiKey key = read("stdin", KEY);
    assertThat(key).hasToString("ApiKey[not shown]");
    assertThat(key.masked("a " + KEY + KEY.substring(3, 12) + " b" + KEY.substring(0, 7)))
        .isEqualTo("a [key][key] b" + KEY.substring(0, 7));
    key.close();
    assertThat(key.reveal()).doesNotContain(KEY.substring(0, 4));
  }

  @Test
  void aKeyIsNotSentInTheOpenAcrossANetwork() throws Exception {
    ApiKey key = read("stdin", KEY);
    var options = ModelOptions.of("chat:m").withBaseUrl("http://192.0.2.7:8000/v1");
    assertThatThrownBy(() -> Models.open(options, java.util.Optional.of(key)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("unencrypted");
    Models.open(options, java.util.Optional.empty()).close();
    Models.open(options.withBaseUrl("http://127.0.0.1:8000/v1"), java.util.Optional.of(key))
        .close();
  }
}
