package dev.pinfold.cli;

import dev.pinfold.policy.NearestName;
import dev.pinfold.prove.Proof;
import dev.pinfold.prove.Prover;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold prove}: tries every guarantee on this machine. */
final class ProveCommand implements Command {
  private final Terminal terminal;

  ProveCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold prove");
    spec.usageMessage()
        .description(
            "Tries every guarantee of THREAT_MODEL.md on this machine, and says which hold.")
        .footer(
            "",
            "Each attack is made outside first, against files, processes and servers that prove"
                + " makes",
            "itself; one that does not work there shows nothing, and is named as not testable"
                + " here.",
            "",
            "Exit status: 0 nothing that should hold does not; 1 something does not; 125 no pen of"
                + " a",
            "tier that was asked for can be opened here.");
    spec.addOption(
        NamedOption.one("--tier", "TIER", "landlock or full; without it, each that works here."));
    spec.addOption(NamedOption.flag("--json", "Print a JSON object."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("GUARANTEE")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Names as in THREAT_MODEL.md, fs.read.outside; fs. is all that begin so.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Set<String> chosen = chosen(parsed.matchedPositionalValue(0, List.of()));
    List<Tier> tiers = tiers(parsed.matchedOptionValue("--tier", ""));
    Proof proof = Prover.prove(chosen, tiers);
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(ProofJson.of(proof));
    } else {
      terminal.out().print(ProofText.of(proof));
    }
    if (!proof.holds()) {
      return Exit.BROKEN;
    }
    boolean works =
        parsed.hasMatchedOption("--tier")
            ? proof.tiers().stream().allMatch(Proof.TierState::works)
            : proof.tiers().stream().anyMatch(Proof.TierState::works);
    return works ? Exit.OK : Exit.UNABLE;
  }

  private static List<Tier> tiers(String name) throws UsageException {
    if (name.isEmpty()) {
      return List.of(Tier.values());
    }
    for (Tier tier : Tier.values()) {
      if (tier.id().equals(name)) {
        return List.of(tier);
      }
    }
    throw PolicyOptions.unknown("tier", name, Arrays.stream(Tier.values()).map(Tier::id).toList());
  }

  private static Set<String> chosen(List<String> names) throws UsageException {
    Set<String> all = Prover.guarantees();
    if (names.isEmpty()) {
      return all;
    }
    Set<String> chosen = new LinkedHashSet<>();
    for (String name : names) {
      List<String> meant =
          all.stream()
              .filter(id -> id.equals(name) || (name.endsWith(".") && id.startsWith(name)))
              .toList();
      if (meant.isEmpty()) {
        throw new UsageException(
            "unknown guarantee '" + name + "'",
            NearestName.to(name, List.copyOf(all))
                    .map(near -> "Did you mean " + near + "? ")
                    .orElse("")
                + "THREAT_MODEL.md lists them.");
      }
      chosen.addAll(meant);
    }
    return chosen;
  }
}
