package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Publishing packages, images and releases. What publishes is data: {@code publish.txt}. */
final class PublishRules implements RuleSet {
  /** A way to publish with one program. */
  record Way(List<String> words, List<String> unless, boolean deploys) {
    String rule() {
      return deploys ? "floor.deploy" : "floor.publish";
    }
  }

  private static final class Holder {
    static final Map<String, List<Way>> WAYS = read(ResourceText.read("publish.txt"));
  }

  /** The ways of each program; a test takes one away at a time, in a copy of this class. */
  static Map<String, List<Way>> ways() {
    return Holder.WAYS;
  }

  private static Map<String, List<Way>> read(String text) {
    Map<String, List<Way>> all = new HashMap<>();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(':');
      if (line.startsWith("#") || colon < 0) {
        continue;
      }
      String[] halves = line.substring(colon + 1).split(" unless ", 2);
      List<String> unless =
          halves.length < 2 ? List.of() : List.of(halves[1].strip().split(" +", 0));
      String name = line.substring(0, colon);
      boolean deploys = name.endsWith("?");
      String program = deploys ? name.substring(0, name.length() - 1) : name;
      List<Way> ways = all.computeIfAbsent(program, _ -> new ArrayList<>());
      for (String way : halves[0].split("\\|", 0)) {
        ways.add(new Way(List.of(way.strip().split(" +", 0)), unless, deploys));
      }
    }
    return all;
  }

  @Override
  public void judge(Subject subject) {
    Invocation invocation = subject.invocation();
    if (invocation == null || !invocation.program().is("publishes")) {
      if (subject.name().startsWith("python") || subject.name().equals("pypy")) {
        setupScript(subject);
      }
      return;
    }
    String name = invocation.program().name();
    String table =
        name.startsWith("mvn")
            ? "mvn"
            : name.startsWith("gradle") ? "gradle" : name.startsWith("sbt") ? "sbt" : name;
    judge(subject, table, invocation.operands());
  }

  /** {@code python setup.py sdist upload}. */
  private static void setupScript(Subject subject) {
    List<Argument> words = subject.operands();
    if (!words.isEmpty() && PathText.name(words.getFirst().value()).equals("setup.py")) {
      judge(subject, "setup.py", words.subList(1, words.size()));
    }
  }

  private static void judge(Subject subject, String table, List<Argument> operands) {
    List<Argument> words =
        operands.stream()
            .filter(word -> table.equals("sbt") || !word.value().startsWith("+"))
            .toList();
    for (Way way : ways().getOrDefault(table, List.of())) {
      if (matches(subject, way.words(), words) && !excused(subject, way)) {
        subject.report(way.rule());
        return;
      }
    }
  }

  private static boolean excused(Subject subject, Way way) {
    return subject.arguments().stream()
        .anyMatch(word -> word.value().equals("--help") || way.unless().contains(word.value()));
  }

  private static boolean matches(Subject subject, List<String> wanted, List<Argument> words) {
    for (int i = 0; i < wanted.size(); i++) {
      String want = wanted.get(i);
      boolean found =
          switch (want.charAt(0)) {
            case '@' ->
                want.length() == 1
                    || (want.equals("@none") && words.isEmpty())
                    || subject.arguments().stream()
                        .anyMatch(
                            word ->
                                word.value().equals(want.substring(1))
                                    || word.value().startsWith(want.substring(1) + "="));
            case '^' -> !words.isEmpty() && words.getLast().value().startsWith(want.substring(1));
            case '~' -> words.stream().anyMatch(word -> isTask(word.value(), want.substring(1)));
            default -> i < words.size() && (want.equals("?") || words.get(i).value().equals(want));
          };
      if (!found) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tasks of build tools: {@code :lib:publish}, {@code +publishSigned}, {@code a/publish}, {@code
   * ;clean;publish}.
   */
  private static boolean isTask(String word, String task) {
    for (String part : word.split("[;\\s]+", 0)) {
      String name = part.startsWith("+") ? part.substring(1) : part;
      String last =
          name.substring(
              Math.max(name.lastIndexOf('/'), task.indexOf(':') >= 0 ? -1 : name.lastIndexOf(':'))
                  + 1);
      last = last.indexOf('@') > 0 ? last.substring(0, last.indexOf('@')) : last;
      boolean local = last.endsWith("Local");
      boolean matches =
          task.endsWith("*")
              ? last.startsWith(task.substring(0, task.length() - 1))
              : last.equals(task) || name.equals(task);
      if (matches && !local) {
        return true;
      }
    }
    return false;
  }
}
