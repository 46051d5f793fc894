package dev.pinfold.run;

import dev.pinfold.egress.TrustFiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The variables by which usual clients come to trust a run's own authority. What the user says of
 * the same variable stands: that client then refuses the proxy's certificate.
 */
final class TrustVariables {
  /** Each replaces the client's own list, so the file holds that too. */
  private static final List<String> ALL =
      List.of(
          "SSL_CERT_FILE", // OpenSSL: Python, Ruby, wget; Go; rustls
          "CURL_CA_BUNDLE",
          "GIT_SSL_CAINFO",
          "REQUESTS_CA_BUNDLE", // Python's requests, and pip
          "PIP_CERT",
          "CARGO_HTTP_CAINFO",
          "AWS_CA_BUNDLE");

  private TrustVariables() {}

  static Map<String, String> added(TrustFiles files, Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(variables);
    for (String name : ALL) {
      all.putIfAbsent(name, files.all().toString());
    }
    // Node and npm, Deno: besides their own.
    all.putIfAbsent("NODE_EXTRA_CA_CERTS", files.authority().toString());
    all.putIfAbsent("DENO_CERT", files.authority().toString());
    // Of two settings of one property Java takes the later: the user's.
    all.merge("JAVA_TOOL_OPTIONS", javaOptions(files), (given, ours) -> ours + " " + given);
    return all;
  }

  private static String javaOptions(TrustFiles files) {
    return "-Djavax.net.ssl.trustStore="
        + files.keyStore()
        + " -Djavax.net.ssl.trustStoreType=PKCS12 -Djavax.net.ssl.trustStorePassword="
        + TrustFiles.PASSWORD;
  }
}
