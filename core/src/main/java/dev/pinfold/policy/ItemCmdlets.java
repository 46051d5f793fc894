package dev.pinfold.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges PowerShell's cmdlets about items: files, directories and keys of the registry. */
final class ItemCmdlets {
  private final WindowsItems items;
  private final Verdicts verdicts;

  ItemCmdlets(WindowsItems items, Verdicts verdicts) {
    this.items = items;
    this.verdicts = verdicts;
  }

  void remove(List<Argument> arguments, PowerShellLine.@Nullable Part before, Argument program) {
    List<Argument> named = PipedItems.paths(arguments);
    named.forEach(this::delete);
    if (named.isEmpty() && before != null) {
      source(before, program);
    }
  }

  private void delete(Argument path) {
    if (path.value().matches("(?i)(hklm|hkcu|hkcr|env|function|variable|alias|cert):.*")) {
      return;
    }
    items.delete(path);
  }

  /** What is fed into a deletion: the paths that a listing starts from. */
  private void source(PowerShellLine.Part before, Argument program) {
    PipedItems.of(before).forEach(item -> delete(new Argument(item, program.span())));
  }

  void move(List<Argument> arguments) {
    arguments.stream()
        .filter(word -> !word.value().startsWith("-"))
        .limit(1)
        .forEach(items::moveAway);
    write(arguments);
  }

  void write(List<Argument> arguments) {
    for (Argument word : arguments) {
      if (!word.value().startsWith("-")) {
        items.write(word);
      }
    }
  }

  void registry(String name, List<Argument> arguments) {
    if (name.startsWith("get-") || name.equals("test-path")) {
      return;
    }
    for (Argument word : arguments) {
      if (WindowsPath.isGuardedRegistry(word.value())) {
        verdicts.add("floor.windows.registry", word.span(), word.display());
      }
    }
  }
}
