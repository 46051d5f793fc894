package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A credential that the run uses without having it: the run sees a stand-in, and requests to the
 * credential's host get the real value on their way out.
 */
public final class Injection {
  private static final Pattern WORD = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.+)");

  /** What decides where a request goes and ends. */
  private static final Set<String> FRAMING =
      Set.of(
          "host", "content-length", "transfer-encoding", "connection", "upgrade", "expect", "te");

  private final String name;
  private final EgressRule host;
  private final Optional<String> header;
  private final Secret value;
  private final String standIn;
  private final List<KnownSecret> known;

  private Injection(
      String name, EgressRule host, Optional<String> header, Secret value, String standIn)
      throws EgressSyntaxException {
    this.name = name;
    this.host = host;
    this.header = header;
    this.value = value;
    this.standIn = standIn;
    List<String> home = List.of(host.word());
    known =
        List.of(KnownSecret.of(name, value, home), KnownSecret.of(name, Secret.of(standIn), home));
  }

  /**
   * Reads {@code NAME=HOST[:PORT][:HEADER]}. Without a port 443 is meant: a credential does not go
   * out in clear text unless the user names the port where it does.
   *
   * <p>Without a header, the stand-in is replaced wherever it stands in a request's headers, inside
   * Basic credentials too. With one, that header is set whatever the run sent: in {@code
   * Authorization} after {@code Bearer}, unless the value names its scheme itself.
   *
   * @throws EgressSyntaxException if it can't be used
   */
  public static Injection parse(String word, Secret value, SecureRandom random)
      throws EgressSyntaxException {
    Use use = Use.parse(word);
    byte[] id = new byte[16];
    random.nextBytes(id);
    return new Injection(
        use.name(), use.host(), use.header(), value, "pinfold-" + HexFormat.of().formatHex(id));
  }

  /**
   * The variable of a word for {@link #parse}, before anybody is asked for its value.
   *
   * @throws EgressSyntaxException if it can't be used
   */
  public static String name(String word) throws EgressSyntaxException {
    return Use.parse(word).name();
  }

  /** What a word says. */
  private record Use(String name, EgressRule host, Optional<String> header) {
    static Use parse(String word) throws EgressSyntaxException {
      Matcher parts = WORD.matcher(word);
      if (!parts.matches()) {
        throw new EgressSyntaxException(
            EgressSyntaxException.shown(word)
                + " injects nothing: write NAME=HOST or NAME=HOST:HEADER");
      }
      String place = parts.group(2);
      int colon = HostPort.portColon(place);
      Optional<String> header = Optional.empty();
      if (colon >= 0 && !place.substring(colon + 1).matches("[0-9]+|\\*")) {
        header = Optional.of(headerName(place.substring(colon + 1)));
        place = place.substring(0, colon);
      }
      if (HostPort.portColon(place) < 0) {
        place = place + ":" + HostPort.HTTPS;
      }
      return new Use(parts.group(1), EgressWords.denied(place), header);
    }
  }

  private static String headerName(String name) throws EgressSyntaxException {
    if (!HeadParser.isToken(name) || FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(name) + " is no header that can carry a credential");
    }
    return name;
  }

  /** The variable that the run gets. */
  public String name() {
    return name;
  }

  /** What the variable holds: of no use anywhere else. */
  public String standIn() {
    return standIn;
  }

  /** Where the value goes, as a word of hosts; always with a port. */
  public String place() {
    return host.word();
  }

  /**
   * Whether {@code rules} let anything through to where the value goes.
   *
   * @throws EgressSyntaxException if they don't: the value would be of no use
   */
  public void checkReachable(EgressRules rules) throws EgressSyntaxException {
    if (!rules.leadsTo(host)) {
      throw new EgressSyntaxException(
          name + " is for " + place() + ", which this run can't reach: allow that host too");
    }
  }

  /** The value itself: for those who mask it in what is shown. */
  public String reveal() {
    return value.value();
  }

  boolean isFor(HostPort target) {
    return host.matches(target);
  }

  /** Both the value and the stand-in, which shows that the run took it elsewhere. */
  List<KnownSecret> known() {
    return known;
  }

  /**
   * The headers of a request to the credential's host.
   *
   * @throws MalformedException if the stand-in is where the value can't be put
   */
  Headers into(Headers headers) throws MalformedException {
    if (header.isPresent()) {
      boolean bearer =
          header.get().equalsIgnoreCase("Authorization") && value.value().indexOf(' ') < 0;
      return headers.replaced(header.get(), (bearer ? "Bearer " : "") + value.value());
    }
    List<Header> fields = new ArrayList<>();
    for (Header field : headers.fields()) {
      fields.add(new Header(field.name(), replaced(field)));
    }
    return new Headers(fields);
  }

  private String replaced(Header field) throws MalformedException {
    if (field.is("Authorization") && field.value().regionMatches(true, 0, "Basic ", 0, 6)) {
      return basic(field.value());
    }
    return field.value().replace(standIn, value.value());
  }

  private String basic(String credentials) throws MalformedException {
    String pair;
    try {
      pair = new String(Base64.getDecoder().decode(credentials.substring(6).strip()), ISO_8859_1);
    } catch (IllegalArgumentException _) {
      return credentials;
    }
    if (!pair.contains(standIn)) {
      return credentials;
    }
    int colon = pair.indexOf(':');
    boolean asUser = colon >= 0 && pair.substring(0, colon).contains(standIn);
    if (asUser && value.value().indexOf(':') >= 0) {
      throw new MalformedException(
          name + " has a colon in it and can't be the user of Basic credentials");
    }
    return "Basic "
        + Base64.getEncoder()
            .encodeToString(pair.replace(standIn, value.value()).getBytes(ISO_8859_1));
  }
}
