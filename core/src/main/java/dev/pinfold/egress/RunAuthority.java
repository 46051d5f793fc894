package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The certification authority of one run (RFC 5280). Its key is made in this object and never
 * leaves it; what it signs is trusted where its certificate was put: inside the run.
 */
public final class RunAuthority {
  /** Runs are shorter; clients refuse a server's certificate of more than 398 days. */
  private static final Duration VALID = Duration.ofDays(30);

  /** For clocks that are not quite right. */
  private static final Duration BACKDATED = Duration.ofHours(1);

  private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2"; // RFC 5758
  private static final String COMMON_NAME = "2.5.4.3";
  private static final String KEY_IDENTIFIER = "2.5.29.14";
  private static final String KEY_USAGE = "2.5.29.15";
  private static final String ALTERNATIVE_NAME = "2.5.29.17";
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String AUTHORITY_KEY = "2.5.29.35";
  private static final String EXTENDED_USAGE = "2.5.29.37";
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";

  private final SecureRandom random;
  private final Clock clock;
  private final KeyPair key;
  private final byte[] name;
  private final X509Certificate certificate;

  private RunAuthority(SecureRandom random, Clock clock) throws GeneralSecurityException {
    this.random = random;
    this.clock = clock;
    key = newKey(random);
    byte[] id = new byte[8];
    random.nextBytes(id);
    // A name of its own: clients that know two runs' authorities look them up by it.
    name = name("Pinfold, run " + HexFormat.of().formatHex(id));
    certificate =
        sign(
            name,
            key.getPublic(),
            extension(
                BASIC_CONSTRAINTS, true, Der.sequence(Der.truth(), Der.integer(BigInteger.ZERO))),
            extension(KEY_USAGE, true, Der.bits(2, new byte[] {0x04})), // certificates alone
            extension(KEY_IDENTIFIER, false, Der.octets(keyId(key.getPublic()))));
  }

  /** A new one. */
  public static RunAuthority create(SecureRandom random, Clock clock) {
    return always(() -> new RunAuthority(random, clock));
  }

  /** What the run's clients are to trust. */
  public X509Certificate certificate() {
    return certificate;
  }

  static KeyPair newKey(SecureRandom random) {
    return always(
        () -> {
          var generator = KeyPairGenerator.getInstance("EC");
          generator.initialize(new ECGenParameterSpec("secp256r1"), random);
          return generator.generateKeyPair();
        });
  }

  /** A server's certificate for {@code host} and the holder of {@code holder}. */
  X509Certificate issue(Host host, PublicKey holder) {
    byte[] alternative =
        switch (host) {
          case Host.Name(String text) -> Der.implicit(2, text.getBytes(US_ASCII));
          case Host.Address(InetAddress address) -> Der.implicit(7, address.getAddress());
        };
    return always(
        () ->
            sign(
                Der.sequence(),
                holder,
                extension(BASIC_CONSTRAINTS, true, Der.sequence()),
                extension(KEY_USAGE, true, Der.bits(7, new byte[] {(byte) 0x80})), // signatures
                extension(EXTENDED_USAGE, false, Der.sequence(Der.oid(SERVER))),
                // Critical, as the subject is empty (RFC 5280 4.2.1.6).
                extension(ALTERNATIVE_NAME, true, Der.sequence(alternative)),
                extension(
                    AUTHORITY_KEY, false, Der.sequence(Der.implicit(0, keyId(key.getPublic()))))));
  }

  private X509Certificate sign(byte[] subject, PublicKey holder, byte[]... extensions)
      throws GeneralSecurityException {
    Instant now = clock.instant();
    byte[] algorithm = Der.sequence(Der.oid(ECDSA_WITH_SHA256));
    byte[] content =
        Der.sequence(
            Der.explicit(0, Der.integer(BigInteger.TWO)), // version 3
            Der.integer(new BigInteger(127, random).add(BigInteger.ONE)),
            algorithm,
            name,
            Der.sequence(Der.time(now.minus(BACKDATED)), Der.time(now.plus(VALID))),
            subject,
            holder.getEncoded(),
            Der.explicit(3, Der.sequence(extensions)));
    var signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key.getPrivate(), random);
    signature.update(content);
    byte[] signed = Der.sequence(content, algorithm, Der.bits(0, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(signed));
  }

  private static byte[] name(String common) {
    return Der.sequence(Der.set(Der.sequence(Der.oid(COMMON_NAME), Der.utf8(common))));
  }

  private static byte[] extension(String id, boolean critical, byte[] content) {
    return critical
        ? Der.sequence(Der.oid(id), Der.truth(), Der.octets(content))
        : Der.sequence(Der.oid(id), Der.octets(content));
  }

  /** Any digest of the key will do (RFC 5280 4.2.1.2). */
  private static byte[] keyId(PublicKey key) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
    return Arrays.copyOf(digest, 20);
  }

  private interface Crypto<T> {
    T get() throws GeneralSecurityException;
  }

  /** With algorithms that every Java has. */
  private static <T> T always(Crypto<T> crypto) {
    try {
      return crypto.get();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks an algorithm of every Java", e);
    }
  }
}
