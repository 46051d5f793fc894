package dev.pinfold.protect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Many {@link Glob}s at once, each with its reason, asked name by name on the way down a tree: the
 * cost of a name does not grow with the number of patterns that have a fixed name.
 *
 * <p>Thread contract: filled by one thread, then read by any.
 */
final class PathPatterns {
  private final Node root = new Node();

  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private final Map<String, Node> wild = new HashMap<>();
    private @Nullable Node deep;

    /** What matches up to here, and why; null when no pattern ends here. */
    private @Nullable String reason;

    /** Stands for {@code **}: it stays on the way down. */
    private boolean stays;
  }

  /** The patterns that may still match below a folder, and what already has. */
  static final class Position {
    private final Set<Node> nodes;
    private final @Nullable String reason;

    private Position(Set<Node> nodes, @Nullable String reason) {
      this.nodes = nodes;
      this.reason = reason;
    }

    /** The reason why this path, or a folder above it, matches; null when nothing does. */
    @Nullable String reason() {
      return reason;
    }
  }

  /** Adds a pattern; of two that are the same the first one's reason stays. */
  void add(Glob glob, String reason) {
    Node node = root;
    for (String segment : glob.segments()) {
      node = segment.equals("**") ? deep(node) : next(node, segment);
    }
    if (node.reason == null) {
      node.reason = reason;
    }
  }

  private static Node deep(Node node) {
    if (node.deep == null) {
      node.deep = new Node();
      node.deep.stays = true;
    }
    return node.deep;
  }

  private static Node next(Node node, String segment) {
    Map<String, Node> map = Glob.isLiteral(segment) ? node.literals : node.wild;
    return map.computeIfAbsent(segment, _ -> new Node());
  }

  /** Where a walk starts: the workspace itself, which no pattern matches. */
  Position start() {
    Set<Node> nodes = new LinkedHashSet<>();
    enter(root, nodes);
    return new Position(nodes, null);
  }

  /** {@code **} also stands for no folder at all. */
  private static void enter(Node node, Set<Node> nodes) {
    if (nodes.add(node) && node.deep != null) {
      enter(node.deep, nodes);
    }
  }

  /** One name further down. */
  Position below(Position position, String name) {
    if (position.reason != null) {
      return position;
    }
    String folded = Glob.fold(name);
    Set<Node> nodes = new LinkedHashSet<>();
    for (Node node : position.nodes) {
      if (node.stays) {
        enter(node, nodes);
      }
      Node literal = node.literals.get(folded);
      if (literal != null) {
        enter(literal, nodes);
      }
      node.wild.forEach(
          (segment, next) -> {
            if (Glob.matches(segment, folded)) {
              enter(next, nodes);
            }
          });
    }
    String reason = null;
    for (Node node : nodes) {
      if (reason == null && node.reason != null) {
        reason = node.reason;
      }
    }
    return new Position(nodes, reason);
  }

  /** The reason for a whole path, relative to the workspace; null when nothing matches. */
  @Nullable String reason(String path) {
    Position position = start();
    for (String name : names(path)) {
      position = below(position, name);
    }
    return position.reason();
  }

  private static List<String> names(String path) {
    return new ArrayList<>(List.of(path.split("/", -1)));
  }
}
