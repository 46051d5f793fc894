package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.SeccompFilter.Action;
import dev.pinfold.linux.SeccompFilter.Case;
import dev.pinfold.linux.SeccompFilter.Rule;
import dev.pinfold.linux.SeccompFilter.Test.Kind;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

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

  @Test
  void aCallNewerThanAllThatWasJudgedIsRefused() throws Exception {
    BpfProgram program = new SeccompFilter(List.of()).compile(Arch.current());
    assertThat(program.instructions())
        .anySatisfy(i -> assertThat(i.operand()).isEqualTo(Sys.HIGHEST_KNOWN));
  }
}
