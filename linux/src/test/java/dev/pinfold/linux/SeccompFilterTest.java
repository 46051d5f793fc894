package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.SeccompFilter.Action;
import dev.pinfold.linux.SeccompFilter.Case;
import dev.pinfold.linux.SeccompFilter.Rule;
import dev.pinfold.linux.SeccompFilter.Test.Kind;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernel's own answers to filtered calls, from a thread that ends with the test. */
class SeccompFilterTest {
  private static List<Long> answers(List<Case> cases, long[]... arguments) throws Exception {
    SeccompFilter filter =
        new SeccompFilter(List.of(new Rule(Sys.KILL, cases, Action.fail(Errno.EIO))));
    BpfProgram program = filter.compile(Arch.current());
    var task =
        new FutureTask<>(
            () -> {
              Errno.check("prctl", Prctl.setNoNewPrivs());
              Errno.check("seccomp", Seccomp.install(program));
              return List.of(arguments).stream()
                  .map(a -> Libc.syscall(Sys.KILL, a[0], a[1]))
                  .toList();
            });
    Thread.ofPlatform().start(task);
    return task.get();
  }

  @Test
  void firstCaseWhoseTestsAllHoldDecides() throws Exception {
    List<Case> cases =
        List.of(
            new Case(
                List.of(SeccompFilter.Test.equal(0, 5), SeccompFilter.Test.equal(1, 6)),
                Action.fail(Errno.EBUSY)),
            new Case(List.of(SeccompFilter.Test.masked(0, 0xF0, 0x20)), Action.fail(Errno.EXDEV)),
            new Case(List.of(SeccompFilter.Test.anyBit(1, 0x300)), Action.fail(Errno.ELOOP)),
            new Case(List.of(SeccompFilter.Test.different(1, 6)), Action.fail(Errno.ENXIO)));
    assertThat(
            answers(
                cases,
                new long[] {5, 6},
                new long[] {0x2F, 6},
                new long[] {5, 0x206},
                new long[] {5, 7},
                new long[] {1, 6}))
        .containsExactly(-16L, -18L, -40L, -6L, -5L);
  }

  @Test
  void aPointerIsGivenWhenEitherHalfIsNotZero() throws Exception {
    List<Case> cases =
        List.of(new Case(List.of(SeccompFilter.Test.notNull(1)), Action.fail(Errno.EBUSY)));
    assertThat(answers(cases, new long[] {5, 0}, new long[] {5, 1}, new long[] {5, 1L << 32}))
        .containsExactly(-5L, -16L, -16L);
  }

  @Test
  void highHalfOfAnIntDoesNotHideIt() throws Exception {
    List<Case> cases =
        List.of(new Case(List.of(SeccompFilter.Test.equal(0, 5)), Action.fail(Errno.EBUSY)));
    assertThat(answers(cases, new long[] {5 | 1L << 40, 0})).containsExactly(-16L);
  }

  @Test
  void everyInstructionSaysWhatItIsFor() {
    SeccompFilter filter =
        new SeccompFilter(List.of(Rule.always(Sys.BPF, Action.fail(Errno.EPERM))));
    for (Arch arch : Arch.values()) {
      assertThat(filter.compile(arch).instructions())
          .allSatisfy(i -> assertThat(i.comment()).isNotBlank());
    }
    assertThat(Kind.values()).hasSize(4);
  }

  /** As the kernel would run it: most kernels know no x32, and none a call that is yet to come. */
  @ParameterizedTest
  @EnumSource(Arch.class)
  void otherEntriesAndUnjudgedCallsAreRefused(Arch arch) {
    Action allowed = Action.ALLOW;
    BpfProgram program =
        new SeccompFilter(List.of(Rule.always(Sys.KILL, Action.fail(Errno.EPERM)))).compile(arch);
    int kill = Sys.KILL.nr(arch);
    assertThat(run(program, arch.audit(), kill)).isEqualTo(Action.fail(Errno.EPERM));
    assertThat(run(program, arch.audit(), Sys.HIGHEST_KNOWN)).isEqualTo(allowed);
    assertThat(run(program, arch.audit(), Sys.HIGHEST_KNOWN + 1))
        .isEqualTo(Action.fail(Errno.ENOSYS));
    assertThat(run(program, arch.audit(), -1)).isEqualTo(Action.fail(Errno.ENOSYS));
    assertThat(run(program, arch.audit(), kill | 0x4000_0000)).isEqualTo(Action.fail(Errno.ENOSYS));
    int i386 = 0x4000_0003; // AUDIT_ARCH_I386 of linux/audit.h
    assertThat(run(program, i386, kill)).isEqualTo(Action.KILL_PROCESS);
  }

  /** A call without arguments through the program. */
  private static Action run(BpfProgram program, int arch, int number) {
    int accumulator = 0;
    int at = 0;
    while (true) {
      BpfProgram.Instruction now = program.instructions().get(at);
      at++;
      int operand = now.operand();
      switch (now.op()) {
        case LOAD -> accumulator = operand == 0 ? number : operand == 4 ? arch : 0;
        case AND -> accumulator &= operand;
        case JEQ -> at += accumulator == operand ? now.jumpTrue() : now.jumpFalse();
        case JGT ->
            at +=
                Integer.compareUnsigned(accumulator, operand) > 0
                    ? now.jumpTrue()
                    : now.jumpFalse();
        case JSET -> at += (accumulator & operand) != 0 ? now.jumpTrue() : now.jumpFalse();
        case RET -> {
          return new Action(operand);
        }
      }
    }
  }
}
