package dev.pinfold.cli;

import dev.pinfold.agent.loop.Mask;
import dev.pinfold.agent.loop.Tariff;
import dev.pinfold.agent.model.ApiKey;
import dev.pinfold.agent.model.KeySource;
import dev.pinfold.agent.model.Model;
import dev.pinfold.agent.model.ModelException;
import dev.pinfold.agent.model.ModelOptions;
import dev.pinfold.agent.model.Models;
import dev.pinfold.agent.model.Price;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * A model as the command line names it.
 *
 * @param model open
 * @param tariff what it costs; empty when that is not known
 * @param mask hides its key
 */
record AgentModel(Model model, Optional<Tariff> tariff, Mask mask) implements AutoCloseable {
  static void addTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.one(
            "--model", "WORD", "anthropic:NAME, openai:NAME, or chat:NAME with --base-url."));
    spec.addOption(
        NamedOption.one(
            "--base-url",
            "URL",
            "Where it is served, up to the version: http://127.0.0.1:11434/v1"));
    spec.addOption(
        NamedOption.one(
            "--key",
            "SOURCE",
            "Its key: stdin, file:PATH (mode 0600) or env:NAME. Never the key itself."));
    spec.addOption(
        NamedOption.one(
            "--price",
            "IN,OUT",
            "Dollars for a million tokens read and written; or IN,CACHE_READ,CACHE_WRITE,OUT."));
    spec.addOption(
        NamedOption.one("--context-tokens", "NUMBER", "How much it can read and write together."));
  }

  /** Opens it; nothing is sent yet. */
  static AgentModel of(ParseResult parsed, Terminal terminal, Map<String, String> environment)
      throws UsageException {
    try {
      ModelOptions options = options(parsed);
      Optional<ApiKey> key = key(parsed, terminal, environment);
      Mask mask = Mask.of(key.map(ApiKey::reveal).stream().toList());
      Optional<Tariff> tariff = Price.of(options).map(price -> price::microDollars);
      return new AgentModel(Models.open(options, key), tariff, mask);
    } catch (ModelException e) {
      throw new UsageException(
          String.valueOf(e.getMessage()), "pinfold agent run --help has examples.");
    }
  }

  private static ModelOptions options(ParseResult parsed) throws UsageException {
    if (!parsed.hasMatchedOption("--model")) {
      throw new UsageException(
          "no model",
          "Name one: --model anthropic:NAME, openai:NAME, or chat:NAME with --base-url. pinfold"
              + " agent demo needs none.");
    }
    ModelOptions options = ModelOptions.of(parsed.matchedOptionValue("--model", ""));
    if (parsed.hasMatchedOption("--base-url")) {
      options = options.withBaseUrl(parsed.matchedOptionValue("--base-url", ""));
    }
    if (parsed.hasMatchedOption("--context-tokens")) {
      options =
          options.withContextTokens(
              Amounts.count("--context-tokens", parsed.matchedOptionValue("--context-tokens", "")));
    }
    if (parsed.hasMatchedOption("--price")) {
      try {
        options =
            options.withPrice(
                Price.parse(parsed.matchedOptionValue("--price", ""), "said on the command line"));
      } catch (IllegalArgumentException e) {
        throw new UsageException("--price: " + e.getMessage(), "As in: --price 3,15");
      }
    }
    return options;
  }

  private static Optional<ApiKey> key(
      ParseResult parsed, Terminal terminal, Map<String, String> environment)
      throws ModelException {
    return parsed.hasMatchedOption("--key")
        ? Optional.of(
            KeySource.parse(parsed.matchedOptionValue("--key", ""))
                .read(terminal.in(), environment))
        : Optional.empty();
  }

  @Override
  public void close() {
    model.close();
  }
}
