package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Joins lists of nodes in source order. */
final class Children {
  private Children() {}

  @SafeVarargs
  static List<Node> inOrder(List<? extends Node>... lists) {
    var all = new ArrayList<Node>();
    int filled = 0;
    for (List<? extends Node> list : lists) {
      all.addAll(list);
      filled += list.isEmpty() ? 0 : 1;
    }
    if (filled > 1) {
      // Redirections may stand between words. Stable, and near linear on lists that are sorted
      // already.
      all.sort(Comparator.comparingInt(node -> node.span().start()));
    }
    return List.copyOf(all);
  }

  static List<Node> ofIf(Command.If command) {
    var all = new ArrayList<Node>();
    for (Command.Branch branch : command.branches()) {
      all.addAll(branch.condition());
      all.addAll(branch.body());
    }
    all.addAll(command.otherwise());
    all.addAll(command.redirects());
    return List.copyOf(all);
  }
}
