package dev.pinfold.egress;

import java.security.KeyPair;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Clock;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certification authority for the test's own servers. */
final class TestTls {
  private static final char[] NO_PASSWORD = {};
  private final SecureRandom random = new SecureRandom();
  private final RunAuthority authority = RunAuthority.create(random, Clock.systemUTC());

  /** For a server that is {@code host}. */
  SSLContext server(String host) throws Exception {
    KeyPair pair = RunAuthority.newKey(random);
    Certificate[] chain = {
      authority.issue(Host.parse(host), pair.getPublic()), authority.certificate()
    };
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("server", pair.getPrivate(), NO_PASSWORD, chain);
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, random);
    return context;
  }

  /** Trusts these servers, and nobody else. */
  SSLContext client() throws Exception {
    return trusting(authority);
  }

  static SSLContext trusting(RunAuthority authority) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", authority.certificate());
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
