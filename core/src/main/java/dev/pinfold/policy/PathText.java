package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Paths as text, with {@link Marks}. Nothing is looked up: {@code ..} is taken lexically, which is
 * what {@code rm -rf build/../..} means to the person who wrote it.
 */
final class PathText {
  private PathText() {}

  /** An absolute path without {@code .}, {@code ..}, doubled and trailing slashes. */
  static String normalize(String path) {
    if (isNormal(path)) {
      return path;
    }
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/+", 0)) {
      if (part.equals("..")) {
        if (!parts.isEmpty() && !Marks.unknown(parts.getLast())) {
          parts.removeLast();
        } else if (!parts.isEmpty()) {
          parts.add(part);
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return "/" + String.join("/", parts);
  }

  private static boolean isNormal(String path) {
    int length = path.length();
    if (length == 0 || path.charAt(0) != '/' || (length > 1 && path.charAt(length - 1) == '/')) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      char c = path.charAt(i);
      if (path.charAt(i - 1) == '/' && (c == '/' || c == '.')) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@code path} as seen from {@code cwd}, normalised. A relative path below an unknown directory
   * starts with a hole.
   */
  static String absolute(String path, String cwd) {
    if (path.startsWith("/")) {
      return normalize(path);
    }
    if (!cwd.startsWith("/")) {
      return cwd + "/" + path;
    }
    return normalize(cwd + "/" + path);
  }

  /** Whether {@code path} is {@code directory} or below it; both normalised. */
  static boolean within(String path, String directory) {
    return path.startsWith(directory)
        && (path.length() == directory.length()
            || directory.equals("/")
            || path.charAt(directory.length()) == '/');
  }

  static boolean below(String path, String directory) {
    return within(path, directory) && path.length() > directory.length();
  }

  /**
   * The part of a normalised path before its first component with a pattern, {@code /} at least.
   */
  static String beforePattern(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (Marks.isPattern(path.charAt(i))) {
        int slash = path.lastIndexOf('/', i);
        return slash <= 0 ? "/" : path.substring(0, slash);
      }
    }
    return path;
  }

  /** The last component; empty for the root. */
  static String name(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }

  /** The directory part as dirname(1) prints it. */
  static String directory(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }
}
