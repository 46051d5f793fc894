package dev.pinfold.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Reading, copying or printing what proves who somebody is. */
final class CredentialRules implements RuleSet {
  /** They use a key as its owner means it, or only look whether a file is there. */
  private static final Set<String> EXEMPT =
      Set.of(
          "ssh",
          "ssh-copy-id",
          "ssh-agent",
          "test",
          "[",
          "echo",
          "printf",
          "cd",
          "pushd",
          "mkdir",
          "which",
          "man",
          "export",
          "declare",
          "local",
          "readonly",
          "set",
          "alias",
          "unset",
          ":",
          "true",
          "false",
          "basename",
          "dirname",
          "help",
          "type");

  private static final Set<String> COPIERS =
      Set.of("rsync", "scp", "tar", "bsdtar", "gtar", "zip", "7z", "7za", "install");

  /** Backup programs, with the sub-commands that read what is named after them. */
  private static final Map<String, Set<String>> BACKUPS =
      Map.of(
          "restic", Set.of("backup"),
          "borg", Set.of("create"),
          "rclone", Set.of("copy", "copyto", "sync", "move", "moveto"));

  private static final Pattern KEY_NAME =
      Pattern.compile(
          "(?i).*(id_(rsa|dsa|ecdsa|ed25519|\\*)|\\.netrc|\\.git-credentials|\\.pgpass|\\.pypirc|\\.ssh|\\.aws|\\.gnupg|wallet\\.dat|\\.kdbx)\\*?");

  @Override
  public void judge(Subject subject) {
    for (Execution.Redirection redirect : subject.execution().redirects()) {
      path(subject, redirect.target(), redirect.target().value());
    }
    if (!EXEMPT.contains(subject.name())) {
      arguments(subject);
    }
    prints(subject);
    metadata(subject);
    if (subject.name().equals("printenv")) {
      subject.arguments().stream()
          .filter(word -> SecretVariables.isSecret(word.value()))
          .forEach(word -> subject.report("floor.credential.variable", word));
    }
  }

  /** The address at which a cloud gives its machines their keys. */
  private static void metadata(Subject subject) {
    if (subject.invocation() != null && subject.invocation().program().is("net")) {
      subject.arguments().stream()
          .filter(
              word ->
                  word.value()
                      .matches(
                          ".*(169\\.254\\.169\\.254|metadata\\.google\\.internal|fd00:ec2::254|169\\.254\\.170\\.2).*"))
          .forEach(word -> subject.report("floor.credential.print", word));
    }
  }

  private static void arguments(Subject subject) {
    Invocation invocation = subject.invocation();
    if (subject.name().equals("find")) {
      FindCommand find = FindCommand.of(subject.arguments());
      find.roots().forEach(root -> path(subject, root, root.value()));
      searched(subject, find);
      return;
    }
    GitCommand git = GitCommand.of(subject);
    Invocation read = git == null ? invocation : git.invocation();
    backup(subject);
    if (read == null) {
      subject.arguments().forEach(word -> anywhere(subject, word));
      return;
    }
    for (Invocation.Option option : read.options()) {
      if (option.isUnknown()) {
        anywhere(subject, option.word());
      } else if (option.value() != null) {
        value(subject, option.value(), option.spec().role());
      }
    }
    for (int i = 0; i < read.operands().size(); i++) {
      value(subject, read.operands().get(i), git != null ? Role.READ : read.roleOf(i));
    }
    wholeHome(subject, read);
  }

  private static void value(Subject subject, Argument value, Role role) {
    switch (role) {
      case READ, WRITE, DELETE, MOVE, MODE, INTO, SCRIPT, ARCHIVE, DEVICE, OTHER ->
          path(subject, value, value.value());
      case DATA -> {
        String text = value.value();
        int mark = Math.max(text.indexOf("=@"), text.indexOf("=<")) + 1;
        if (text.startsWith("@") || mark > 0) {
          int end = text.indexOf(';', mark);
          path(subject, value, text.substring(mark + 1, end < 0 ? text.length() : end));
        }
      }
      case TEXT -> {
        if (!isMessage(value)) {
          anywhere(subject, value);
        }
      }
      case FLAG,
          PATTERN,
          CHDIR,
          CODE,
          CODE_WORDS,
          COMMAND,
          SOURCE,
          ASSIGN,
          REF,
          MODULE,
          CONFIG -> {}
    }
  }

  /** A search for keys outside the workspace. */
  private static void searched(Subject subject, FindCommand find) {
    boolean outside =
        find.roots().stream()
            .anyMatch(
                root ->
                    !subject.place(root).belongsToRun()
                        && subject.place(root) != Place.WORKSPACE_ROOT);
    for (FindCommand.Primary primary : find.primaries()) {
      if (outside
          && primary.name().matches("-i?(name|path|wholename)")
          && KEY_NAME.matcher(primary.value().display()).matches()) {
        subject.report("floor.credential.path", primary.value());
      }
    }
  }

  private static boolean isMessage(Argument value) {
    return value.value().indexOf(' ') >= 0 || value.value().indexOf('\n') >= 0;
  }

