package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command line read with its program's grammar: options with their values, operands with their
 * roles.
 *
 * <p>Options are recognised in clusters, with glued values, by any abbreviation, before and after
 * operands, as the GNU tools do (getopt_long(3)); {@code --} ends them.
 */
final class Invocation {
  /** An option as it was used; the value is null when it has none. */
  record Option(OptionSpec spec, @Nullable Argument value, Argument word) {
    boolean isUnknown() {
      return spec.isUnknown();
    }
  }

  private final Program program;
  private final List<Option> options = new ArrayList<>();
  private final List<Argument> operands = new ArrayList<>();
  private final List<Argument> assignments = new ArrayList<>();
  private int replaced;
  private int inner = -1;

  private Invocation(Program program) {
    this.program = program;
  }

  /** Reads the words after the program name. */
  static Invocation read(Program program, List<Argument> words) {
    Invocation invocation = new Invocation(program);
    invocation.readAll(words);
    return invocation;
  }

  private void readAll(List<Argument> words) {
    boolean optionsOver = program.is("plain");
    for (int i = 0; i < words.size(); i++) {
      Argument word = words.get(i);
      String value = word.value();
      if (i == 0 && program.is("letters") && value.matches("[A-Za-z]+")) {
        i = readLetters(words);
        continue;
      }
      if (program.takesAssignments() && isAssignment(value) && (optionsOver || !isOption(value))) {
        assignments.add(word);
        optionsOver = true;
        continue;
      }
      if (program.innerStartsAt(operands.size() + replaced) && (optionsOver || !isOption(value))) {
        inner = operands.size();
        operands.addAll(words.subList(i, words.size()));
        return;
      }
      if (!optionsOver && value.equals("--")) {
        optionsOver = true;
      } else if (!optionsOver && isOption(value)) {
        i = readOption(words, i);
      } else {
        operands.add(word);
        optionsOver |= program.is("posix");
      }
    }
  }

  /**
   * tar's first word without a dash: letters whose values are the next words, one after another.
   */
  private int readLetters(List<Argument> words) {
    int at = 0;
    for (char letter : words.getFirst().value().toCharArray()) {
      OptionSpec spec = program.exact("-" + letter);
      boolean takes = spec != null && spec.takesNextWord() && at + 1 < words.size();
      options.add(
          new Option(
              spec == null ? OptionSpec.UNKNOWN : spec,
              takes ? words.get(++at) : null,
              words.getFirst()));
    }
    return at;
  }

  private static boolean isAssignment(String value) {
    int equals = value.indexOf('=');
    return equals > 0 && value.charAt(0) != '-';
  }

  private boolean isOption(String value) {
    if (program.is("dd")) {
      return value.indexOf('=') > 0 || value.startsWith("--");
    }
    return value.length() > 1
        && (value.charAt(0) == '-' || (program.is("plus") && value.charAt(0) == '+'));
  }

  private int readOption(List<Argument> words, int at) {
    Argument word = words.get(at);
    String value = word.value();
    if (program.is("dd") && !value.startsWith("--")) {
      return readAssignment(word, at);
    }
    if (value.startsWith("--")) {
      return readLong(words, at);
    }
    if (program.is("single") || program.exact(value) != null) {
      OptionSpec whole = program.exact(value);
      if (whole != null) {
        return take(whole, null, words, at);
      }
      int equals = value.indexOf('=');
      OptionSpec named = equals < 0 ? null : program.exact(value.substring(0, equals));
      if (named != null) {
        options.add(new Option(named, word.from(equals + 1), word));
        return at;
      }
      if (program.is("single") && !program.is("cluster")) {
        options.add(new Option(OptionSpec.UNKNOWN, null, word));
        return at;
      }
    }
    return readCluster(words, at);
  }

  private int readAssignment(Argument word, int at) {
    int equals = word.value().indexOf('=');
    OptionSpec spec = program.exact(word.value().substring(0, equals));
    options.add(new Option(spec == null ? OptionSpec.UNKNOWN : spec, word.from(equals + 1), word));
    return at;
  }

  private int readLong(List<Argument> words, int at) {
    Argument word = words.get(at);
    int equals = word.value().indexOf('=');
    String spelling = equals < 0 ? word.value() : word.value().substring(0, equals);
    Argument glued = equals < 0 ? null : word.from(equals + 1);
    List<OptionSpec> candidates = program.abbreviated(spelling);
    if (candidates.isEmpty()) {
      options.add(new Option(OptionSpec.UNKNOWN, glued, word));
      return at;
    }
    return take(strictest(candidates), glued, words, at);
  }

  /** Of an ambiguous abbreviation the refused reading counts, else the first that takes a value. */
  private static OptionSpec strictest(List<OptionSpec> candidates) {
    OptionSpec chosen = candidates.get(0);
    for (OptionSpec candidate : candidates) {
      if (candidate.refused() && !chosen.refused()) {
        chosen = candidate;
      }
    }
    return chosen;
  }

  private int take(OptionSpec spec, @Nullable Argument glued, List<Argument> words, int at) {
    Argument word = words.get(at);
    replaced += spec.replacesOperand() ? 1 : 0;
    if (glued == null && spec.takesNextWord() && at + spec.words() < words.size()) {
      options.add(new Option(spec, words.get(at + spec.words()), word));
      return at + spec.words();
    }
    options.add(new Option(spec, glued, word));
    return at;
  }

  private int readCluster(List<Argument> words, int at) {
    Argument word = words.get(at);
    String value = word.value();
    for (int i = 1; i < value.length(); i++) {
      char c = value.charAt(i);
      OptionSpec spec = program.exact(value.charAt(0) + String.valueOf(c));
      if (spec == null && i == 1 && program.is("num") && c >= '0' && c <= '9') {
        return at;
      }
      if (spec == null) {
        options.add(new Option(OptionSpec.UNKNOWN, null, word));
      } else if (spec.role() == Role.FLAG) {
        options.add(new Option(spec, null, word));
      } else if (i + 1 < value.length()) {
        replaced += spec.replacesOperand() ? 1 : 0;
        options.add(new Option(spec, word.from(i + 1), word));
        return at;
      } else {
        return take(spec, null, words, at);
      }
    }
    return at;
  }

  Program program() {
    return program;
  }

  List<Option> options() {
    return options;
  }

  List<Argument> operands() {
    return operands;
  }

  /** {@code NAME=VALUE} words before the inner command. */
  List<Argument> assignments() {
    return assignments;
  }

  /** The role of the operand at {@code index}. */
  Role roleOf(int index) {
    return program.roleOf(index + Math.min(replaced, 1), operands.size() + Math.min(replaced, 1));
  }

  /** The words of the command or code that this one runs; empty when there is none. */
  List<Argument> inner() {
    return inner < 0 ? List.of() : operands.subList(inner, operands.size());
  }

  boolean has(String name) {
    return find(name) != null;
  }

  /** The last use of the option whose first spelling is {@code name}. */
  @Nullable Option find(String name) {
    for (int i = options.size() - 1; i >= 0; i--) {
      if (options.get(i).spec().name().equals(name)) {
        return options.get(i);
      }
    }
    return null;
  }

  boolean hasAny(String... names) {
    for (String name : names) {
      if (has(name)) {
        return true;
      }
    }
    return false;
  }
}
