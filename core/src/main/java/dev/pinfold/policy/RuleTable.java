package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The built-in rules from {@code rules.txt}, by id. Read when the first rule matches: a text that
 * is allowed never pays for it. Safe for use by several threads.
 */
final class RuleTable {
  private static final class Holder {
    static final RuleTable BUILT_IN = new RuleTable(ResourceText.read("rules.txt"));
  }

  private final Map<String, Rule> rules = new LinkedHashMap<>();

  RuleTable(String text) {
    List<String> entry = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ") && !entry.isEmpty()) {
        add(entry);
        entry.clear();
      }
      entry.add(line);
    }
    if (!entry.isEmpty()) {
      add(entry);
    }
  }

  static RuleTable builtIn() {
    return Holder.BUILT_IN;
  }

  private void add(List<String> entry) {
    String[] head = entry.getFirst().split(" +", 0);
    Rule rule =
        new Rule(
            head[0],
            Decision.valueOf(head[1].toUpperCase(Locale.ROOT)),
            one(entry, "reason"),
            one(entry, "why"),
            all(entry, "suggest").stream().findFirst(),
            all(entry, "blocks"),
            all(entry, "permits"));
    rules.put(rule.id(), rule);
  }

  private static String one(List<String> entry, String key) {
    List<String> found = all(entry, key);
    if (found.isEmpty()) {
      throw new IllegalStateException(entry.getFirst() + ": no " + key);
    }
    return String.join(" ", found);
  }

  private static List<String> all(List<String> entry, String key) {
    List<String> found = new ArrayList<>();
    for (String line : entry) {
      String text = line.strip();
      if (text.startsWith(key)
          && text.length() > key.length()
          && text.charAt(key.length()) == ' ') {
        found.add(text.substring(key.length()).strip());
      }
    }
    return found;
  }

  Rule rule(String id) {
    Rule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalStateException("rules.txt has no rule " + id);
    }
    return rule;
  }

  List<Rule> all() {
    return List.copyOf(rules.values());
  }
}
