package dev.pinfold.linux;

import dev.pinfold.linux.BpfProgram.Instruction;
import dev.pinfold.linux.BpfProgram.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of judged calls, compiled to BPF.
 *
 * <p>The program checks the architecture first (another entry, such as int 0x80, kills: its numbers
 * mean other calls), then refuses x32 and every call that is newer than {@link Sys#HIGHEST_KNOWN},
 * then looks the number up. A call that stands in no rule is allowed.
 *
 * @param rules one for each call, in the order in which they are compared
 */
public record SeccompFilter(List<Rule> rules) {
  /* Offsets in struct seccomp_data, linux/seccomp.h. */
  private static final int NR = 0;
  private static final int ARCH = 4;
  private static final int ARGS = 16;

  /** __X32_SYSCALL_BIT, asm/unistd.h. */
  private static final int X32_BIT = 0x4000_0000;

  /** Copies the rules. */
  public SeccompFilter {
    rules = List.copyOf(rules);
  }

  /**
   * What becomes of a call.
   *
   * @param value the SECCOMP_RET_ word
   */
  public record Action(int value) {
    /** The kernel goes on with the call. */
    public static final Action ALLOW = new Action(0x7FFF_0000);

    /** The supervisor answers the call. */
    public static final Action NOTIFY = new Action(0x7FC0_0000);

    static final Action KILL_PROCESS = new Action(0x8000_0000);

    /** The call fails with {@code errno}. */
    public static Action fail(int errno) {
      return new Action(0x0005_0000 | errno);
    }

    @Override
    public String toString() {
      return switch (value) {
        case 0x7FFF_0000 -> "allow";
        case 0x7FC0_0000 -> "notify";
        case 0x8000_0000 -> "kill";
        default -> "fail with " + Errno.name(value & 0xFFFF);
      };
    }
  }

  /**
   * A judged call.
   *
   * @param sys the call
   * @param cases tried in order; the first whose tests all hold decides
   * @param otherwise when none does
   */
  public record Rule(Sys sys, List<Case> cases, Action otherwise) {
    /** Copies the cases. */
    public Rule {
      cases = List.copyOf(cases);
    }

    /** A rule that looks at no argument. */
    public static Rule always(Sys sys, Action action) {
      return new Rule(sys, List.of(), action);
    }
  }

  /**
   * An action under conditions.
   *
   * @param tests all must hold
   * @param action what then becomes of the call
   */
  public record Case(List<Test> tests, Action action) {
    /** Copies the tests. */
    public Case {
      tests = List.copyOf(tests);
    }
  }

  /**
   * A look at the low 32 bits of an argument (the kernel ignores the high ones of an int), or at
   * both halves of a pointer.
   *
   * @param argument 0 to 5
   * @param kind how
   * @param mask bits that count
   * @param value to compare with
   */
  public record Test(int argument, Kind kind, int mask, int value) {
    /** The comparisons. */
    public enum Kind {
      /** The masked low half is {@code value}. */
      EQUAL,
      /** The masked low half is not {@code value}. */
      DIFFERENT,
      /** Any of the bits of {@code mask} is set in the low half. */
      ANY_BIT,
      /** The 64 bits are not all zero. */
      NOT_NULL
    }

    /** The low half is {@code value}. */
    public static Test equal(int argument, int value) {
      return new Test(argument, Kind.EQUAL, -1, value);
    }

    /** The bits of {@code mask} in the low half are {@code value}. */
    public static Test masked(int argument, int mask, int value) {
      return new Test(argument, Kind.EQUAL, mask, value);
    }

    /** The low half is anything but {@code value}. */
    public static Test different(int argument, int value) {
      return new Test(argument, Kind.DIFFERENT, -1, value);
    }

    /** A bit of {@code mask} is set. */
    public static Test anyBit(int argument, int mask) {
      return new Test(argument, Kind.ANY_BIT, mask, 0);
    }

    /** The pointer is given. */
    public static Test notNull(int argument) {
      return new Test(argument, Kind.NOT_NULL, -1, 0);
    }
  }

  /** Compiles for an architecture; calls that it lacks are left out. */
  public BpfProgram compile(Arch arch) {
    List<Instruction> out = new ArrayList<>();
    out.add(new Instruction(Op.LOAD, 0, 0, ARCH, "the entry by which the call came"));
    out.add(new Instruction(Op.JEQ, 1, 0, arch.audit(), "our own: go on"));
    out.add(ret(Action.KILL_PROCESS, "another entry (32 bit): its numbers mean other calls"));
    out.add(new Instruction(Op.LOAD, 0, 0, NR, "the number of the call"));
    out.add(new Instruction(Op.JSET, 1, 0, X32_BIT, "x32: refused"));
    out.add(
        new Instruction(
            Op.JGT, 0, 1, Sys.HIGHEST_KNOWN, "newer than all that was judged: refused"));
    out.add(ret(Action.fail(Errno.ENOSYS), "as on a kernel without it"));
    for (Rule rule : rules) {
      if (rule.sys().nr(arch) >= 0) {
        append(out, rule, arch);
      }
    }
    out.add(ret(Action.ALLOW, "no rule: the kernel's other checks decide"));
    return new BpfProgram(out);
  }

  private static void append(List<Instruction> out, Rule rule, Arch arch) {
    List<Instruction> body = new ArrayList<>();
    String call = rule.sys().call();
    for (Case one : rule.cases()) {
      List<Instruction> tests = tests(one, call);
      body.addAll(tests);
      body.add(ret(one.action(), call + ": " + one.action()));
    }
    body.add(
        ret(
            rule.otherwise(),
            call + (rule.cases().isEmpty() ? ": " : ", otherwise: ") + rule.otherwise()));
    out.add(new Instruction(Op.JEQ, 0, body.size(), rule.sys().nr(arch), call + "?"));
    out.addAll(body);
  }

  /** The tests of a case; a test that fails jumps over the rest and over the case's return. */
  private static List<Instruction> tests(Case one, String call) {
    List<Instruction> out = new ArrayList<>();
    for (int i = one.tests().size() - 1; i >= 0; i--) {
      out.addAll(0, test(one.tests().get(i), out.size() + 1, call));
    }
    return out;
  }

  /** One test, when {@code past} instructions lie between its end and the next case. */
  private static List<Instruction> test(Test test, int past, String call) {
    int low = ARGS + 8 * test.argument();
    String arg = call + ", argument " + test.argument();
    Instruction load = new Instruction(Op.LOAD, 0, 0, low, arg);
    return switch (test.kind()) {
      case EQUAL ->
          test.mask() == -1
              ? List.of(load, new Instruction(Op.JEQ, 0, past, test.value(), arg + " is this"))
              : List.of(
                  load,
                  new Instruction(Op.AND, 0, 0, test.mask(), arg + ": the bits that count"),
                  new Instruction(Op.JEQ, 0, past, test.value(), arg + ": they are this"));
      case DIFFERENT ->
          List.of(load, new Instruction(Op.JEQ, past, 0, test.value(), arg + " is not this"));
      case ANY_BIT ->
          List.of(
              load, new Instruction(Op.JSET, 0, past, test.mask(), arg + " has one of these bits"));
      case NOT_NULL ->
          List.of(
              load,
              new Instruction(Op.JEQ, 0, 2, 0, arg + ": low half zero?"),
              new Instruction(Op.LOAD, 0, 0, low + 4, arg + ": high half"),
              new Instruction(Op.JEQ, past, 0, 0, arg + ": both zero, so not given"));
    };
  }

  private static Instruction ret(Action action, String comment) {
    return new Instruction(Op.RET, 0, 0, action.value(), comment);
  }
}
