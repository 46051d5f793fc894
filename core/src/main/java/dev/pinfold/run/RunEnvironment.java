package dev.pinfold.run;

import dev.pinfold.sandbox.Toolchains;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables of a run: an allow list, built anew. Nothing of the user's environment passes but
 * what is named here or by the user; an unknown variable is the usual way for a key to leak.
 */
final class RunEnvironment {
  /** Passed on when set: how to speak to the user, and where their Java is. */
  private static final List<String> PASSED =
      List.of("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME");

  /** Nothing waits for a person: no pager, no editor, no question. */
  private static final Map<String, String> UNATTENDED =
      Map.ofEntries(
          Map.entry("TERM", "dumb"),
          Map.entry("NO_COLOR", "1"),
          Map.entry("PAGER", "cat"),
          Map.entry("MANPAGER", "cat"),
          Map.entry("GIT_PAGER", "cat"),
          Map.entry("EDITOR", "true"),
          Map.entry("VISUAL", "true"),
          Map.entry("GIT_EDITOR", "true"),
          Map.entry("GIT_SEQUENCE_EDITOR", "true"),
          Map.entry("GIT_TERMINAL_PROMPT", "0"),
          Map.entry("GIT_CONFIG_NOSYSTEM", "1"),
          // Sample hooks are of no use in a run, and hooks are protected.
          Map.entry("GIT_TEMPLATE_DIR", ""),
          Map.entry("DEBIAN_FRONTEND", "noninteractive"));

  private static final List<String> OWN_TMP = List.of("TMPDIR", "TMP", "TEMP");

  /** What names a folder of the run's own. */
  static final List<String> OWN_FOLDERS = List.of("HOME", "TMPDIR", "TMP", "TEMP");

  /** The caches of package managers, below one folder that runs share and nothing else uses. */
  private static final Map<String, String> CACHES =
      Map.ofEntries(
          Map.entry("npm_config_cache", "npm"),
          Map.entry("npm_config_store_dir", "pnpm"),
          Map.entry("YARN_CACHE_FOLDER", "yarn"),
          Map.entry("PIP_CACHE_DIR", "pip"),
          Map.entry("XDG_CACHE_HOME", "xdg"),
          Map.entry("CARGO_HOME", "cargo"),
          Map.entry("GOMODCACHE", "go-mod"),
          Map.entry("GOCACHE", "go-build"),
          Map.entry("GEM_HOME", "gem"),
          Map.entry("BUNDLE_PATH", "bundle"),
          Map.entry("UV_CACHE_DIR", "uv"),
          Map.entry("POETRY_CACHE_DIR", "poetry"),
          Map.entry("GRADLE_USER_HOME", "gradle"),
          Map.entry("COMPOSER_CACHE_DIR", "composer"),
          Map.entry("NUGET_PACKAGES", "nuget"));

  private RunEnvironment() {}

  /**
   * Builds it.
   *
   * @param home the run's own home
   * @param tmp its temporary folder
   * @param caches where tool caches live
   * @param folder where the command starts
   * @return each {@code NAME=value}, sorted
   */
  static Map<String, String> build(
      RunRequest request, Path home, Path tmp, Path caches, String folder, Toolchains toolchains) {
    Map<String, String> user = request.user().environment();
    Map<String, String> all = new TreeMap<>(UNATTENDED);
    all.put("PATH", user.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
    all.put("HOME", home.toString());
    all.put("USER", request.user().name());
    all.put("LOGNAME", request.user().name());
    all.put("SHELL", "/bin/sh");
    all.put("LANG", "C.UTF-8");
    all.put("PWD", folder);
    for (String name : OWN_TMP) {
      all.put(name, tmp.toString());
    }
    // JVMs take /tmp whatever TMPDIR says, and this tier can't give them one of their own.
    all.put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + tmp);
    CACHES.forEach((name, below) -> all.put(name, caches.resolve(below).toString()));
    for (String variable : toolchains.variables()) {
      int equals = variable.indexOf('=');
      all.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    for (String name : PASSED) {
      if (user.containsKey(name)) {
        all.put(name, user.get(name));
      }
    }
    String java = all.getOrDefault("JAVA_TOOL_OPTIONS", "");
    all.putAll(request.variables());
    // Of two settings of one property Java takes the later: the user's.
    all.computeIfPresent(
        "JAVA_TOOL_OPTIONS", (_, given) -> given.equals(java) ? java : java + " " + given);
    return all;
  }

  /** As execve takes it. */
  static List<String> entries(Map<String, String> variables) {
    List<String> entries = new ArrayList<>();
    variables.forEach((name, value) -> entries.add(name + "=" + value));
    return entries;
  }
}
