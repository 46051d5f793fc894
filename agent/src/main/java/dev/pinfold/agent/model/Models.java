package dev.pinfold.agent.model;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** The way in: a word becomes a model. */
public final class Models {
  /**
   * Of a model of which nothing is known. Servers on one's own machine are often set up for less
   * than their model could read; too little costs quality, too much every request.
   */
  private static final long UNKNOWN_CONTEXT_TOKENS = 32_000;

  private Models() {}

  /**
   * Opens a model; nothing is sent yet.
   *
   * @param key none for a server that asks for none; closed with the model
   * @throws ModelException if the options name none, or the key would travel in the open
   */
  public static Model open(ModelOptions options, Optional<ApiKey> key) throws ModelException {
    return open(
        options,
        key,
        Retries.DEFAULT,
        HttpModel.PATIENCE,
        new HttpModel.Chance(Clock.systemUTC(), new SecureRandom()));
  }

  static Model open(
      ModelOptions options,
      Optional<ApiKey> key,
      Retries retries,
      Duration patience,
      HttpModel.Chance chance)
      throws ModelException {
    ModelName model = ModelName.of(options.word());
    String url = options.baseUrl().orElse(model.protocol().defaultBaseUrl());
    if (url.isEmpty()) {
      throw new ModelException(
          ModelException.Kind.REQUEST,
          "where is "
              + model.name()
              + " served? Give the base URL, up to the version: --base-url"
              + " http://127.0.0.1:11434/v1");
    }
    Endpoint endpoint = Endpoint.of(url, key);
    if (key.isEmpty() && options.baseUrl().isEmpty()) {
      throw new ModelException(
          ModelException.Kind.KEY, endpoint.baseUrl() + " asks for a key, and none was given");
    }
    long context =
        options
            .contextTokens()
            .orElse(
                KnownModel.of(options)
                    .map(KnownModel::contextTokens)
                    .orElse(UNKNOWN_CONTEXT_TOKENS));
    return new HttpModel(new HttpModel.Served(model, endpoint, context), retries, patience, chance);
  }
}
