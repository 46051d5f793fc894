package dev.pinfold.egress;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Looks into TLS to the hosts that the user named: towards the run with certificates of the run's
 * authority, towards the server as any careful client. Safe for many threads.
 */
public final class Interception {
  /** All that the proxy reads; a client that wants HTTP/2 alone gets an alert. */
  private static final String[] PROTOCOLS = {"http/1.1"};

  private final List<EgressRule> hosts;
  private final RunAuthority authority;
  private final SSLContext towardsServers;
  private final SecureRandom random;
  private final Map<Host, SSLContext> contexts = new ConcurrentHashMap<>();

  private Interception(
      List<EgressRule> hosts,
      RunAuthority authority,
      SSLContext towardsServers,
      SecureRandom random) {
    this.hosts = List.copyOf(hosts);
    this.authority = authority;
    this.towardsServers = towardsServers;
    this.random = random;
  }

  /**
   * For the hosts of {@code words}.
   *
   * @param words hosts as those of {@code --deny-host}: on every port unless they name one
   * @param towardsServers what decides which servers are trusted, as {@code
   *     SSLContext.getDefault()}
   * @throws EgressSyntaxException for the first word that can't be used
   */
  public static Interception of(
      List<String> words, RunAuthority authority, SSLContext towardsServers, SecureRandom random)
      throws EgressSyntaxException {
    return new Interception(hosts(words), authority, towardsServers, random);
  }

  /**
   * Whether {@code words} can be used.
   *
   * @throws EgressSyntaxException for the first that can't
   */
  public static void check(List<String> words) throws EgressSyntaxException {
    hosts(words);
  }

  private static List<EgressRule> hosts(List<String> words) throws EgressSyntaxException {
    List<EgressRule> hosts = new ArrayList<>();
    for (String word : words) {
      hosts.add(EgressWords.denied(word));
    }
    return hosts;
  }

  boolean covers(HostPort target) {
    return hosts.stream().anyMatch(rule -> rule.matches(target));
  }

  /** Whether every host that {@code pattern} can stand for on {@code ports} is looked into. */
  boolean covers(EgressRule rule) {
    return switch (rule.host()) {
      case HostPattern.One(Host host) ->
          rule.ports().numbers().stream().allMatch(port -> covers(new HostPort(host, port)))
              && !rule.ports().numbers().isEmpty();
      case HostPattern.Below below -> hosts.stream().anyMatch(named -> named.host().equals(below));
    };
  }

  /** Answers {@code client}'s hello, which was not taken yet, in the name of {@code host}. */
  Connection asServer(Connection client, Host host) throws IOException {
    var begun = new ByteArrayInputStream(client.in().takeBuffered());
    SSLContext context = contexts.computeIfAbsent(host, this::contextFor);
    var socket = (SSLSocket) context.getSocketFactory().createSocket(client.socket(), begun, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(PROTOCOLS);
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new Connection(socket);
  }

  /** TLS over {@code server}, which must prove that it is {@code target}. */
  Connection asClient(Connection server, HostPort target) throws IOException {
    String name = target.host().toString();
    var socket =
        (SSLSocket)
            towardsServers
                .getSocketFactory()
                .createSocket(
                    server.socket(), name.replaceAll("[\\[\\]]", ""), target.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(PROTOCOLS);
    if (target.host() instanceof Host.Name) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return new Connection(socket);
  }

  private SSLContext contextFor(Host host) {
    try {
      KeyPair pair = RunAuthority.newKey(random);
      PrivateKey key = pair.getPrivate();
      Certificate[] chain = {authority.issue(host, pair.getPublic()), authority.certificate()};
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      char[] password = new char[0];
      keys.setKeyEntry("server", key, password, chain);
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, random);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no certificate for " + host + " could be made", e);
    }
  }
}