  /**
   * A word of a program that we don't know: as it is, after {@code =}, after {@code @}, between
   * colons.
   */
  private static void anywhere(Subject subject, Argument word) {
    String text = word.value();
    if (text.indexOf('/') < 0 && text.indexOf('.') < 0) {
      return;
    }
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || "=:@,".indexOf(text.charAt(i)) >= 0) {
        String part = text.substring(start, i);
        if (part.startsWith("/") || part.startsWith("../") || start == 0) {
          path(subject, word, part);
        }
        start = i + 1;
      }
    }
  }

  private static void path(Subject subject, Argument word, String path) {
    if (!path.isEmpty()
        && !isPublicKey(path)
        && CredentialPaths.matches(PathText.absolute(path, subject.cwd()), subject.context())) {
      subject.report("floor.credential.path", word);
    }
  }

  /** The half of a key that is meant to be given away. */
  private static boolean isPublicKey(String path) {
    return path.endsWith(".pub") && !Marks.any(path);
  }

  /** Copying all of a home directory copies the keys in it. */
  private static void wholeHome(Subject subject, Invocation invocation) {
    String name = subject.name();
    boolean archive =
        COPIERS.contains(name)
            && !(name.endsWith("tar")
                && (TarMode.extracts(subject.arguments()) || TarMode.lists(subject.arguments())));
    boolean recursive =
        name.equals("cp") ? subject.hasAny("-r", "-R", "-a", "--recursive", "--archive") : archive;
    for (int i = 0; recursive && i < invocation.operands().size(); i++) {
      if (invocation.roleOf(i) == Role.READ) {
        home(subject, invocation.operands().get(i));
      }
    }
  }

  private static void backup(Subject subject) {
    Set<String> reading = BACKUPS.get(subject.name());
    if (reading == null) {
      return;
    }
    List<Argument> words = subject.arguments();
    if (words.stream().anyMatch(word -> reading.contains(word.value()))) {
      // The last word of rclone is where it writes to.
      words
          .subList(0, words.size() - (subject.name().equals("rclone") ? 1 : 0))
          .forEach(word -> home(subject, word));
    }
  }

  private static void home(Subject subject, Argument word) {
    String path = subject.absolute(word);
    if (path.equals(subject.context().home()) || path.equals("/root")) {
      subject.report("floor.credential.path", word);
    }
  }

  private static void prints(Subject subject) {
    StringJoiner plain = new StringJoiner(" ");
    for (String word : subject.values()) {
      if (!word.startsWith("--")) {
        plain.add(word);
      }
    }
    String line = plain.toString();
    boolean prints =
        switch (subject.name()) {
          case "gpg", "gpg2" -> subject.hasAny("--export-secret-keys", "--export-secret-subkeys");
          case "gh" ->
              line.startsWith("auth token")
                  || line.startsWith("auth status -t")
                  || (line.startsWith("auth status")
                      && subject.arguments().stream()
                          .anyMatch(word -> word.value().equals("--show-token")));
          case "glab" -> line.startsWith("auth token") || line.startsWith("config get token");
          case "gcloud" ->
              line.matches(".*auth (application-default )?print-(access|identity|refresh)-token.*");
          case "aws" ->
              line.matches(
                  "(.* )?(configure (get .*(secret|token|access_key).*|export-credentials.*)|sts"
                      + " get-session-token.*|secretsmanager (batch-)?get-secret-value.*|ssm"
                      + " get-parameters?.*|ecr get-(login|authorization).*)");
          case "az" -> line.matches("(.* )?(account get-access-token|keyvault secret show).*");
          case "kubectl", "oc" ->
              (line.matches("(.* )?config view.*")
                      && subject.arguments().stream()
                          .anyMatch(word -> word.value().matches("--raw|--flatten")))
                  || line.matches(
                      "(.* )?get secrets?[ /](.* )?-o ?(json|yaml|jsonpath|go-template|custom).*");
          case "security" ->
              line.matches(
                  "(find-(generic|internet)-password|dump-keychain|export|find-identity -v).*");
          case "secret-tool" -> line.matches("(lookup|search).*");
          case "pass" ->
              !line.isEmpty() && !line.matches("(ls|list|find|grep|help|version|init|git).*");
          case "gopass" -> line.matches("(show|cat).*");
          case "op" -> line.matches("(read|item get|document get|signin|run).*");
          case "bw" -> line.matches("(get|list|export|unlock).*");
          case "vault" -> line.matches("(read|kv get|print token|token lookup).*");
          case "git" -> line.matches("(credential|credential-\\S+) (fill|get)");
          case "heroku" -> line.startsWith("auth:token");
          case "fly", "flyctl" -> line.startsWith("auth token") || line.startsWith("tokens create");
          case "doctl" -> line.startsWith("auth token");
          case "npm" -> line.matches("config (get|ls|list).*(_auth|-l\\b).*|token (list|create).*");
          case "keyctl" -> line.matches("(read|print|pipe).*");
          case "docker-credential-desktop",
              "docker-credential-osxkeychain",
              "docker-credential-secretservice",
              "docker-credential-pass" ->
              line.startsWith("get") || line.startsWith("list");
          case "unshadow", "mimipenguin", "lazagne" -> true;
          default -> false;
        };
    if (prints) {
      subject.report("floor.credential.print");
    }
  }
}
