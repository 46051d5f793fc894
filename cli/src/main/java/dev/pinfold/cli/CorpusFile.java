package dev.pinfold.cli;

import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A corpus of commands: tab-separated, a header with the columns {@code command} and {@code
 * expected}, and perhaps {@code id}, {@code mode} and {@code kind}; lines that start with # are
 * comments. In a command {@code \\}, {@code \n} and {@code \t} are escapes.
 */
final class CorpusFile {
  /** A row has many more lines than anybody looks through; each is held in memory. */
  private static final int MAX_ROWS = 1_000_000;

  private static final List<String> MODES =
      List.of("floor", "existing-repo", "permissive", "read-only", "read-write", "locked");

  private final String file;
  private final PolicyContext context;
  private final Profile profile;
  private List<String> columns = List.of();

  private CorpusFile(String file, PolicyContext context, Profile profile) {
    this.file = file;
    this.context = context;
    this.profile = profile;
  }

  /**
   * Reads a corpus.
   *
   * @param context the place that its commands are written for
   * @param profile for rows without a mode
   */
  static List<PolicyCase> read(String file, PolicyContext context, Profile profile)
      throws IOException, UsageException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
      return new CorpusFile(file, context, profile).read(new BatchLines(in));
    } catch (InvalidPathException e) {
      throw new UsageException("no file " + file, "Check the spelling.");
    } catch (IOException e) {
      throw new UsageException("can't read " + file + ": " + reason(e), "Name a readable file.");
    }
  }

  private static String reason(IOException e) {
    String message = String.valueOf(e.getMessage());
    return e instanceof java.nio.file.NoSuchFileException ? "there is no such file" : message;
  }

  private List<PolicyCase> read(BatchLines lines) throws IOException, UsageException {
    List<PolicyCase> rows = new ArrayList<>();
    int number = 0;
    for (var line = lines.nextRaw(); line.isPresent(); line = lines.nextRaw()) {
      number++;
      if (line.get().isEmpty() || line.get().startsWith("#")) {
        continue;
      }
      List<String> fields = Arrays.asList(line.get().split("\t", -1));
      if (columns.isEmpty()) {
        columns = header(fields, number);
      } else if (rows.size() == MAX_ROWS) {
        throw wrong(number, "more than " + MAX_ROWS + " rows", "Split the corpus.");
      } else {
        rows.add(row(fields, number));
      }
    }
    if (rows.isEmpty()) {
      throw wrong(Math.max(1, number), "no rows", "A corpus has a header and a row a command.");
    }
    return rows;
  }

  private UsageException wrong(int line, String what, String hint) {
    return new UsageException(file + ":" + line + ": " + what, hint);
  }

  private List<String> header(List<String> fields, int line) throws UsageException {
    if (!fields.contains("command") || !fields.contains("expected")) {
      throw wrong(
          line,
          "no header with the columns command and expected",
          "The first line names the columns, with tabs between: id, mode, command, expected,"
              + " kind.");
    }
    return fields;
  }

  private PolicyCase row(List<String> fields, int line) throws UsageException {
    if (fields.size() != columns.size()) {
      throw wrong(
          line,
          fields.size() + " fields where the header has " + columns.size(),
          "Write a tab in a command as \\t.");
    }
    String kind = field(fields, "kind");
    String mode = field(fields, "mode");
    return new PolicyCase(
        file + ":" + line,
        field(fields, "id"),
        new CommandWords.Text(BatchLines.unescape(field(fields, "command"))),
        profile(mode, line),
        contextOf(mode, kind),
        false,
        Optional.of(decision(field(fields, "expected"), line)));
  }

  private String field(List<String> fields, String column) {
    int at = columns.indexOf(column);
    return at < 0 ? "" : fields.get(at);
  }

  private Profile profile(String mode, int line) throws UsageException {
    return switch (mode) {
      case "" -> profile;
      case "floor", "existing-repo" -> Profile.PERMISSIVE;
      case "permissive", "read-only", "read-write", "locked" -> Profile.named(mode);
      default -> {
        UsageException unknown = PolicyOptions.unknown("mode", mode, MODES);
        throw wrong(line, unknown.message(), unknown.hint());
      }
    };
  }

  private PolicyContext contextOf(String mode, String kind) {
    PolicyContext place =
        mode.isEmpty() ? context : context.withExistingRepo(mode.equals("existing-repo"));
    return kind.startsWith("win-cmd")
        ? place.withDialect(Dialect.CMD)
        : kind.startsWith("win-ps") ? place.withDialect(Dialect.POWERSHELL) : place;
  }

  private Decision decision(String expected, int line) throws UsageException {
    return switch (expected) {
      case "allow", "ask", "deny" -> Decision.valueOf(expected.toUpperCase(Locale.ROOT));
      default -> {
        UsageException unknown =
            PolicyOptions.unknown("decision", expected, List.of("allow", "ask", "deny"));
        throw wrong(line, unknown.message(), unknown.hint());
      }
    };
  }
}
