package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the heads of HTTP/1 messages (RFC 9112), and refuses everything that two readers could take
 * for different things: the proxy and the server must see the same request.
 */
final class HeadParser {
  /** Far more than clients send. */
  private static final int MOST_FIELDS = 256;

  /** What common servers take for a line at the most is between 8 KiB and 64 KiB. */
  private static final int LONGEST_LINE = 32 * 1024;

  private HeadParser() {}

  /** A head as {@link Wire#head} gives it. */
  static RequestHead request(byte[] head) throws MalformedException {
    List<String> lines = lines(head);
    String[] parts = lines.getFirst().split(" ", -1);
    if (parts.length != 3 || !isToken(parts[0]) || !isVisible(parts[1])) {
      throw new MalformedException("a request line that is not METHOD TARGET VERSION");
    }
    int minor = minor(parts[2]);
    Headers headers = headers(lines);
    var request =
        new RequestHead(parts[0], parts[1], minor, headers, Framing.ofRequest(headers, minor));
    request.check();
    return request;
  }

  /** The head of an answer to {@code method}. */
  static ResponseHead response(byte[] head, String method) throws MalformedException {
    List<String> lines = lines(head);
    String[] parts = lines.getFirst().split(" ", 3);
    if (parts.length < 2 || !parts[1].matches("[1-9][0-9]{2}")) {
      throw new MalformedException("a status line that is not VERSION CODE REASON");
    }
    int minor = minor(parts[0]);
    int status = Integer.parseInt(parts[1]);
    Headers headers = headers(lines);
    return new ResponseHead(
        status,
        parts.length == 3 ? parts[2] : "",
        minor,
        headers,
        Framing.ofResponse(headers, minor, status, method));
  }

  private static List<String> lines(byte[] head) throws MalformedException {
    String text = new String(head, ISO_8859_1);
    if (!text.endsWith("\r\n\r\n")) {
      throw new MalformedException("an empty head");
    }
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length() - 2) {
      int end = text.indexOf("\r\n", start);
      lines.add(line(text.substring(start, end)));
      start = end + 2;
    }
    if (lines.getFirst().isEmpty() || lines.size() > MOST_FIELDS) {
      throw new MalformedException("an empty first line, or more than " + MOST_FIELDS + " lines");
    }
    return lines;
  }

  private static String line(String line) throws MalformedException {
    if (line.length() > LONGEST_LINE) {
      throw new MalformedException("a line of more than " + LONGEST_LINE + " bytes");
    }
    if (line.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7F)) {
      throw new MalformedException("a control character");
    }
    return line;
  }

  private static Headers headers(List<String> lines) throws MalformedException {
    List<Header> fields = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith(" ") || line.startsWith("\t")) {
        throw new MalformedException("a folded line");
      }
      int colon = line.indexOf(':');
      if (colon < 0 || !isToken(line.substring(0, colon))) {
        throw new MalformedException("a header that is not NAME: VALUE");
      }
      fields.add(new Header(line.substring(0, colon), trimmed(line.substring(colon + 1))));
    }
    return new Headers(fields);
  }

  /** Without optional white space (RFC 9110 5.6.3): no other character counts as blank. */
  private static String trimmed(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static int minor(String version) throws MalformedException {
    return switch (version) {
      case "HTTP/1.1" -> 1;
      case "HTTP/1.0" -> 0;
      default -> throw new MalformedException("a version other than HTTP/1.1 and HTTP/1.0");
    };
  }

  /** RFC 9110 5.6.2. */
  static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(
                c ->
                    (c >= '0' && c <= '9')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= 'a' && c <= 'z')
                        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }

  private static boolean isVisible(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }
}
