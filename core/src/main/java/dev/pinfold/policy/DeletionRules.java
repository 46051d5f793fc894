package dev.pinfold.policy;

import java.util.List;

/** Deleting, moving away and changing the mode of what does not belong to the run. */
final class DeletionRules implements RuleSet {
  @Override
  public void judge(Subject subject) {
    Invocation invocation = subject.invocation();
    if (invocation == null) {
      return;
    }
    switch (subject.name()) {
      case "find" -> find(subject);
      case "rsync" -> rsync(subject, invocation);
      case "tar", "bsdtar", "gtar" -> removedFiles(subject, invocation);
      case "zip" -> zip(subject, invocation, "-m", 1);
      case "7z", "7za", "7zr", "p7zip" -> zip(subject, invocation, "-sdel", 2);
      case "gzip",
          "gunzip",
          "bzip2",
          "bunzip2",
          "xz",
          "unxz",
          "zstd",
          "unzstd",
          "lz4",
          "brotli",
          "lzma" -> {
        if (!subject.hasAny("-c", "--stdout", "-k", "--keep", "-l", "-t", "--test", "-n")) {
          operands(subject, invocation);
        }
      }
      case "zcat", "bzcat", "xzcat", "zstdcat" -> {}
      default -> operands(subject, invocation);
    }
  }

  private static void operands(Subject subject, Invocation invocation) {
    for (int i = 0; i < invocation.operands().size(); i++) {
      Argument operand = invocation.operands().get(i);
      switch (invocation.roleOf(i)) {
        case DELETE -> delete(subject, operand);
        case MOVE -> outside(subject, operand, "floor.move.outside");
        case MODE -> outside(subject, operand, "floor.mode.outside");
        default -> {}
      }
    }
    Invocation.Option into = invocation.find("-t");
    if (subject.name().equals("mv") && into != null && !invocation.operands().isEmpty()) {
      outside(subject, invocation.operands().getLast(), "floor.move.outside");
    }
  }

  static void delete(Subject subject, Argument path) {
    if (path.value().isEmpty() || path.value().equals("/dev/null")) {
      return;
    }
    switch (subject.place(path)) {
      case WORKSPACE, TEMPORARY -> {}
      case WORKSPACE_ROOT -> subject.report("floor.delete.workspace", path);
      case UNKNOWN -> subject.report("floor.delete.unknown", path);
      case HOME, SYSTEM, ELSEWHERE ->
          subject.report(
              erases(subject, path) ? "floor.device.write" : "floor.delete.outside", path);
    }
  }

  /** shred and truncate write to a device, rm only unlinks it. */
  private static boolean erases(Subject subject, Argument path) {
    return subject.absolute(path).startsWith("/dev/") && !subject.name().equals("rm");
  }

  private static void outside(Subject subject, Argument path, String rule) {
    Place place = subject.place(path);
    if (place == Place.HOME || place == Place.SYSTEM || place == Place.ELSEWHERE) {
      subject.report(rule, path);
    } else if (place == Place.WORKSPACE_ROOT && rule.equals("floor.move.outside")) {
      subject.report("floor.delete.workspace", path);
    }
  }

  private static void find(Subject subject) {
    FindCommand find = FindCommand.of(subject.arguments());
    if (!find.has("-delete")) {
      return;
    }
    if (subject.arguments().stream().anyMatch(word -> word.value().startsWith("-files0-from"))) {
      subject.report("floor.delete.unknown");
      return;
    }
    if (find.roots().isEmpty()) {
      root(subject, find, subject.execution().words().getFirst().with("."));
    }
    find.roots().forEach(root -> root(subject, find, root));
  }

  private static void root(Subject subject, FindCommand find, Argument root) {
    Place place = subject.place(root);
    if (place == Place.WORKSPACE_ROOT
        ? !find.filters()
        : place != Place.UNKNOWN && !place.belongsToRun()) {
      subject.report(
          place == Place.WORKSPACE_ROOT ? "floor.delete.workspace" : "floor.delete.outside", root);
    } else if (place == Place.UNKNOWN) {
      subject.report("floor.delete.unknown", root);
    }
  }

  private static void rsync(Subject subject, Invocation invocation) {
    List<Argument> operands = invocation.operands();
    if (invocation.has("--remove-source-files") && !subject.hasAny("--dry-run", "-n")) {
      operands.stream()
          .limit(Math.max(0, operands.size() - 1))
          .filter(source -> source.value().indexOf(':') < 0)
          .forEach(source -> delete(subject, source));
    }
    boolean deletes =
        invocation.options().stream().anyMatch(option -> option.spec().name().startsWith("--del"));
    if (!deletes || subject.hasAny("--dry-run", "-n") || operands.isEmpty()) {
      return;
    }
    Argument target = operands.getLast();
    if (target.value().indexOf(':') < 0) {
      delete(subject, target);
    }
  }

  /** {@code zip -m} and {@code 7z a -sdel} delete what they have packed. */
  private static void zip(Subject subject, Invocation invocation, String deletes, int before) {
    if (invocation.has(deletes)) {
      invocation.operands().stream().skip(before).forEach(operand -> delete(subject, operand));
    }
  }

  private static void removedFiles(Subject subject, Invocation invocation) {
    if (invocation.has("--remove-files")) {
      invocation.operands().forEach(operand -> delete(subject, operand));
    }
  }
}
