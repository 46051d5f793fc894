package dev.pinfold.sandbox;

import dev.pinfold.linux.NativeString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A run's view in the profile language of macOS's Seatbelt (SBPL). Never executed by this project:
 * text that is generated and tested as text.
 *
 * <p>The fixed part, Mac's own places, is the resource {@code seatbelt.sb}; this class adds the
 * grants that are the run's or the user's (the default view's name Linux's places), and closes the
 * places of credentials behind them: of several rules that match, the last one counts.
 *
 * <p>SBPL is read by a Scheme (TinyScheme): a string ends at the first bare quote, and a backslash
 * escapes. Whatever is not printable ASCII is written as {@code \xHH}, a byte each, so that no path
 * can end its string, its line or its rule.
 */
public final class SeatbeltProfile {
  /** Links of every Mac; Seatbelt compares what they stand for. */
  private static final List<String> PRIVATE = List.of("/etc", "/tmp", "/var");

  private static final String READ = "file-read* file-test-existence";

  private SeatbeltProfile() {}

  /**
   * Writes it.
   *
   * @param view its grants of {@link Grant.Origin#RUN} and {@link Grant.Origin#USER}
   * @param closed places that stay closed whatever a grant says, absolute
   */
  public static String of(View view, List<String> closed) {
    StringBuilder text = new StringBuilder(fixedPart());
    text.append("\n; This run's view.\n");
    view.grants().stream()
        .filter(grant -> grant.origin() != Grant.Origin.SYSTEM)
        .forEach(grant -> allow(text, grant));
    text.append(
            "\n; Closed whatever was said before: credentials that were not named, Pinfold's own\n")
        .append("; places, and set-user-ID programs.\n")
        .append("(deny file-write-setugid)\n");
    for (String place : closed) {
      text.append("(deny file-read* file-write* process-exec ").append(below(place)).append(")\n");
    }
    return text.toString();
  }

  private static void allow(StringBuilder text, Grant grant) {
    Access access = grant.access();
    String operations =
        (access.read() ? " " + READ : "")
            + (access.write() ? " file-write*" : "")
            + (access.execute() ? " file-map-executable process-exec" : "");
    if (!operations.isEmpty()) {
      text.append("(allow")
          .append(operations)
          .append(' ')
          .append(below(grant.path()))
          .append(")\n");
      text.append("(allow file-read-metadata file-test-existence (path-ancestors ")
          .append(string(real(grant.path())))
          .append("))\n");
    }
  }

  private static String below(String path) {
    return "(subpath " + string(real(path)) + ")";
  }

  /** A trailing slash would match nothing. */
  private static String real(String path) {
    String plain =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    for (String link : PRIVATE) {
      if (plain.equals(link) || plain.startsWith(link + "/")) {
        return "/private" + plain;
      }
    }
    return plain;
  }

  /** A string literal. */
  static String string(String path) {
    StringBuilder text = new StringBuilder("\"");
    for (byte unit : NativeString.encode(path)) {
      if (unit == '"' || unit == '\\') {
        text.append('\\').append((char) unit);
      } else if (unit >= ' ' && unit < 0x7F) {
        text.append((char) unit);
      } else {
        text.append(String.format("\\x%02x", unit));
      }
    }
    return text.append('"').toString();
  }

  private static String fixedPart() {
    try (InputStream resource = SeatbeltProfile.class.getResourceAsStream("seatbelt.sb")) {
      if (resource == null) {
        throw new IllegalStateException("seatbelt.sb is missing from this build");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
