package dev.pinfold.egress;

import java.util.ArrayList;
import java.util.List;

/** A value that may leave to its own hosts only. */
public final class KnownSecret {
  private final String name;
  private final Secret value;
  private final List<EgressRule> home;

  private KnownSecret(String name, Secret value, List<EgressRule> home) {
    this.name = name;
    this.value = value;
    this.home = List.copyOf(home);
  }

  /**
   * Under a name that may be shown.
   *
   * @param hosts where it may go, as words of hosts; none for nowhere
   * @throws EgressSyntaxException for the first word that can't be used
   */
  public static KnownSecret of(String name, Secret value, List<String> hosts)
      throws EgressSyntaxException {
    List<EgressRule> home = new ArrayList<>();
    for (String host : hosts) {
      home.add(EgressWords.denied(host));
    }
    return new KnownSecret(name, value, home);
  }

  String name() {
    return name;
  }

  Secret value() {
    return value;
  }

  boolean mayGoTo(HostPort target) {
    return home.stream().anyMatch(rule -> rule.matches(target));
  }
}
