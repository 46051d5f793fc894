package dev.pinfold.egress;

import java.util.Optional;
import java.util.Set;

/**
 * Requests that a purpose needs. Paths are compared as they were sent: another spelling of the same
 * path does not match, so that nothing depends on how a server reads it.
 *
 * @param path from the slash on; what ends in {@code /**} stands for everything below it that has
 *     one reading
 * @param query exactly this one; empty for any
 */
record RequestShape(Set<String> methods, String path, Optional<String> query) {
  private static final String ALL_BELOW = "/**";

  boolean matches(RequestLine line) {
    return methods.contains(line.method())
        && matchesPath(line.path())
        && (query.isEmpty() || query.get().equals(line.query()));
  }

  private boolean matchesPath(String sent) {
    if (path.equals(ALL_BELOW)) {
      return true;
    }
    if (!path.endsWith(ALL_BELOW)) {
      return path.equals(sent);
    }
    return sent.startsWith(path.substring(0, path.length() - 2)) && hasOneReading(sent);
  }

  /**
   * No segment that servers resolve in more than one way: dots, doubled slashes, escapes of both.
   */
  private static boolean hasOneReading(String path) {
    return !path.contains("//")
        && !path.matches("(?i).*(/\\.{1,2}(/|$)|%2e|%2f|%5c|%00|%25|[\\\\;]).*");
  }
}
