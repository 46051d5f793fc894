package dev.pinfold.protect;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small file of git's that holds one line. */
final class GitText {
  private static final Pattern HEAD =
      Pattern.compile("(ref: *refs/[^\\s\\x00]{1,4000}|[0-9a-f]{40}|[0-9a-f]{64})\\n?");
  private static final Pattern GITDIR = Pattern.compile("gitdir: ([^\\r\\n\\x00]{1,4000})\\n?");
  private static final Pattern LINE = Pattern.compile("([^\\r\\n\\x00]{1,4000})\\n?");

  private final String text;

  GitText(byte[] bytes) {
    text = new String(bytes, StandardCharsets.UTF_8);
  }

  /** A branch, or a commit (validate_headref of git's refs.c). */
  boolean isHead() {
    return HEAD.matcher(text).matches();
  }

  /** Where a .git file leads. */
  Optional<String> gitdir() {
    return first(GITDIR);
  }

  Optional<String> line() {
    return first(LINE);
  }

  boolean isLine(String line) {
    return line().filter(line::equals).isPresent();
  }

  private Optional<String> first(Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
