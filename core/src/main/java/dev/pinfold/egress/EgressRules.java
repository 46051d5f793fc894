package dev.pinfold.egress;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who may be reached, and for what. Immutable.
 *
 * <p>What is denied stays denied whatever is allowed; what no word allows is refused. Addresses
 * that are not of the public network are refused even where {@code open} or a name leads to them,
 * unless a word names the address; where clouds keep a machine's credentials is never opened.
 */
public final class EgressRules {
  /** The word that opens nothing. */
  public static final String NONE = "none";

  /** The word that opens every public host. */
  public static final String OPEN = "open";

  /** What a refusal's rule begins with where a word closed the host; the word follows. */
  public static final String DENIED = "deny ";

  private final boolean open;
  private final List<EgressRule> allowed;
  private final List<EgressRule> denied;

  private EgressRules(boolean open, List<EgressRule> allowed, List<EgressRule> denied) {
    this.open = open;
    // Rules for everything first: a purpose narrows nothing that another word opens.
    this.allowed =
        allowed.stream().sorted(Comparator.comparing(rule -> rule.purpose().isLimited())).toList();
    this.denied = List.copyOf(denied);
  }

  /** Nothing may be reached. */
  public static EgressRules none() {
    return new EgressRules(false, List.of(), List.of());
  }

  /**
   * Reads the words of options and files.
   *
   * @param allow {@code none}, {@code open}, {@code NAME[:PORT]}, {@code *.NAME[:PORT]}, an IPv4
   *     address or an IPv6 address in brackets with or without a port, a preset as {@code
   *     registry:npm}, {@code git:HOST/OWNER/REPO[+push:BRANCHES]}, {@code model:URL}. Without a
   *     port 80 and 443 are meant, with {@code :*} every port. No words: nothing may be reached
   * @param deny hosts and addresses; without a port on every port
   * @throws EgressSyntaxException for the first word that can't be used
   */
  public static EgressRules parse(List<String> allow, List<String> deny)
      throws EgressSyntaxException {
    if (allow.contains(NONE) && allow.stream().anyMatch(word -> !word.equals(NONE))) {
      throw new EgressSyntaxException(
          "'none' and other words about the network contradict each other: leave one out");
    }
    List<EgressRule> allowed = new ArrayList<>();
    for (String word : allow) {
      if (!word.equals(NONE) && !word.equals(OPEN)) {
        allowed.addAll(EgressWords.allowed(word));
      }
    }
    List<EgressRule> denied = new ArrayList<>();
    for (String word : deny) {
      denied.add(EgressWords.denied(word));
    }
    for (EgressRule rule : allowed) {
      if (rule.host() instanceof HostPattern.One(Host host) && SpecialAddresses.isMetadata(host)) {
        throw new EgressSyntaxException(
            EgressSyntaxException.shown(rule.word())
                + " is where clouds keep a machine's credentials: it can't be opened");
      }
    }
    return new EgressRules(allow.contains(OPEN), allowed, denied);
  }

  /** Whether nothing at all may be reached, so that there need be no proxy. */
  public boolean isNone() {
    return !open && allowed.isEmpty();
  }

  /** Whether every public host may be reached that is not denied. */
  public boolean isOpen() {
    return open;
  }

  /** By name, before any look-up; what the name leads to is judged again. */
  public Verdict judge(HostPort target) {
    if (SpecialAddresses.isMetadata(target.host())) {
      return metadata(target.toString());
    }
    Optional<EgressRule> deny = denied.stream().filter(rule -> rule.matches(target)).findFirst();
    if (deny.isPresent()) {
      return new Verdict.Refused(
          DENIED + deny.get().word(), target + " is denied by name", Optional.empty());
    }
    Optional<EgressRule> allow = allowed.stream().filter(rule -> rule.matches(target)).findFirst();
    if (allow.isPresent()) {
      return new Verdict.Allowed(allow.get().word(), allow.get().purpose().name());
    }
    if (!open) {
      return new Verdict.Refused(
          "default", "no rule of this run names " + target, Optional.of(target.toString()));
    }
    return target.host() instanceof Host.Address(InetAddress address)
        ? judge(target, address)
        : new Verdict.Allowed(OPEN, OPEN);
  }

