package dev.pinfold.protect;

import dev.pinfold.linux.NativeString;
import dev.pinfold.protect.GitConfig.Setting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a git configuration may become what a run made of it: ordinary keys may change,
 * every key that is not known to be ordinary keeps the values and the order that it had.
 */
final class GitConfigJudge {
  private static final Pattern SCHEME =
      Pattern.compile("(https?|ssh|git|git\\+ssh|ftps?)://[^-].*");
  private static final Pattern REMOTE_HOST = Pattern.compile("[^-/:][^/:]*:(?!:|//).*");
  private static final Pattern NAME = Pattern.compile("\\.|[A-Za-z0-9_][A-Za-z0-9._/@+-]*");
  private static final List<String> UPDATES = List.of("checkout", "rebase", "merge", "none");
  private static final Map<String, String> ORDINARY = ordinary();

  private GitConfigJudge() {}

  private static Map<String, String> ordinary() {
    Map<String, String> keys = new HashMap<>();
    for (String line : PatternFile.lines("git-config-keys.txt")) {
      int space = line.indexOf(' ');
      keys.put(line.substring(0, space), line.substring(space + 1));
    }
    return keys;
  }

  /**
   * What of {@code now} a run may not set.
   *
   * @param former the file before the run; null when there was none
   * @param now the file after it
   * @param workspace canonical; no path may lead out of it
   * @param repository the git directory, relative to it
   * @return names of keys, or a sentence; empty when all is ordinary
   */
  static List<String> refused(
      byte @Nullable [] former, byte[] now, String workspace, String repository) {
    Optional<List<Setting>> parsed = GitConfig.parse(now);
    if (parsed.isEmpty()) {
      return List.of("it can't be read as git reads it");
    }
    List<Setting> before = former == null ? List.of() : GitConfig.parse(former).orElseGet(List::of);
    Map<Setting, Integer> kept = new HashMap<>();
    before.forEach(setting -> kept.merge(setting, 1, Integer::sum));
    List<String> refused = new ArrayList<>();
    int next = 0;
    List<Setting> programs = before.stream().filter(s -> kind(s.name()) == null).toList();
    for (Setting setting : parsed.get()) {
      if (kind(setting.name()) == null) {
        int found = programs.subList(next, programs.size()).indexOf(setting);
        if (found < 0) {
          refused.add(setting.name());
        } else {
          programs.subList(next, next + found).forEach(lost -> refused.add(lost.name()));
          next += found + 1;
        }
      } else if (kept.getOrDefault(setting, 0) > 0) {
        kept.merge(setting, -1, Integer::sum);
      } else if (!isFit(setting, workspace, repository)) {
        refused.add(setting.name());
      }
    }
    programs.subList(next, programs.size()).forEach(lost -> refused.add(lost.name()));
    return refused.stream().distinct().toList();
  }

  /** What values an ordinary key may have; null for all other keys. */
  private static @Nullable String kind(String name) {
    int first = name.indexOf('.');
    int last = name.lastIndexOf('.');
    if (first < 0) {
      return null;
    }
    String section = name.substring(0, first);
    String kind = ORDINARY.get(first == last ? name : section + ".*" + name.substring(last));
    return kind == null ? ORDINARY.get(section + ".*") : kind;
  }

  private static boolean isFit(Setting setting, String workspace, String repository) {
    String value = setting.value();
    if (value.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
      return false;
    }
    String kind = String.valueOf(kind(setting.name()));
    return switch (kind) {
      case "any" -> true;
      case "name" -> NAME.matcher(value).matches() && !value.contains("..");
      case "url" -> isUrl(value, workspace, Watched.folder(repository));
      case "inside" -> isInside(value, workspace, repository);
      case "update" -> UPDATES.contains(value);
      default -> false;
    };
  }

  private static boolean isUrl(String value, String workspace, String folder) {
    if (value.startsWith("-") || value.contains("::")) {
      return false;
    }
    if (SCHEME.matcher(value).matches() || REMOTE_HOST.matcher(value).matches()) {
      return true;
    }
    String path = value.startsWith("file://") ? value.substring("file://".length()) : value;
    return !path.contains("://") && isInside(path, workspace, folder);
  }

  private static boolean isInside(String value, String workspace, String folder) {
    // Settings are read byte by byte.
    String path = NativeString.decode(value.getBytes(StandardCharsets.ISO_8859_1));
    return !path.startsWith("~") && RelativePath.resolve(workspace, folder, path).isPresent();
  }
}
