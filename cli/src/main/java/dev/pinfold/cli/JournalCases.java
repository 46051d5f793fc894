package dev.pinfold.cli;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands that journals record, with what they were judged for. */
final class JournalCases {
  /** The word for every run. */
  static final String ALL = "all";

  private JournalCases() {}

  /** The runs that {@code name} stands for; what can't be judged again is said and left out. */
  static List<PolicyCase> of(String name, VerdictChanges changes)
      throws IOException, UsageException {
    Runs runs = Runs.ofThisUser();
    List<RunId> ids = name.equals(ALL) ? runs.all() : List.of(runs.named(name));
    List<PolicyCase> cases = new ArrayList<>();
    for (RunId id : ids) {
      List<Entry> judged = new ArrayList<>();
      Verification verification;
      try {
        verification =
            JournalFile.read(
                runs.state().journalOf(id),
                entry -> {
                  if (entry.kind().equals("command.judged")) {
                    judged.add(entry);
                  }
                });
      } catch (IOException e) {
        changes.leaveOut(id.toString(), "its journal can't be read: " + e.getMessage());
        continue;
      }
      if (verification instanceof Verification.Broken broken) {
        changes.leaveOut(id.toString(), "its journal was changed later, in line " + broken.line());
        continue;
      }
      if (judged.isEmpty()) {
        changes.leaveOut(id.toString(), "nothing was judged");
      }
      for (Entry entry : judged) {
        add(id.toString(), entry.fields(), cases, changes);
      }
    }
    return cases;
  }

  private static void add(String run, Fields fields, List<PolicyCase> cases, VerdictChanges changes)
      throws IOException {
    Fields command = fields.fields("command");
    Optional<Long> chars = command.number("chars");
    if (chars.isEmpty() || fields.text("dialect").isEmpty()) {
      changes.leaveOut(run, "an older Pinfold recorded it, without all that judging needs");
      return;
    }
    List<String> argv = command.texts("argv");
    Optional<String> text = command.text("text");
    long recorded =
        text.isPresent() ? text.get().length() : argv.stream().mapToLong(String::length).sum();
    boolean whole =
        recorded == chars.get()
            && (text.isPresent()
                || command.number("words").equals(Optional.of((long) argv.size())));
    if (!whole) {
      changes.leaveOut(run, "the command was too long for the journal, which has its beginning");
      return;
    }
    try {
      cases.add(
          new PolicyCase(
              run,
              "",
              text.<CommandWords>map(CommandWords.Text::new)
                  .orElseGet(() -> new CommandWords.Argv(argv)),
              profile(fields),
              context(fields),
              Boolean.TRUE.equals(fields.asMap().get("attended")),
              Optional.of(Decision.valueOf(constant(fields, "decision")))));
    } catch (IllegalArgumentException e) {
      changes.leaveOut(run, "its record holds what this Pinfold does not know: " + e.getMessage());
    }
  }

  /**
   * The profile that was asked for, which a policy file may have held to a stricter one: so that a
   * file that no longer does shows. Older journals have the stricter one alone.
   */
  private static Profile profile(Fields fields) {
    return Profile.named(fields.text("asked_profile").or(() -> fields.text("profile")).orElse(""));
  }

  private static String constant(Fields fields, String name) {
    return fields.text(name).orElse("").toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static PolicyContext context(Fields fields) {
    return PolicyContext.ownFolder(
            fields.text("workspace").orElse(""),
            fields.text("home").orElse(""),
            fields.text("user").orElse(""))
        .withCwd(fields.text("cwd").orElse(""))
        .withOwnHome(Boolean.TRUE.equals(fields.asMap().get("own_home")))
        .withExistingRepo(Boolean.TRUE.equals(fields.asMap().get("existing_repo")))
        .withDialect(Dialect.valueOf(constant(fields, "dialect")));
  }
}
