package dev.pinfold.e2e.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Performs hostile acts and prints what came of each: {@code NAME ok …}, or {@code NAME} and the
 * errno's name.
 *
 * <pre>
 * java -cp … dev.pinfold.e2e.attack.Attack NAME ARG…
 * java -cp … dev.pinfold.e2e.attack.Attack --batch FILE     lines of: label TAB name TAB arg TAB …; prints the label instead of the name
 * java -cp … dev.pinfold.e2e.attack.Attack --list
 * </pre>
 *
 * <p>The exit status is 0 whatever comes of the acts: the line is the verdict. An act that isn't
 * there, or that throws, prints {@code BROKEN} and why.
 */
public final class Attack {
  private static final Map<String, Act> ACTS = acts();

  private Attack() {}

  /** See the class. */
  public static void main(String[] args) throws IOException {
    if (args.length == 1 && args[0].equals("--list")) {
      ACTS.keySet().forEach(System.out::println);
    } else if (args.length == 2 && args[0].equals("--batch")) {
      for (String line : Files.readAllLines(Path.of(args[1]))) {
        String[] fields = line.split("\t", -1);
        perform(fields[0], fields[1], Arrays.asList(fields).subList(2, fields.length));
      }
    } else if (args.length >= 1) {
      perform(args[0], args[0], Arrays.asList(args).subList(1, args.length));
    }
    System.out.flush();
    // Whatever non-daemon threads or shutdown hooks an act left behind must not change the end.
    Runtime.getRuntime().halt(0);
  }

  /**
   * Announces nothing and flushes each line: if an act ends this process, the next line is missing
   * and tells which.
   */
  private static void perform(String label, String name, List<String> args) {
    String verdict;
    try {
      Act act = ACTS.get(name);
      verdict = act == null ? "BROKEN no such act: " + name : act.on(new Args(args)).toString();
    } catch (RuntimeException e) {
      verdict = "BROKEN " + e;
    }
    System.out.println(label + " " + verdict);
    System.out.flush();
  }

  private static Map<String, Act> acts() {
    Map<String, Act> acts = new TreeMap<>();
    for (Map<String, Act> area :
        List.of(
            FileActs.ACTS,
            EntryActs.ACTS,
            MetadataActs.ACTS,
            ProcessActs.ACTS,
            SchedulingActs.ACTS,
            SweepActs.ACTS,
            NamespaceActs.ACTS,
            PrivilegeActs.ACTS,
            SocketActs.ACTS,
            UnixSocketActs.ACTS,
            IpcActs.ACTS,
            ExecActs.ACTS,
            ForeignEntryActs.ACTS,
            DepriveAct.ACTS)) {
      area.forEach(
          (name, act) -> {
            if (acts.put(name, act) != null) {
              throw new IllegalStateException("two acts are called " + name);
            }
          });
    }
    return acts;
  }
}
