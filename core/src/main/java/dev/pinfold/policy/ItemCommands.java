package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Programs that run a command once for each thing that they find or are given: find, fd, xargs,
 * parallel.
 */
final class ItemCommands {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final Executor executor;
  private final Unwrapping unwrapping;

  ItemCommands(Executor executor, Unwrapping unwrapping) {
    this.executor = executor;
    this.unwrapping = unwrapping;
  }

  @Nullable String find(Subject subject) {
    FindCommand find = FindCommand.of(subject.arguments());
    Argument here = subject.execution().words().getFirst();
    for (FindCommand.Action action : find.actions()) {
      List<String> found = find.found();
      for (int i = 0; i < found.size() && !action.words().isEmpty(); i++) {
        Argument root = find.roots().isEmpty() ? here : find.roots().get(i);
        executor.execute(
            subject
                .execution()
                .inner(
                    FindCommand.fill(action.words(), found.get(i), root),
                    "find " + action.primary(),
                    subject.execution().state().copy()));
      }
    }
    return null;
  }

  @Nullable String fd(Subject subject) {
    List<Argument> words = subject.arguments();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.matches("-x|-X|--exec|--exec-batch")) {
        List<Argument> command = new ArrayList<>(words.subList(i + 1, words.size()));
        command.removeIf(each -> each.value().equals(";"));
        String roots = Printed.roots(fdRoots(subject, words.subList(0, i)));
        runOn(
            subject,
            command,
            roots.lines().map(root -> new Argument(root, words.get(0).span())).toList());
        return "";
      }
    }
    return null;
  }

  /** Where fd looks: its operands after the pattern, and what options name. */
  private static List<Argument> fdRoots(Subject subject, List<Argument> before) {
    List<Argument> roots = new ArrayList<>();
    Program fd = subject.invocation() == null ? null : subject.invocation().program();
    if (fd == null) {
      return roots;
    }
    Invocation invocation = Invocation.read(fd, before);
    List<Argument> operands = invocation.operands();
    roots.addAll(operands.subList(Math.min(1, operands.size()), operands.size()));
    for (Invocation.Option option : invocation.options()) {
      String name = option.spec().name();
      if (option.value() != null && (name.equals("--search-path") || name.equals("-C"))) {
        roots.add(option.value());
      }
    }
    return roots;
  }

  private void runOn(Subject subject, List<Argument> command, List<Argument> found) {
    boolean placed = command.stream().anyMatch(word -> word.value().matches(".*\\{[/.]*}.*"));
    for (Argument path : found) {
      List<Argument> filled = new ArrayList<>(FindCommand.fill(command, path.value(), path));
      if (!placed) {
        filled.add(path);
      }
      executor.execute(
          subject
              .execution()
              .inner(filled, subject.name() + " -x", subject.execution().state().copy()));
    }
  }

  @Nullable String xargs(Subject subject, Invocation invocation) {
    List<Argument> command = new ArrayList<>(invocation.inner());
    if (command.isEmpty()) {
      return null;
    }
    List<Argument> given = given(subject, invocation);
    Invocation.Option replace =
        invocation.find("-I") != null ? invocation.find("-I") : invocation.find("-i");
    if (replace == null && invocation.has("--replace")) {
      replace = invocation.find("--replace");
    }
    if (replace == null) {
      command.addAll(given);
      return executor.execute(
          subject.execution().inner(command, "xargs", subject.execution().state().copy()));
    }
    String token = replace.value() == null ? "{}" : replace.value().value();
    for (Argument line : given) {
      List<Argument> filled =
          command.stream()
              .map(
                  word ->
                      token.isEmpty() ? word : word.with(word.value().replace(token, line.value())))
              .toList();
      executor.execute(
          subject.execution().inner(filled, "xargs", subject.execution().state().copy()));
    }
    return UNKNOWN;
  }

  /** The words that come from standard input or the file of {@code -a}. */
  private static List<Argument> given(Subject subject, Invocation invocation) {
    Invocation.Option file = invocation.find("-a");
    String text = subject.execution().input().text();
    if (file != null && file.value() != null) {
      text =
          subject.execution().state().files().getOrDefault(subject.absolute(file.value()), UNKNOWN);
    }
    if (text.isEmpty()) {
      text = subject.execution().input().given() ? "" : UNKNOWN;
    }
    List<Argument> words = new ArrayList<>();
    boolean lines = subject.name().equals("parallel");
    (lines ? XargsWords.lines(text) : XargsWords.of(text, invocation))
        .forEach(word -> words.add(new Argument(word, subject.execution().span())));
    return words;
  }

  @Nullable String parallel(Subject subject, Invocation invocation) {
    List<Argument> words = invocation.inner();
    int end = 0;
    while (end < words.size() && !words.get(end).value().matches("::::?\\+?")) {
      end++;
    }
    List<Argument> command = words.subList(0, end);
    List<Argument> given =
        end == words.size()
            ? given(subject, invocation)
            : words.get(end).value().startsWith("::::")
                ? List.of(words.get(end).with(UNKNOWN))
                : words.subList(end + 1, words.size()).stream()
                    .filter(word -> !word.value().matches("::::?\\+?"))
                    .toList();
    for (Argument value : given) {
      boolean placed = command.stream().anyMatch(word -> word.value().contains("{}"));
      List<Argument> filled = new ArrayList<>(FindCommand.fill(command, value.value(), value));
      if (!placed) {
        filled.add(value);
      }
      unwrapping.words(
          subject,
          filled.size() > 1
                  && !command.isEmpty()
                  && command.size() == 1
                  && command.getFirst().value().indexOf(' ') > 0
              ? List.of(
                  command
                      .getFirst()
                      .with(filled.stream().map(Argument::value).collect(Collectors.joining(" "))))
              : filled,
          subject.execution().state().copy());
    }
    return UNKNOWN;
  }
}
