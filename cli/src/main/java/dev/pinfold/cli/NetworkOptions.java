package dev.pinfold.cli;

import dev.pinfold.egress.EgressBudget;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.run.NetworkRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options that say what a run may reach. */
final class NetworkOptions {
  private static final List<String> LIMITS =
      List.of("bytes-out", "bytes-in", "connections", "hosts");

  /**
   * A preset, or what can only be a host: a name with a dot, an address, this machine, a port. One
   * name alone is more likely a preset with a typo.
   */
  private static final Pattern WORD =
      Pattern.compile("none|open|(registry|git|model):.*|localhost|.*\\..*|\\[.*|[^:]*:[0-9]+");

  private NetworkOptions() {}

  static void addTo(CommandSpec spec) {
    addRulesTo(spec);
    spec.addOption(
        NamedOption.many(
            "--intercept",
            "HOST[:PORT]",
            "Let the proxy look into TLS to this host, by an authority of this run alone: then"
                + " registry:, git: and model: hold for each request."));
    InjectOptions.addTo(spec);
    spec.addOption(
        NamedOption.many(
            "--net-limit",
            "NAME=AMOUNT",
            "bytes-out, bytes-in, connections, or hosts: the network ends for it there."));
  }

  /** Which hosts, without how much. */
  static void addRulesTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.many(
            "--net",
            "WORD",
            "none (default); registry:npm, git:HOST/OWNER/REPO, model:anthropic and the like; open:"
                + " every public host, which is loud."));
    spec.addOption(
        NamedOption.many(
            "--allow-host",
            "HOST[:PORT]",
            "Let it reach this host through its proxy, ports 80 and 443 unless one is named:"
                + " example.com, *.example.com, 10.1.2.3:5432; or a word of --net."));
    spec.addOption(
        NamedOption.many("--deny-host", "HOST[:PORT]", "Never this one, whatever is allowed."));
  }

  /** The whole request. */
  static NetworkRequest of(ParseResult parsed, Secrets secrets) throws IOException, UsageException {
    NetworkRequest rules = rules(parsed).withBudget(budget(parsed));
    try {
      return rules
          .withIntercept(words(parsed, "--intercept"))
          .withCredentials(InjectOptions.of(parsed, secrets));
    } catch (EgressSyntaxException e) {
      throw new UsageException("the network: " + e.getMessage(), "pinfold help exec");
    }
  }

  /** Which hosts, without how much. */
  static NetworkRequest rules(ParseResult parsed) throws UsageException {
    List<String> allow = new ArrayList<>(words(parsed, "--net"));
    for (String word : allow) {
      if (!WORD.matcher(word).matches()) {
        throw new UsageException(
            "the network: --net has no word '" + Printable.line(word) + "'",
            "none, open, registry:npm|pypi|maven|cargo|go|gem|debian, git:HOST/OWNER/REPO,"
                + " model:NAME or model:URL; a host by its name alone: --allow-host "
                + ShellQuote.word(word));
      }
    }
    allow.addAll(words(parsed, "--allow-host"));
    try {
      return NetworkRequest.of(allow, words(parsed, "--deny-host"));
    } catch (EgressSyntaxException e) {
      throw new UsageException(
          "the network: " + e.getMessage(), "pinfold help exec lists the words.");
    }
  }

  static List<String> words(ParseResult parsed, String option) {
    return parsed.matchedOptionValue(option, List.of());
  }

  private static EgressBudget budget(ParseResult parsed) throws UsageException {
    EgressBudget budget = EgressBudget.unlimited();
    for (String given : words(parsed, "--net-limit")) {
      int equals = given.indexOf('=');
      String name = equals < 0 ? given : given.substring(0, equals);
      if (!LIMITS.contains(name)) {
        throw PolicyOptions.unknown("limit of the network", name, LIMITS);
      }
      long amount =
          Amounts.count("--net-limit " + name, equals < 0 ? "" : given.substring(equals + 1));
      budget = limited(budget, name, amount);
    }
    return budget;
  }

  private static EgressBudget limited(EgressBudget budget, String name, long amount) {
    long out = name.equals("bytes-out") ? amount : budget.bytesOut();
    long in = name.equals("bytes-in") ? amount : budget.bytesIn();
    long connections = name.equals("connections") ? amount : budget.connections();
    int hosts = name.equals("hosts") ? (int) Math.min(Integer.MAX_VALUE, amount) : budget.hosts();
    return new EgressBudget(out, in, connections, hosts);
  }
}
