package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * What clients inside a run need to trust the run's authority besides everybody else's: files
 * without any secret.
 *
 * @param authority PEM, the run's certificate alone: for {@code NODE_EXTRA_CA_CERTS}
 * @param all PEM, the usual authorities and the run's: for {@code SSL_CERT_FILE}, {@code
 *     CURL_CA_BUNDLE}, {@code GIT_SSL_CAINFO}, {@code REQUESTS_CA_BUNDLE}, {@code
 *     CARGO_HTTP_CAINFO}
 * @param keyStore the same as PKCS #12 with the password {@link #PASSWORD}: for {@code
 *     javax.net.ssl.trustStore}
 */
public record TrustFiles(Path authority, Path all, Path keyStore) {
  /** Java's own default for what is no secret. */
  public static final String PASSWORD = "changeit";

  /**
   * Writes them into {@code folder}, which exists.
   *
   * @param usual whom the run's clients trust besides: those that the proxy itself does
   */
  public static TrustFiles write(Path folder, RunAuthority authority, TrustedAuthorities usual)
      throws IOException {
    Path alone = folder.resolve("run-ca.pem");
    Path all = folder.resolve("all-cas.pem");
    Path store = folder.resolve("all-cas.p12");
    Files.writeString(alone, pem(authority.certificate()));
    try (var out = Files.newBufferedWriter(all, US_ASCII)) {
      for (X509Certificate certificate : with(usual.certificates(), authority)) {
        out.write(pem(certificate));
      }
    }
    try (OutputStream out = Files.newOutputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      int number = 0;
      for (X509Certificate certificate : with(usual.certificates(), authority)) {
        keys.setCertificateEntry("ca-" + number++, certificate);
      }
      keys.store(out, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IOException("the trust store " + store + " can't be written", e);
    }
    return new TrustFiles(alone, all, store);
  }

  private static List<X509Certificate> with(List<X509Certificate> usual, RunAuthority authority) {
    return Stream.concat(usual.stream(), Stream.of(authority.certificate())).toList();
  }

  private static String pem(X509Certificate certificate) throws IOException {
    try {
      String text =
          Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IOException("a certificate can't be encoded", e);
    }
  }
}
