package dev.pinfold.bench;

import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A row of the policy's corpus, ready to be judged: its policy and context are made before the
 * clock starts, as a long-lived program would hold them.
 *
 * @param policy the policy of the row's mode
 * @param context the context of its mode and dialect
 * @param command the text to judge
 */
record CorpusRow(Policy policy, PolicyContext context, String command) {
  private static final PolicyContext CONTEXT =
      PolicyContext.ownFolder("/workspace/proj", "/home/dev", "dev");
  private static final Policy PERMISSIVE = Policy.builtIn(Profile.PERMISSIVE);
  private static final Policy READ_ONLY = Policy.builtIn(Profile.READ_ONLY);

  static List<CorpusRow> all() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Policy.class.getResourceAsStream("policy.tsv")),
                StandardCharsets.UTF_8))) {
      return in.lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("id\t"))
          .map(line -> of(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Columns: id, mode, command, expected decision, kind. */
  private static CorpusRow of(String[] column) {
    String mode = column[1];
    String kind = column[4];
    Dialect dialect =
        kind.startsWith("win-cmd")
            ? Dialect.CMD
            : kind.startsWith("win-ps") ? Dialect.POWERSHELL : Dialect.BASH;
    return new CorpusRow(
        mode.equals("read-only") ? READ_ONLY : PERMISSIVE,
        CONTEXT.withExistingRepo(mode.equals("existing-repo")).withDialect(dialect),
        column[2].replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\"));
  }

  Evaluation judge() {
    return policy.evaluate(command, context);
  }
}