  /** Whether {@code target}, which was allowed, may be reached at {@code address}. */
  Verdict judge(HostPort target, InetAddress address) {
    var place = new HostPort(new Host.Address(address), target.port());
    if (SpecialAddresses.isMetadata(address)) {
      return metadata(target + " at " + place);
    }
    Optional<EgressRule> deny = denied.stream().filter(rule -> rule.matches(place)).findFirst();
    if (deny.isPresent()) {
      return new Verdict.Refused(
          DENIED + deny.get().word(), place + " is denied by address", Optional.empty());
    }
    Optional<String> kind = SpecialAddresses.kind(address);
    if (kind.isPresent() && allowed.stream().noneMatch(rule -> rule.matches(place))) {
      return new Verdict.Refused(
          "special addresses",
          target + " is at " + place.host() + " (" + kind.get() + "), which no rule names",
          Optional.of(place.toString()));
    }
    return new Verdict.Allowed(OPEN, OPEN);
  }

  /** A request that could be read, to a target that was allowed. */
  Verdict judge(HostPort target, RequestLine line) {
    List<EgressRule> rules = allowed.stream().filter(rule -> rule.matches(target)).toList();
    if (open || rules.isEmpty() || judge(target) instanceof Verdict.Refused) {
      return judge(target);
    }
    Optional<EgressRule> rule =
        rules.stream().filter(candidate -> candidate.purpose().allows(line)).findFirst();
    if (rule.isPresent()) {
      return new Verdict.Allowed(rule.get().word(), rule.get().purpose().name());
    }
    return new Verdict.Refused(
        rules.getFirst().word(),
        line.method() + " " + line.path() + " is not what " + rules.getFirst().word() + " is for",
        Optional.of(target.toString()));
  }

  /**
   * Whether a tunnel to {@code target} may carry what is neither HTTP nor TLS: only where a rule
   * opens a port of its own, for everything.
   */
  boolean allowsAnyBytes(HostPort target) {
    boolean ownPort = target.port() != HostPort.HTTP && target.port() != HostPort.HTTPS;
    return ownPort && allowsEverything(target);
  }

  /** Whether nothing of what {@code target} can be used for is left out. */
  boolean allowsEverything(HostPort target) {
    return open
        || allowed.stream().anyMatch(rule -> rule.matches(target) && !rule.purpose().isLimited());
  }

  /** Whether a tunnel to {@code target} may carry TLS: not where requests are to come in clear. */
  boolean allowsTls(HostPort target) {
    return allowsEverything(target)
        || allowed.stream().anyMatch(rule -> rule.matches(target) && !rule.purpose().clear());
  }

  /**
   * Whether a word names this very host, for whatever port or purpose.
   *
   * @param host canonical, an IPv6 address in brackets
   */
  public boolean name(String host) {
    return allowed.stream()
        .anyMatch(
            rule ->
                rule.host() instanceof HostPattern.One(Host named)
                    && named.toString().equals(host));
  }

  /** Whether something that {@code place} names may be reached; patterns are not compared. */
  boolean leadsTo(EgressRule place) {
    return switch (place.host()) {
      case HostPattern.One(Host host) when place.ports().numbers().size() == 1 ->
          judge(new HostPort(host, place.ports().numbers().iterator().next()))
              instanceof Verdict.Allowed;
      case HostPattern.One _, HostPattern.Below _ -> !isNone();
    };
  }

  /** The rules of purposes. */
  List<EgressRule> limited() {
    return allowed.stream().filter(rule -> rule.purpose().isLimited()).toList();
  }

  /**
   * The rules by which alone {@code line} is a push that may be made to some branches; empty if it
   * is no push, or everything may be done at {@code target}.
   */
  List<EgressRule> pushes(HostPort target, RequestLine line) {
    if (allowsEverything(target) || !line.path().endsWith("/" + GitRequests.PUSH)) {
      return List.of();
    }
    return allowed.stream()
        .filter(rule -> rule.matches(target) && rule.purpose().allows(line))
        .filter(rule -> rule.purpose().push().isPresent())
        .toList();
  }

  private static Verdict metadata(String what) {
    return new Verdict.Refused(
        "special addresses",
        what + " is where clouds keep a machine's credentials",
        Optional.empty());
  }
}
