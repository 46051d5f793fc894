package dev.pinfold.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pen's rules about files, asked as the kernel asks them: what may be done with a path is the sum
 * of the rules for it and for every folder above it (landlock(7), "Path beneath rules").
 *
 * <p>For reports and explanations alone: what is enforced are the rules in the kernel. Those are
 * added where these are, see {@link Rulesets}.
 */
final class FileRules {
  /**
   * One rule.
   *
   * @param path a canonical one
   * @param rights LANDLOCK_ACCESS_FS_ bits
   * @param grant the opening behind it; empty for a device, and for what a pen's tree has itself
   */
  record Rule(String path, long rights, Optional<Grant> grant) {}

  private final List<Rule> rules = new ArrayList<>();

  void add(Rule rule) {
    rules.add(rule);
  }

  /** All rights on a canonical path, existing or not. */
  long rights(String path) {
    long rights = 0;
    for (Rule rule : rules) {
      if (isBeneath(path, rule.path())) {
        rights |= rule.rights();
      }
    }
    return rights;
  }

  /**
   * The same in tier full, where the mount decides first: what is not granted is not in the pen's
   * tree, but for what that has itself, and what is granted for reading is a read-only mount even
   * in a folder of the pen's own.
   */
  long rightsInside(String path) {
    long granted = 0;
    boolean own = false;
    for (Rule rule : rules) {
      if (isBeneath(path, rule.path())) {
        granted |= rule.grant().isPresent() ? rule.rights() : 0;
        own |= rule.grant().isEmpty() && (rule.path().equals(path) || rule.path().equals("/proc"));
      }
    }
    long writes = Access.READ_WRITE.rights() & ~Access.READ.rights();
    long all = rights(path);
    return isGranted(path) ? (all & ~writes) | (granted & writes) : own ? all : 0;
  }

  /** Whether all of {@code rights} are given on {@code path}. */
  boolean allow(String path, long rights) {
    return (rights & ~rights(path)) == 0;
  }

  /** Whether a grant opens it: then it is in a pen's tree what it is outside. */
  boolean isGranted(String path) {
    return rules.stream()
        .anyMatch(rule -> rule.grant().isPresent() && isBeneath(path, rule.path()));
  }

  /** The narrowest rule that gives all of {@code rights} on {@code path}. */
  Optional<Rule> deciding(String path, long rights) {
    Rule narrowest = null;
    for (Rule rule : rules) {
      if (isBeneath(path, rule.path())
          && (rights & ~rule.rights()) == 0
          && (narrowest == null || rule.path().length() > narrowest.path().length())) {
        narrowest = rule;
      }
    }
    return Optional.ofNullable(narrowest);
  }

  private static boolean isBeneath(String path, String folder) {
    return path.startsWith(folder)
        && (path.length() == folder.length()
            || folder.equals("/")
            || path.charAt(folder.length()) == '/');
  }
}
