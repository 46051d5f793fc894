package dev.pinfold.egress;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the words of rules. */
final class EgressWords {
  private static final int LONGEST = 1_000;
  private static final Pattern GIT =
      Pattern.compile("git:([^/]+)((?:/[A-Za-z0-9._~-]+){1,8}?)(?:\\.git)?/?(?:\\+push:(.+))?");

  /** A host may have such a name too: then a port follows. */
  private static final Pattern SCHEME =
      Pattern.compile("(registry|model|git|https?):(?!([0-9]+|\\*)$).*");

  private EgressWords() {}

  /** What {@code word} opens: at least one rule. */
  static List<EgressRule> allowed(String word) throws EgressSyntaxException {
    checkText(word);
    Matcher scheme = SCHEME.matcher(word);
    return switch (scheme.matches() ? scheme.group(1) : "") {
      case "registry" -> preset(word);
      case "model" -> word.contains("://") ? List.of(model(word)) : preset(word);
      case "git" -> List.of(git(word));
      case "http", "https" ->
          throw new EgressSyntaxException(
              EgressSyntaxException.shown(word) + " is a URL: write its HOST or HOST:PORT");
      default -> List.of(host(word, Ports.WEB));
    };
  }

  /** What {@code word} closes: hosts only, on every port unless it names one. */
  static EgressRule denied(String word) throws EgressSyntaxException {
    checkText(word);
    if (SCHEME.matcher(word).matches()) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(word)
              + " is no host, and only hosts are denied: write HOST or HOST:PORT");
    }
    return host(word, Ports.EVERY);
  }

  private static void checkText(String word) throws EgressSyntaxException {
    if (word.isEmpty()) {
      throw new EgressSyntaxException(
          "an empty word says nothing about the network: write a host, or none");
    }
    if (word.length() > LONGEST || word.chars().anyMatch(c -> c <= ' ' || c == 0x7F)) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(word)
              + " is too long, or has a blank or control character in it");
    }
  }

  private static EgressRule host(String word, Ports unnamed) throws EgressSyntaxException {
    int colon = HostPort.portColon(word);
    Ports ports = colon < 0 ? unnamed : ports(word.substring(colon + 1));
    HostPattern host = HostPattern.parse(colon < 0 ? word : word.substring(0, colon));
    return new EgressRule(word, host, ports, Purpose.HOST);
  }

  private static Ports ports(String text) throws EgressSyntaxException {
    return text.equals("*") ? Ports.EVERY : Ports.only(HostPort.port(text));
  }

  private static List<EgressRule> preset(String word) throws EgressSyntaxException {
    List<EgressRule> rules = Presets.rules(word);
    if (rules.isEmpty()) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(word)
              + " is no preset: there are "
              + String.join(", ", Presets.names())
              + ", git:HOST/OWNER/REPO and model:URL");
    }
    return rules;
  }

  /** The endpoint at the URL and everything below it. */
  private static EgressRule model(String word) throws EgressSyntaxException {
    try {
      var url = new URI(word.substring("model:".length()));
      boolean tls = "https".equals(url.getScheme());
      if ((!tls && !"http".equals(url.getScheme()))
          || url.getRawAuthority() == null
          || url.getRawUserInfo() != null
          || url.getRawQuery() != null
          || url.getRawFragment() != null) {
        throw new URISyntaxException(word, "not an endpoint");
      }
      HostPort place = HostPort.parse(url.getRawAuthority(), tls ? HostPort.HTTPS : HostPort.HTTP);
      String path = url.getRawPath().replaceFirst("/+$", "");
      Set<String> methods = Set.of("GET", "POST");
      var purpose =
          new Purpose(
              word,
              !tls,
              List.of(
                  new RequestShape(methods, path.isEmpty() ? "/" : path, Optional.empty()),
                  new RequestShape(methods, path + "/**", Optional.empty())),
              Optional.empty());
      return new EgressRule(
          word, new HostPattern.One(place.host()), Ports.only(place.port()), purpose);
    } catch (URISyntaxException _) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(word)
              + " names no endpoint: write model:https://HOST[:PORT][/PATH], or "
              + Presets.names().stream().filter(n -> n.startsWith("model:")).toList());
    }
  }

  /** Fetching by git's smart HTTP protocol (gitprotocol-http(5)), and pushing where it says so. */
  private static EgressRule git(String word) throws EgressSyntaxException {
    Matcher parts = GIT.matcher(word);
    if (!parts.matches() || word.contains("/../") || word.contains("/./")) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(word)
              + " names no repository: write git:HOST/OWNER/REPO, and +push:BRANCH to push");
    }
    HostPort place = HostPort.parse(parts.group(1).toLowerCase(Locale.ROOT), HostPort.HTTPS);
    Optional<BranchPattern> push =
        parts.group(3) == null
            ? Optional.empty()
            : Optional.of(BranchPattern.parse(parts.group(3)));
    var purpose =
        new Purpose(word, false, GitRequests.shapes(parts.group(2), push.isPresent()), push);
    return new EgressRule(
        word, new HostPattern.One(place.host()), Ports.only(place.port()), purpose);
  }
}
