package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a push asks of the server (gitprotocol-pack(5), "Reference Update Request"), judged before
 * anything of it leaves: only branches that a word names; none is deleted; one that exists is only
 * led on, which the pushed commits must show.
 */
final class GitPush {
  private static final int MOST_COMMANDS = 1_000;
  private static final Pattern COMMAND =
      Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (refs/[!-~]+)");
  private static final Pattern SHALLOW = Pattern.compile("shallow ([0-9a-f]{40}|[0-9a-f]{64})");

  private record Command(String old, String now, String ref) {
    boolean creates() {
      return isNothing(old);
    }

    boolean deletes() {
      return isNothing(now);
    }

    private static boolean isNothing(String id) {
      return id.chars().allMatch(c -> c == '0');
    }
  }

  /**
   * Why a push is refused.
   *
   * @param branch that a word would have to name; empty if no word helps
   */
  record Refusal(String why, Optional<String> branch) {}

  private final PushBytes in;
  private final List<Command> commands = new ArrayList<>();

  private GitPush(BodyStream body) {
    in = new PushBytes(body);
  }

  /**
   * Judges the push that {@code body} is; the body can then be read from its beginning.
   *
   * @throws MalformedException if it is no push that git makes
   */
  static Optional<Refusal> refusal(BodyStream body, List<BranchPattern> open)
      throws IOException, MalformedException {
    var push = new GitPush(body);
    push.readCommands();
    Optional<Refusal> refusal = push.byName(open);
    if (refusal.isEmpty()) {
      refusal = push.byHistory();
    }
    push.in.unread();
    return refusal;
  }

  private void readCommands() throws IOException, MalformedException {
    for (int i = 0; i <= MOST_COMMANDS; i++) {
      Optional<String> line = packetLine();
      if (line.isEmpty()) {
        return;
      }
      String[] parts = line.get().split("\0", 2);
      if (parts.length == 2 && (" " + parts[1].strip() + " ").contains(" push-options ")) {
        throw new MalformedException("a push with options, which servers act on");
      }
      String text =
          parts[0].endsWith("\n") ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
      Matcher command = COMMAND.matcher(text);
      if (command.matches()) {
        commands.add(new Command(command.group(1), command.group(2), command.group(3)));
      } else if (!SHALLOW.matcher(text).matches()) {
        throw new MalformedException("a push that holds more than updates of refs");
      }
    }
    throw new MalformedException("a push of more than " + MOST_COMMANDS + " refs");
  }

  /** gitprotocol-common(5); empty for a flush. */
  private Optional<String> packetLine() throws IOException, MalformedException {
    String length = new String(in.take(4), ISO_8859_1);
    if (!length.matches("[0-9a-fA-F]{4}")) {
      throw new MalformedException("a push that is not made of packet lines");
    }
    int bytes = Integer.parseInt(length, 16);
    if (bytes == 0) {
      return Optional.empty();
    }
    if (bytes < 4) {
      throw new MalformedException("a packet line of no length");
    }
    return Optional.of(new String(in.take(bytes - 4), ISO_8859_1));
  }

  private Optional<Refusal> byName(List<BranchPattern> open) {
    for (Command command : commands) {
      if (open.stream().noneMatch(pattern -> pattern.matches(command.ref()))) {
        return Optional.of(
            new Refusal("a push to " + command.ref() + ", which no word opens", branch(command)));
      }
      if (command.deletes()) {
        return Optional.of(new Refusal("the deletion of " + command.ref(), Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> branch(Command command) {
    String heads = "refs/heads/";
    return command.ref().startsWith(heads)
        ? Optional.of(command.ref().substring(heads.length()))
        : Optional.empty();
  }

  /** A branch that exists may hold work of others: it must still hold it afterwards. */
  private Optional<Refusal> byHistory() throws IOException, MalformedException {
    List<Command> updates = commands.stream().filter(command -> !command.creates()).toList();
    if (updates.isEmpty()) {
      return Optional.empty();
    }
    var commits = new PackCommits(in, updates.getFirst().now().length() / 2);
    commits.read();
    return updates.stream()
        .filter(update -> !commits.leadBack(update.now(), update.old()))
        .findFirst()
        .map(
            update ->
                new Refusal(
                    "a push to "
                        + update.ref()
                        + " that does not show that it keeps what is there (forced, or of commits"
                        + " that the server has already): push to a new branch",
                    Optional.empty()));
  }
}
