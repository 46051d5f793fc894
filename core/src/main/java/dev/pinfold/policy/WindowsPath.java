package dev.pinfold.policy;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Paths of Windows as text. The workspace is where the command starts; a relative path stays in it
 * or climbs out.
 */
final class WindowsPath {
  private static final Pattern SYSTEM_DIRECTORY =
      Pattern.compile(
          "(?s)(\\\\\\\\[?.]\\\\)?([a-z]:)?\\\\(windows|winnt|program files("
              + " \\(x86\\))?|programdata|system volume information"
              + "|recovery|boot|bootmgr|pagefile\\.sys|hiberfil\\.sys|\\$recycle\\.bin)(\\\\.*)?");

  /** What PowerShell may write before a path of the file system. */
  private static final Pattern PROVIDER =
      Pattern.compile("^(?i)(microsoft\\.powershell\\.core\\\\)?filesystem::");

  private static final String TEMPORARY = "C:\\Users\\me\\AppData\\Local\\Temp";

  /** The file that every PowerShell reads when it starts. */
  static final String PROFILE =
      "C:\\Users\\me\\Documents\\PowerShell\\Microsoft.PowerShell_profile.ps1";

  private WindowsPath() {}

  /**
   * Whether the path has a drive, a share, a leading slash, or climbs out of the current directory.
   */
  static boolean isOutside(String path) {
    String text = PROVIDER.matcher(path.replace('/', '\\')).replaceFirst("");
    if (text.startsWith(TEMPORARY + "\\") && !text.contains("..")) {
      return false;
    }
    if (text.startsWith("\\") || text.matches("(?s)[A-Za-z]:.*")) {
      return true;
    }
    int depth = 0;
    for (String part : text.split("\\\\+", 0)) {
      depth += part.equals("..") ? -1 : part.isEmpty() || part.equals(".") ? 0 : 1;
      if (depth < 0) {
        return true;
      }
    }
    return text.equals("~") || text.startsWith("~\\");
  }

  /** Whether it is the current directory itself. */
  static boolean isHere(String path) {
    return path.replace('/', '\\').matches("\\.\\\\?");
  }

  /** A drive's root, a directory of the system, or the start-up folder. */
  static boolean isSystem(String path) {
    String text = path.replace('/', '\\').toLowerCase(Locale.ROOT);
    return text.matches("[a-z]:\\\\?")
        || SYSTEM_DIRECTORY.matcher(text).matches()
        || text.contains("\\start menu\\programs\\startup")
        || text.matches("(?s).*\\\\(windows)?powershell\\\\[^\\\\]*profile\\.ps1");
  }

  static boolean isDevice(String path) {
    String text = path.replace('/', '\\').toLowerCase(Locale.ROOT);
    return text.startsWith("\\\\.\\physicaldrive") || text.matches("\\\\\\\\\\.\\\\[a-z]:");
  }

  /** A key of the registry that belongs to the machine, or that starts programs at log-in. */
  static boolean isGuardedRegistry(String path) {
    String key = path.toLowerCase(Locale.ROOT);
    return key.matches(
            "(?s)(registry::)?(hklm|hkey_local_machine|hkcr|hkey_classes_root|hku|hkey_users)(:|\\\\).*")
        || key.matches(
            "(?s)(registry::)?(hkcu|hkey_current_user)(:|\\\\).*\\\\(run|runonce|winlogon).*");
  }

  /** Whether it holds credentials. */
  static boolean isCredential(String path, PolicyContext context) {
    String text = path.replace('\\', '/');
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.contains("/windows/system32/config/")
        || lower.contains("/microsoft/credentials")
        || lower.contains("/microsoft/protect")
        || lower.contains("ntds.dit")
        || lower.contains("/login data")
        || lower.endsWith("/unattend.xml")
        || lower.contains("consolehost_history")) {
      return true;
    }
    if (text.startsWith("~")) {
      text = "/Users/me" + text.substring(1);
    } else if (text.matches("(?s)[A-Za-z]:.*")) {
      text = text.substring(2);
    }
    return CredentialPaths.matches(
        PathText.absolute(text.isEmpty() ? "/" : text, context.cwd()), context);
  }

  /**
   * The value of an environment variable that every Windows session has; empty when it is another
   * one.
   */
  static String variable(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "USERPROFILE", "HOME", "HOMEPATH" -> "C:\\Users\\me";
      case "HOMEDRIVE", "SYSTEMDRIVE" -> "C:";
      case "SYSTEMROOT", "WINDIR" -> "C:\\Windows";
      case "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432" -> "C:\\Program Files";
      case "PROGRAMDATA", "ALLUSERSPROFILE" -> "C:\\ProgramData";
      case "PUBLIC" -> "C:\\Users\\Public";
      case "APPDATA" -> "C:\\Users\\me\\AppData\\Roaming";
      case "LOCALAPPDATA" -> "C:\\Users\\me\\AppData\\Local";
      case "TEMP", "TMP" -> TEMPORARY;
      case "COMSPEC" -> "cmd";
      case "CD" -> ".";
      case "USERNAME" -> "me";
      default -> "";
    };
  }
}
