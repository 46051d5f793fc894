package dev.pinfold.run;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables by which usual clients find a run's proxy: curl, git, npm, pip, Python, Go, Cargo
 * and gem read the first ones in one spelling or the other, Node and Java need their own. A client
 * that knows none of them reaches nothing.
 *
 * @param url with the run's token
 * @param direct hosts that are not asked of the proxy, as {@code NO_PROXY} lists them
 */
record ProxyVariables(String url, int port, List<String> direct) {
  private static final List<String> NAMES = List.of("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY");
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  /**
   * In a network of its own a run's loopback is its own affair, but for the hosts that a word
   * names: those are the machine's. Elsewhere no server of the run can be there, so that the
   * proxy's answer says more than a refused connection.
   */
  static ProxyVariables of(String url, int port, boolean ownNetwork, NetworkRequest network) {
    List<String> direct =
        ownNetwork
            ? LOOPBACK.stream().filter(host -> !network.rules().name(host)).toList()
            : List.of();
    return new ProxyVariables(url, port, direct);
  }

  Map<String, String> addedTo(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(variables);
    for (String name : NAMES) {
      all.put(name, url);
      all.put(name.toLowerCase(Locale.ROOT), url);
    }
    // Python and curl want an IPv6 address without brackets, others with them.
    String list = String.join(",", direct).replace("[::1]", "::1,[::1]");
    all.put("NO_PROXY", list);
    all.put("no_proxy", list);
    // Node 22.21 and 24 read the variables above when told to.
    all.put("NODE_USE_ENV_PROXY", "1");
    all.merge("JAVA_TOOL_OPTIONS", javaOptions(), (given, ours) -> ours + " " + given);
    return all;
  }

  /** Java prints them when it starts: the token is not among them. */
  private String javaOptions() {
    // To any list of its own Java adds the whole loopback; an empty one alone leaves nothing out
    // (sun.net.spi.DefaultProxySelector).
    String hosts = direct.equals(LOOPBACK) ? "localhost|127.*|[::1]" : "";
    return "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort="
        + port
        + " -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort="
        + port
        + " -Dhttp.nonProxyHosts="
        + hosts;
  }
}
