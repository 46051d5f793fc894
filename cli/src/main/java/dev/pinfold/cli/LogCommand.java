package dev.pinfold.cli;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold log [RUN]}. */
final class LogCommand implements Command {
  private static final String LAST = "20";

  private final Terminal terminal;

  LogCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold log");
    spec.usageMessage()
        .description("Lists the recorded runs, or shows what is recorded of one.")
        .footer(
            "",
            "Each run has a journal of JSON lines below $XDG_STATE_HOME/pinfold/runs (by default",
            "~/.local/state/pinfold/runs). pinfold log verify tells if one was changed later.");
    spec.addOption(
        OptionSpec.builder("--last")
            .paramLabel("N")
            .type(int.class)
            .defaultValue(LAST)
            .description("List the last N runs (" + LAST + ").")
            .build());
    spec.addOption(
        NamedOption.flag("--json", "Print the lines of the journal of RUN as they are."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("RUN")
            .arity("0..1")
            .type(String.class)
            .description("A run's id, the start of it, or: last")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Runs runs = Runs.ofThisUser();
    if (!parsed.hasMatchedPositional(0)) {
      if (parsed.hasMatchedOption("--json")) {
        throw new UsageException(
            "--json prints the journal of one run, and none is named",
            "Name one: pinfold log --json last");
      }
      return list(runs, parsed.matchedOptionValue("--last", Integer.valueOf(LAST)));
    }
    RunId run = runs.named(parsed.matchedPositionalValue(0, ""));
    Path journal = runs.state().journalOf(run);
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(Files.readAllBytes(journal));
      return Exit.OK;
    }
    return show(run, journal);
  }

  private int list(Runs runs, int count) throws IOException {
    List<RunId> all = runs.all();
    for (RunId run : all.subList(Math.max(0, all.size() - Math.max(0, count)), all.size())) {
      terminal.out().println(run + "  " + RunSummary.of(runs.state().journalOf(run)));
    }
    return Exit.OK;
  }

  private int show(RunId run, Path journal) throws IOException {
    List<String> lines = new ArrayList<>();
    Verification verification = JournalFile.read(journal, entry -> add(lines, entry));
    for (String line : lines) {
      terminal.out().println(line);
    }
    return LogVerifyCommand.tell(terminal, run, journal, verification);
  }

  private static void add(List<String> lines, Entry entry) {
    lines.add(entry.at() + "  " + entry.kind());
    add(lines, entry.fields(), "    ");
  }

  private static void add(List<String> lines, Fields fields, String indent) {
    for (Map.Entry<String, Object> field : fields.asMap().entrySet()) {
      add(lines, field.getKey(), field.getValue(), indent);
    }
  }

  private static void add(List<String> lines, String name, Object value, String indent) {
    switch (value) {
      case Fields nested -> {
        lines.add(indent + name + ":");
        add(lines, nested, indent + "  ");
      }
      case List<?> list when list.stream().anyMatch(Fields.class::isInstance) ->
          list.forEach(element -> add(lines, name, element, indent));
      case List<?> list -> lines.add(indent + name + ": " + words(list));
      default -> lines.add(indent + name + ": " + Printable.line(value.toString()));
    }
  }

  private static String words(List<?> list) {
    return String.join(" ", list.stream().map(word -> ShellQuote.word(word.toString())).toList());
  }
}
