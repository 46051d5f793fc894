package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program's command-line grammar: its options and what its operands are.
 *
 * <p>Read from an entry of {@code programs.txt}; the format is described at the top of that file.
 */
final class Program {
  private final String name;
  private final List<String> attributes;
  private final List<Role> first;
  private final @Nullable Role rest;
  private final @Nullable Role last;
  private final boolean assigns;
  private final Map<String, OptionSpec> options = new HashMap<>();

  private Program(
      String name,
      List<String> attributes,
      List<Role> first,
      @Nullable Role rest,
      @Nullable Role last) {
    this.name = name;
    this.attributes = attributes;
    this.assigns = first.contains(Role.ASSIGN);
    this.first = first.stream().filter(role -> role != Role.ASSIGN).toList();
    this.rest = rest;
    this.last = last;
  }

  /** Reads an entry: its header without the names, and its option lines. */
  static Program parse(String name, String header, String optionLines) {
    List<String> attributes = new ArrayList<>();
    List<Role> first = new ArrayList<>();
    Role rest = null;
    Role last = null;
    int colon = header.lastIndexOf(" :") + 1;
    for (String word : words(colon == 0 ? header : header.substring(0, colon))) {
      if (word.startsWith("@")) {
        attributes.add(word.substring(1));
      }
    }
    for (String word : words(colon == 0 ? "" : header.substring(colon + 1))) {
      if (word.endsWith("*")) {
        rest = Role.named(word.substring(0, word.length() - 1));
      } else if (rest != null) {
        last = Role.named(word);
      } else {
        first.add(Role.named(word));
      }
    }
    Program program = new Program(name, List.copyOf(attributes), List.copyOf(first), rest, last);
    words(optionLines).forEach(program::addOption);
    return program;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean blank = i == text.length() || text.charAt(i) <= ' ';
      if (blank && start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      } else if (!blank && start < 0) {
        start = i;
      }
    }
    return words;
  }

  private void addOption(String token) {
    if (token.startsWith("-[")) {
      int close = token.indexOf(']', 3);
      String tail = token.substring(close + 1);
      token.substring(2, close).chars().forEach(c -> addOption("-" + (char) c + tail));
      return;
    }
    OptionSpec option = OptionSpec.parse(token);
    option.names().forEach(spelling -> options.put(spelling, option));
  }

  String name() {
    return name;
  }

  boolean is(String attribute) {
    return attributes.contains(attribute);
  }

  /** The role of operand {@code index} of {@code count}. */
  Role roleOf(int index, int count) {
    if (index < first.size()) {
      return first.get(index);
    }
    if (last != null && index == count - 1) {
      return last;
    }
    return rest == null ? Role.OTHER : rest;
  }

  /** Whether {@code NAME=VALUE} words may stand before the inner command. */
  boolean takesAssignments() {
    return assigns;
  }

  /** Whether the operands from {@code index} on are a command or code of their own. */
  boolean innerStartsAt(int index) {
    Role role = index < first.size() ? first.get(index) : rest;
    return role == Role.COMMAND || role == Role.CODE_WORDS;
  }

  @Nullable OptionSpec exact(String spelling) {
    return options.get(spelling);
  }

  /**
   * The options that a long spelling can mean: the exact one, or every one that it abbreviates.
   * Some programs don't take abbreviations; then a shortened option is an error there, and reading
   * it as the longer one is the careful side.
   */
  List<OptionSpec> abbreviated(String spelling) {
    OptionSpec exact = options.get(spelling);
    if (exact != null) {
      return List.of(exact);
    }
    List<OptionSpec> found = new ArrayList<>();
    options.forEach(
        (known, option) -> {
          if (known.startsWith(spelling) && known.startsWith("--") && !found.contains(option)) {
            found.add(option);
          }
        });
    return found;
  }
}
