package dev.pinfold.cli;

import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Secret;
import dev.pinfold.run.NetworkRequest.Credential;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options that give a run the use of a credential, and not the credential. */
final class InjectOptions {
  private static final String INJECT = "--inject";
  private static final String FILE = "--secret-file";

  private InjectOptions() {}

  static void addTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.many(
            INJECT,
            "NAME=HOST[:HEADER]",
            "Let it use a credential that it never sees: its variable NAME holds a stand-in, which"
                + " the proxy replaces in requests to this host alone; with a header: it sets that."
                + " The value is a line of standard input for each, or comes from --secret-file."));
    spec.addOption(
        NamedOption.many(
            FILE,
            "NAME=FILE",
            "Where the value of NAME is: a file that only you can read (0600)."));
  }

  /** In the order of the options, which is that of the lines of standard input. */
  static List<Credential> of(ParseResult parsed, Secrets secrets)
      throws IOException, UsageException, EgressSyntaxException {
    Map<String, String> files = files(parsed);
    List<Credential> credentials = new ArrayList<>();
    for (String word : NetworkOptions.words(parsed, INJECT)) {
      String name = Injection.name(word);
      if (credentials.stream().anyMatch(other -> other.injection().name().equals(name))) {
        throw new UsageException(INJECT + " " + name + " is there twice", "Leave one out.");
      }
      Optional<Path> file =
          Optional.ofNullable(files.remove(name))
              .map(text -> Path.of(text).toAbsolutePath().normalize());
      Secret value = file.isPresent() ? secrets.inFile(name, file.get()) : secrets.nextLine(name);
      credentials.add(
          new Credential(Injection.parse(word, value, new SecureRandom()), file.stream().toList()));
    }
    for (String name : files.keySet()) {
      throw new UsageException(
          FILE + " " + name + ": nothing of that name is injected",
          "Say where it goes: " + INJECT + " " + name + "=HOST");
    }
    return credentials;
  }

  private static Map<String, String> files(ParseResult parsed) throws UsageException {
    Map<String, String> files = new HashMap<>();
    for (String given : NetworkOptions.words(parsed, FILE)) {
      int equals = given.indexOf('=');
      if (equals < 1 || equals == given.length() - 1) {
        // What was given may be the secret itself: it is not repeated.
        throw new UsageException(
            FILE + " needs a name and a file", FILE + " TOKEN=/path/of/a/file");
      }
      String name = given.substring(0, equals);
      if (files.put(name, given.substring(equals + 1)) != null) {
        throw new UsageException(FILE + " " + name + " is there twice", "Leave one out.");
      }
    }
    return files;
  }
}
