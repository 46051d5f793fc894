package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.ExampleResult;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.policy.PolicyFiles;
import dev.pinfold.policy.PolicyPlaces;
import dev.pinfold.policy.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold policy test}: do a policy's examples hold, and what does it say of a corpus? */
final class PolicyTestCommand implements Command {
  private final Terminal terminal;

  PolicyTestCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold policy test");
    spec.usageMessage()
        .description("Tries the examples of policy files, and corpora of commands.")
        .footer(
            "",
            "A file that ends in .tsv is a corpus: a header with the columns command and expected"
                + " (and",
            "perhaps id, mode and kind), then a row a command; see docs/reference/policy.md. Its"
                + " rows are",
            "judged by the built-in policy and the policy files that are named beside it, no"
                + " others. Where",
            "ask is expected, deny is right too.",
            "",
            "Examples:",
            "  pinfold policy test .pinfold/policy.toml",
            "  pinfold policy test policy.toml cases.tsv",
            "",
            "Exit status: 0 all is right, 1 something is wrong, 2 wrong usage or a file that can't"
                + " be used.");
    PolicyVerbs.addFiles(spec, "FILE", "0..*", "Policy files (.toml) and corpora (.tsv).");
    PolicyVerbs.addPlace(spec);
    spec.addOption(
        NamedOption.flag(
            "--json", "Print a JSON object for each example and row, and one for all."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    List<String> policies = new ArrayList<>();
    List<String> corpora = new ArrayList<>();
    for (String file :
        PolicyVerbs.some(parsed, "file to test", "Name policy files (.toml) and corpora (.tsv).")) {
      (file.endsWith(".tsv") ? corpora : policies).add(file);
    }
    PolicyFiles files;
    try {
      files = PolicyFiles.loadUntried(PolicyPlaces.only(policies));
    } catch (PolicyFileException e) {
      throw PolicyOptions.unusable(e);
    }
    Profile profile = PolicyOptions.profile(parsed);
    PolicyContext context = PolicyVerbs.context(parsed);
    List<PolicyCase> rows = new ArrayList<>();
    for (String corpus : corpora) {
      rows.addAll(CorpusFile.read(corpus, context, profile));
    }
    var trial = new Trial(parsed.hasMatchedOption("--json"));
    for (ExampleResult example : files.examples()) {
      trial.example(example);
    }
    Circumstances now = PolicyOptions.circumstances(parsed);
    for (PolicyCase row : rows) {
      trial.row(row, row.judge(files, now));
    }
    return trial.end();
  }

  /** What comes out, said as it comes. */
  private final class Trial {
    private final boolean json;
    private final Confusion confusion = new Confusion();
    private long examples;
    private long wrong;

    Trial(boolean json) {
      this.json = json;
    }

    void example(ExampleResult example) throws IOException {
      examples++;
      wrong += example.right() ? 0 : 1;
      if (json) {
        terminal
            .out()
            .write(
                Json.line(
                    out -> {
                      out.writeStringProperty("type", "example");
                      out.writeStringProperty("place", example.file() + ":" + example.line());
                      out.writeStringProperty("id", example.rule());
                      out.writeStringProperty("command", example.command());
                      out.writeStringProperty(
                          "claim", example.claim().name().toLowerCase(Locale.ROOT));
                      out.writeBooleanProperty("right", example.right());
                    }));
      } else if (!example.right()) {
        terminal
            .out()
            .println(
                "wrong: "
                    + example.file()
                    + ":"
                    + example.line()
                    + ": "
                    + Printable.line(example.problem()));
      }
    }

    void row(PolicyCase row, Evaluation evaluation) throws IOException {
      Decision expected = row.was().orElse(Decision.ALLOW);
      boolean right = Confusion.isRight(expected, evaluation.decision());
      confusion.add(expected, evaluation.decision());
      wrong += right ? 0 : 1;
      if (json) {
        terminal
            .out()
            .write(
                Json.line(
                    out -> {
                      out.writeStringProperty("type", "row");
                      row.write(out);
                      out.writeStringProperty("expected", CheckJson.label(expected));
                      out.writeStringProperty("decision", CheckJson.label(evaluation.decision()));
                      PolicyCase.writeRules(out, "rules", evaluation);
                      out.writeBooleanProperty("right", right);
                    }));
      } else if (!right) {
        terminal
            .out()
            .println(
                "wrong: expected "
                    + CheckJson.label(expected)
                    + ", got "
                    + CheckJson.label(evaluation.decision())
                    + PolicyCase.rules(evaluation)
                    + ": "
                    + row.shown());
      }
    }

    int end() throws IOException {
      long right = examples + confusion.total() - wrong;
      if (json) {
        terminal
            .out()
            .write(
                Json.line(
                    out -> {
                      out.writeStringProperty("type", "summary");
                      out.writeNumberProperty("right", right);
                      out.writeNumberProperty("wrong", wrong);
                      confusion.write(out);
                    }));
      } else {
        if (confusion.total() > 0) {
          terminal.out().print(confusion.table());
        }
        terminal.out().println(right + " right, " + wrong + " wrong");
      }
      return wrong == 0 ? Exit.OK : Exit.DIFFERENT;
    }
  }
}
