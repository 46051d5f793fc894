package dev.pinfold.protect;

import dev.pinfold.linux.NativeString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings in a file of git-config(1)'s syntax, read as git itself reads them (config.c of git
 * 2.39 to 2.52: git_parse_source): whatever git would take a value from must be seen here too.
 *
 * <p>Text is taken byte by byte (ISO 8859-1): git knows no characters.
 */
public final class GitConfig {
  /**
   * One setting.
   *
   * @param name as git prints it: {@code section.Subsection.key}, section and key in lower case
   * @param value what it is set to; empty for a key without a value, which means true
   */
  record Setting(String name, String value) {}

  private static final int END = -1;

  private final String text;
  private int at;
  private final List<Setting> settings = new ArrayList<>();

  private GitConfig(String text) {
    this.text = text;
  }

  /**
   * What git takes {@code name} for, the last one counting.
   *
   * @param file the whole file
   * @param name {@code section.key}
   * @return empty when it is not set, or git could not read the file
   */
  public static Optional<String> value(byte[] file, String name) {
    return parse(file)
        .flatMap(settings -> last(settings, name))
        .map(text -> NativeString.decode(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /** All settings in their order; empty when git could not read it, or when it holds a NUL. */
  static Optional<List<Setting>> parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (text.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    GitConfig config =
        new GitConfig(text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text);
    try {
      config.lines();
      return Optional.of(config.settings);
    } catch (Unreadable _) {
      return Optional.empty();
    }
  }

  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable() {
      super("not of git's syntax", null, false, false);
    }
  }

  /** get_next_char: CR LF is one line break, and so is the end. */
  private int next() {
    if (at >= text.length()) {
      at++;
      return END;
    }
    char c = text.charAt(at++);
    if (c == '\r' && at < text.length() && text.charAt(at) == '\n') {
      at++;
      return '\n';
    }
    return c;
  }

  private void lines() throws Unreadable {
    String section = "";
    boolean comment = false;
    for (int c = next(); c != END; c = next()) {
      if (c == '\n') {
        comment = false;
      } else if (c == '#' || c == ';') {
        comment = true;
      } else if (!comment && c == '[') {
        section = section();
      } else if (!comment && isLetter(c)) {
        setting(section, c);
      } else if (!comment && !isSpace(c)) {
        throw new Unreadable();
      }
    }
  }

  private String section() throws Unreadable {
    StringBuilder name = new StringBuilder();
    while (true) {
      int c = next();
      if (c == ']') {
        return name.toString();
      }
      if (isSpace(c)) {
        return subsection(name, c);
      }
      if (!isKey(c) && c != '.') {
        throw new Unreadable();
      }
      name.append((char) lower(c));
    }
  }

  private String subsection(StringBuilder name, int first) throws Unreadable {
    int c = first;
    while (isSpace(c)) {
      if (c == '\n') {
        throw new Unreadable();
      }
      c = next();
    }
    if (c != '"') {
      throw new Unreadable();
    }
    name.append('.');
    for (c = next(); c != '"'; c = next()) {
      int kept = c == '\\' ? next() : c;
      if (kept == '\n' || kept == END) {
        throw new Unreadable();
      }
      name.append((char) kept);
    }
    if (next() != ']') {
      throw new Unreadable();
    }
    return name.toString();
  }

  private void setting(String section, int first) throws Unreadable {
    StringBuilder key = new StringBuilder().append((char) lower(first));
    int c = next();
    while (isKey(c)) {
      key.append((char) lower(c));
      c = next();
    }
    while (c == ' ' || c == '\t') {
      c = next();
    }
    String value = "";
    if (c == '=') {
      value = value();
    } else if (c != '\n' && c != END) {
      throw new Unreadable();
    }
    settings.add(new Setting(section.isEmpty() ? key.toString() : section + "." + key, value));
  }

  private String value() throws Unreadable {
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    boolean comment = false;
    int kept = 0;
    while (true) {
      int c = next();
      if (c == '\n' || c == END) {
        if (quoted) {
          throw new Unreadable();
        }
        value.setLength(kept);
        return value.toString();
      }
      if (comment) {
        continue;
      }
      if (isSpace(c) && !quoted) {
        if (!value.isEmpty()) {
          value.append((char) c);
        }
        continue;
      }
      if (!quoted && (c == '#' || c == ';')) {
        comment = true;
        continue;
      }
      if (c == '"') {
        quoted = !quoted;
        kept = value.length();
        continue;
      }
      if (c == '\\') {
        int escaped = next();
        if (escaped == '\n' || escaped == END) {
          kept = value.length();
          continue;
        }
        c = unescaped(escaped);
      }
      value.append((char) c);
      kept = value.length();
    }
  }

  /** What a backslash makes of the next character; before a line break it joins two lines. */
  private static int unescaped(int c) throws Unreadable {
    return switch (c) {
      case '\\', '"' -> c;
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'n' -> '\n';
      default -> throw new Unreadable();
    };
  }

  private static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isKey(int c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '-';
  }

  private static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
  }

  /** The last value of a setting, which is the one that counts. */
  static Optional<String> last(List<Setting> settings, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return settings.stream()
        .filter(setting -> setting.name().equals(wanted))
        .map(Setting::value)
        .reduce((_, later) -> later);
  }
}
