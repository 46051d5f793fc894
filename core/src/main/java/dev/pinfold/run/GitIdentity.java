package dev.pinfold.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The name and email under which the user commits, read from their own git configuration without
 * running git: the run's {@code .gitconfig} holds these two and nothing else.
 */
final class GitIdentity {
  private static final long MOST_BYTES = 1 << 20;

  private GitIdentity() {}

  /** Writes {@code home/.gitconfig} when the user has a name or an email. */
  static void write(Path home, User user) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(user)) {
      read(file, "user", List.of("name", "email"), found);
    }
    if (!found.isEmpty()) {
      List<String> lines = new ArrayList<>(List.of("[user]"));
      found.forEach((key, value) -> lines.add("\t" + key + " = " + quote(value)));
      Files.write(home.resolve(".gitconfig"), lines, StandardCharsets.UTF_8);
    }
  }

  /** Where the user's git looks for hooks in every repository, if their configuration says so. */
  static Optional<String> hooksPath(User user) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(user)) {
      read(file, "core", List.of("hooksPath"), found);
    }
    return Optional.ofNullable(found.get("hooksPath"));
  }

  private static List<Path> files(User user) {
    String xdg = user.environment().getOrDefault("XDG_CONFIG_HOME", user.home() + "/.config");
    return List.of(Path.of(xdg, "git", "config"), Path.of(user.home(), ".gitconfig"));
  }

  /**
   * Lines of git-config(1)'s syntax; what is fancier than a name and an email needs is passed over.
   */
  private static void read(Path file, String section, List<String> keys, Map<String, String> found)
      throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file) || Files.size(file) > MOST_BYTES) {
      return;
    }
    boolean inside = false;
    for (String line :
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList()) {
      String text = line.strip();
      if (text.startsWith("[")) {
        inside = text.toLowerCase(Locale.ROOT).startsWith("[" + section + "]");
      } else if (inside) {
        for (String key : keys) {
          value(text, key).ifPresent(value -> found.put(key, value));
        }
      }
    }
  }

  private static Optional<String> value(String line, String key) {
    int equals = line.indexOf('=');
    if (equals < 0 || !line.substring(0, equals).strip().equalsIgnoreCase(key)) {
      return Optional.empty();
    }
    String value = line.substring(equals + 1).strip();
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return Optional.of(
        quoted
            ? value.substring(1, value.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\")
            : value);
  }

  private static String quote(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
