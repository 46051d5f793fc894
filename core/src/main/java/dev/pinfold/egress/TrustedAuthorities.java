package dev.pinfold.egress;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Who may vouch for a server where the proxy looks into TLS: those of this Java, and those that the
 * machine's own programs trust, where a company's may be among them.
 *
 * @param certificates without repetition
 */
public record TrustedAuthorities(List<X509Certificate> certificates) {
  /** Where Debian, Fedora, Alpine and SUSE keep theirs, as curl and Go look for them. */
  private static final List<String> MACHINE =
      List.of(
          "/etc/ssl/certs/ca-certificates.crt",
          "/etc/pki/tls/certs/ca-bundle.crt",
          "/etc/ssl/ca-bundle.pem",
          "/etc/ssl/cert.pem");

  /** Copies the list. */
  public TrustedAuthorities {
    certificates = List.copyOf(certificates);
  }

  /**
   * Those of this machine and user.
   *
   * @param environment the user's: {@code SSL_CERT_FILE} names a file of PEM in place of the
   *     machine's, as for OpenSSL
   * @throws IOException if a file can't be read, or is not what it should be
   */
  public static TrustedAuthorities of(Map<String, String> environment) throws IOException {
    Set<X509Certificate> all = new LinkedHashSet<>(ofJava());
    String named = environment.getOrDefault("SSL_CERT_FILE", "");
    if (!named.isEmpty()) {
      all.addAll(read(Path.of(named)));
      return new TrustedAuthorities(List.copyOf(all));
    }
    for (String place : MACHINE) {
      if (Files.isReadable(Path.of(place))) {
        all.addAll(read(Path.of(place)));
        break;
      }
    }
    return new TrustedAuthorities(List.copyOf(all));
  }

  /** A client that trusts them and nobody else. */
  public SSLContext client() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      int number = 0;
      for (X509Certificate certificate : certificates) {
        trusted.setCertificateEntry("ca-" + number++, certificate);
      }
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  private static List<X509Certificate> ofJava() throws IOException {
    try {
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager known) {
          return Arrays.asList(known.getAcceptedIssuers());
        }
      }
      return List.of();
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java's trusted authorities can't be read", e);
    }
  }

  private static List<X509Certificate> read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> found = new ArrayList<>();
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        found.add((X509Certificate) one);
      }
      return found;
    } catch (CertificateException e) {
      throw new IOException(
          file + ", whose authorities would be trusted, is no file of certificates (PEM)", e);
    }
  }
}
