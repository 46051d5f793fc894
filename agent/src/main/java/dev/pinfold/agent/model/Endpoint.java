package dev.pinfold.agent.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a model is served, and with which key.
 *
 * @param baseUrl what the paths of its protocol follow, as {@code https://api.openai.com/v1}
 * @param key none for a server that asks for none
 */
record Endpoint(URI baseUrl, Optional<ApiKey> key) {
  /**
   * Reads a base URL.
   *
   * @throws ModelException if it is none, or would carry the key where others can read it
   */
  static Endpoint of(String text, Optional<ApiKey> key) throws ModelException {
    URI uri = parse(text);
    String scheme = String.valueOf(uri.getScheme());
    if (uri.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
      throw wrong("it needs a scheme and a host, as https://host/v1");
    }
    if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw wrong("it has a user, a query or a fragment; a key is given by the options for it");
    }
    if (scheme.equals("http") && key.isPresent() && !isLoopback(uri.getHost())) {
      throw new ModelException(
          ModelException.Kind.KEY,
          "the key would go to "
              + uri.getHost()
              + " unencrypted, where anybody between can read it; use https, or no key");
    }
    String path = uri.getRawPath().replaceAll("/+$", "");
    return new Endpoint(URI.create(scheme + "://" + uri.getRawAuthority() + path), key);
  }

  private static URI parse(String text) throws ModelException {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      // Its message would repeat the text, which may hold a key.
      throw wrong(e.getReason());
    }
  }

  private static ModelException wrong(String why) {
    return new ModelException(
        ModelException.Kind.REQUEST, "the base URL of the model's server can't be used: " + why);
  }

  private static boolean isLoopback(@Nullable String host) {
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.[0-9]{1,3}){3}"));
  }

  /** Where a path of its protocol is. */
  URI resolve(String path) {
    return URI.create(baseUrl + path);
  }
}
