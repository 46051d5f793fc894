package dev.pinfold.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A second reading of a request's head, written from RFC 9112 by the letter, slow and without any
 * code of the first: what it and {@link HeadParser} say must be the same.
 */
final class ReferenceReading {
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern TARGET = Pattern.compile("[\\x21-\\x7E]+");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E\\x80-\\xFF\\t]*");
  private static final Pattern BLANKS = Pattern.compile("^[ \\t]+|[ \\t]+$");

  record Request(String method, String target, String version, List<String> fields, String body) {}

  private ReferenceReading() {}

  /** Empty if it is not to be accepted. */
  static Optional<Request> of(String text) {
    int end = text.indexOf("\r\n\r\n");
    if (end < 0 || text.length() > end + 4) {
      return Optional.empty();
    }
    List<String> lines = List.of(text.substring(0, end).split("\r\n", -1));
    String[] first = lines.getFirst().split(" ", -1);
    boolean begins =
        first.length == 3
            && TOKEN.matcher(first[0]).matches()
            && TARGET.matcher(first[1]).matches()
            && first[2].matches("HTTP/1\\.[01]");
    if (!begins || lines.size() > 256 || lines.stream().anyMatch(line -> line.length() > 32_768)) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] parts = line.split(":", 2);
      if (parts.length < 2
          || !TOKEN.matcher(parts[0]).matches()
          || !VALUE.matcher(parts[1]).matches()) {
        return Optional.empty();
      }
      fields.add(parts[0].toLowerCase(Locale.ROOT) + ":" + BLANKS.matcher(parts[1]).replaceAll(""));
    }
    return body(fields, first[2])
        .filter(body -> essentials(first[0], first[1], first[2], fields, body))
        .map(body -> new Request(first[0], first[1], first[2], fields, body));
  }

  private static Optional<String> body(List<String> fields, String version) {
    List<String> lengths = values(fields, "content-length");
    List<String> codings = values(fields, "transfer-encoding");
    if (lengths.size() + codings.size() > 1) {
      return Optional.empty();
    }
    if (codings.size() == 1) {
      boolean good = version.equals("HTTP/1.1") && codings.getFirst().equalsIgnoreCase("chunked");
      return good ? Optional.of("chunked") : Optional.empty();
    }
    if (lengths.size() == 1) {
      return lengths.getFirst().matches("[0-9]{1,18}")
          ? Optional.of(Long.toString(Long.parseLong(lengths.getFirst())))
          : Optional.empty();
    }
    return Optional.of("none");
  }

  private static boolean essentials(
      String method, String target, String version, List<String> fields, String body) {
    int hosts = values(fields, "host").size();
    boolean named =
        values(fields, "connection").stream()
            .flatMap(value -> Pattern.compile(",").splitAsStream(value))
            .map(token -> token.strip().toLowerCase(Locale.ROOT))
            .anyMatch(
                List.of("host", "content-length", "transfer-encoding", "authorization", "cookie")
                    ::contains);
    return (version.equals("HTTP/1.1") ? hosts == 1 : hosts <= 1)
        && values(fields, "proxy-authorization").size() <= 1
        && !target.contains("#")
        && !named
        && (!method.equals("CONNECT") || body.equals("none") || body.equals("0"));
  }

  private static List<String> values(List<String> fields, String name) {
    return fields.stream()
        .filter(field -> field.startsWith(name + ":"))
        .map(field -> field.substring(name.length() + 1))
        .toList();
  }
}
