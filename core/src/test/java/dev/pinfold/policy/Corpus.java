package dev.pinfold.policy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The case files of the policy: tab-separated, with {@code \\ \n \t} escaped in the command. */
final class Corpus {
  /** One row of {@code policy.tsv}. */
  record Row(String id, String mode, String command, String expected, String kind) {
    Policy policy() {
      return Policy.builtIn(mode.startsWith("read-") ? Profile.named(mode) : Profile.PERMISSIVE);
    }

    PolicyContext context() {
      Dialect dialect =
          kind.startsWith("win-cmd")
              ? Dialect.CMD
              : kind.startsWith("win-ps") ? Dialect.POWERSHELL : Dialect.BASH;
      return Corpus.CONTEXT.withExistingRepo(mode.equals("existing-repo")).withDialect(dialect);
    }

    /** A row that asks is also right when the policy denies: both don't run silently. */
    boolean accepts(Decision decision) {
      return switch (expected) {
        case "allow" -> decision == Decision.ALLOW;
        case "deny" -> decision == Decision.DENY;
        default -> decision != Decision.ALLOW;
      };
    }

    @Override
    public String toString() {
      return id + " " + kind + ": " + command;
    }
  }

  /** The context that all rows are written for. */
  static final PolicyContext CONTEXT =
      PolicyContext.ownFolder("/workspace/proj", "/home/dev", "dev");

  private Corpus() {}

  static List<Row> rows() {
    return Stream.of("policy.tsv", "neighbours.tsv")
        .flatMap(file -> lines(file).stream())
        .filter(line -> !line.startsWith("#") && !line.startsWith("id\t"))
        .map(line -> line.split("\t", -1))
        .map(field -> new Row(field[0], field[1], unescape(field[2]), field[3], field[4]))
        .toList();
  }

  static List<String> lines(String resource) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Corpus.class.getResourceAsStream(resource)),
                StandardCharsets.UTF_8))) {
      return in.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unescape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        out.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
