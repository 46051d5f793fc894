package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Judges names that an owner wants to add to the programs of an allow-list profile.
 *
 * <p>A speed bump, not a boundary: it refuses the programs that are known to run others, under the
 * spellings that are known for them. Every name that is added must be one that the owner trusts to
 * run any code. Immutable; safe for use by several threads.
 */
public final class ExtraPrograms {
  /**
   * The answer for one name.
   *
   * @param name the name as it was asked for
   * @param accepted whether it may be added
   * @param reason why, in words for the owner
   */
  public record Judgement(String name, boolean accepted, String reason) {}

  /**
   * Programs that run code which their arguments name, but that owners add on purpose, under a key
   * of its own.
   */
  private static final Set<String> RUN_CODE = Set.of("java", "javaw", "sbt", "scala-cli");

  /** A compiler or debugger for a machine: {@code aarch64-linux-gnu-gcc}. */
  private static final Pattern CROSS =
      Pattern.compile(
          "(x86_64|i[3-6]86|aarch64|arm[a-z0-9]*|riscv(32|64)|powerpc[a-z0-9]*|s390x|mips[a-z0-9]*)-");

  private static final int MAX_LENGTH = 64;

  private static final class Holder {
    static final Map<String, String> NEVER = read(ResourceText.read("never-list.txt"));
  }

  private ExtraPrograms() {}

  private static Map<String, String> read(String text) {
    Map<String, String> never = new HashMap<>(2048);
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(": ");
      if (!line.startsWith("#") && colon > 0) {
        for (String name : line.substring(colon + 2).split(" ", 0)) {
          never.putIfAbsent(name, line.substring(0, colon));
        }
      }
    }
    return never;
  }

  /** Judges a name for the ordinary list ({@code programs} in a policy file). */
  public static Judgement judge(String name) {
    Judgement spelling = spelling(name);
    if (!spelling.accepted()) {
      return spelling;
    }
    for (String known : readings(name)) {
      if (RUN_CODE.contains(known)) {
        return refuse(
            name,
            "'"
                + known
                + "' runs code that its arguments name; add it under programs_that_run_code");
      }
    }
    return unlessNever(name);
  }

  /**
   * Judges a name for the list of programs that run code ({@code programs_that_run_code}): a
   * warning is due for it.
   */
  public static Judgement judgeRunningCode(String name) {
    Judgement spelling = spelling(name);
    return spelling.accepted() ? unlessNever(name) : spelling;
  }

  /**
   * Splits a list of names as it stands in {@code WORKSPACE_EXTRA_COMMANDS}: by commas and blanks.
   *
   * @throws IllegalArgumentException for a name that is refused; the message says why
   */
  public static Set<String> parse(String list) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : list.split("[,\\s]+", 0)) {
      if (!name.isEmpty()) {
        Judgement judgement = RUN_CODE.contains(name) ? judgeRunningCode(name) : judge(name);
        if (!judgement.accepted()) {
          throw new IllegalArgumentException(judgement.reason());
        }
        names.add(name);
      }
    }
    return names;
  }

  private static Judgement unlessNever(String name) {
    for (String known : readings(name)) {
      if (RUN_CODE.contains(known)) {
        return new Judgement(name, true, "'" + name + "' runs any code that its arguments name");
      }
      String reason = Holder.NEVER.get(known);
      if (reason != null) {
        return refuse(name, "'" + name + "' " + reason + ", so it can't be added");
      }
    }
    return new Judgement(
        name,
        true,
        "'"
            + name
            + "' is not known to run other programs; paths are checked, its options are not");
  }

  private static Judgement spelling(String name) {
    boolean bare =
        !name.isEmpty()
            && name.length() <= MAX_LENGTH
            && name.chars().allMatch(ExtraPrograms::isNameCharacter)
            && name.charAt(0) != '-'
            && name.charAt(0) != '.'
            && name.chars().anyMatch(c -> Character.isLetterOrDigit(c));
    return bare
        ? new Judgement(name, true, "")
        : refuse(
            name,
            "'" + name + "' is not a bare program name: ASCII letters, digits and . _ + - only");
  }

  private static boolean isNameCharacter(int c) {
    return c < 128
        && (Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '+' || c == '-');
  }

  private static Judgement refuse(String name, String reason) {
    return new Judgement(name, false, reason);
  }

  /**
   * What the name may stand for: without letter case, extension, variant and version, in all their
   * combinations.
   */
  private static List<String> readings(String name) {
    List<String> readings = new ArrayList<>();
    String lower = name.toLowerCase(Locale.ROOT);
    add(readings, lower);
    String bare =
        lower.replaceFirst(
            "\\.(exe|com|bat|cmd|ps1|sh|py|pl|rb|static|real|orig|distrib|bin)$", "");
    add(readings, bare);
    int dot = bare.indexOf('.');
    if (dot > 0) {
      add(readings, bare.substring(0, dot));
    }
    if (CROSS.matcher(bare).lookingAt()) {
      for (int dash = bare.indexOf('-'); dash > 0; dash = bare.indexOf('-', dash + 1)) {
        add(readings, bare.substring(dash + 1));
      }
    }
    if (lower.matches("ld-linux.*|ld-musl.*|ld-.*\\.so.*|ld(64)?\\.so.*")) {
      readings.add("ld.so");
    }
    return readings;
  }

  private static void add(List<String> readings, String name) {
    readings.add(name);
    String shorter =
        name.replaceFirst(
            "-(dbg|debug|static|minimal|tiny|basic|nox|gtk[34]?|qt|x11|lucid|full|host|multiarch|preview|nightly|wrapped|original|config-run)$",
            "");
    readings.add(shorter);
    String unversioned = shorter.replaceFirst("[-._]?[0-9][0-9._]*[a-z]*$", "");
    if (!unversioned.isEmpty()) {
      readings.add(unversioned.replaceFirst("-(dbg|debug)$", ""));
    }
    readings.add(shorter.replaceFirst("[-.]?[0-9][0-9._]*$", ""));
  }
}
