package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Programs that are another program under their own name: {@code cmake -E rm} is rm, {@code hub
 * push} is git push.
 */
final class ToolCommands {
  /** Commands that hub adds to git's own (hub(1)). */
  private static final Set<String> OF_HUB =
      Set.of(
          "alias",
          "api",
          "browse",
          "ci-status",
          "compare",
          "create",
          "delete",
          "fork",
          "gist",
          "issue",
          "pr",
          "pull-request",
          "release",
          "sync");

  private final Executor executor;
  private final Subject subject;

  ToolCommands(Executor executor, Subject subject) {
    this.executor = executor;
    this.subject = subject;
  }

  /** What the command that it stands for prints, or null when it is none. */
  @Nullable String run() {
    List<Argument> words = subject.arguments();
    if (words.isEmpty()) {
      return null;
    }
    String first = words.getFirst().value();
    if (subject.name().equals("hub")) {
      return OF_HUB.contains(first) ? null : as(List.of("git"), words);
    }
    return first.equals("-E") && words.size() > 1
        ? portable(words.get(1), words.subList(2, words.size()))
        : null;
  }

  /** {@code cmake -E}: the portable commands of cmake(1). */
  private @Nullable String portable(Argument command, List<Argument> words) {
    return switch (command.value()) {
      case "rm", "remove", "remove_directory" ->
          as(
              List.of("rm", "-r"),
              words.stream().filter(word -> !word.value().matches("-[fRr]+")).toList());
      case "rename" -> as(List.of("mv"), words);
      case "copy",
          "copy_if_different",
          "copy_if_newer",
          "copy_directory",
          "copy_directory_if_different" ->
          as(List.of("cp", "-r"), words);
      case "create_symlink", "create_hardlink" -> as(List.of("ln", "-s"), words);
      case "cat", "env", "tar", "touch", "time" -> as(List.of(command.value()), words);
      case "make_directory" -> as(List.of("mkdir", "-p"), words);
      case "chdir" -> changed(words);
      default -> null;
    };
  }

  private @Nullable String changed(List<Argument> words) {
    if (words.size() < 2) {
      return null;
    }
    ShellState there = subject.execution().state().copy();
    there.cd(words.getFirst().value());
    List<Argument> command = words.subList(1, words.size());
    return executor.execute(subject.execution().inner(command, subject.name(), there));
  }

  private String as(List<String> program, List<Argument> words) {
    Argument place = subject.execution().words().getFirst();
    List<Argument> command = new ArrayList<>(program.stream().map(place::with).toList());
    command.addAll(words);
    return executor.execute(
        subject.execution().inner(command, subject.name(), subject.execution().state().copy()));
  }
}
