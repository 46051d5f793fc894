package dev.pinfold.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.Arch;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Prctl;
import dev.pinfold.linux.Seccomp;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sys;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every row of {@code syscalls.tsv}: the kernel's answers to a thread with the filter alone. */
@SuppressWarnings("restricted") // calls that the product never makes
class SyscallRulesTest {
  private static final int ARGUMENTS = 6;
  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                  JAVA_LONG),
              Linker.Option.captureCallState("errno"));

  private record Row(Sys sys, List<String> arguments, String held, String control, String why) {
    static Row of(String line) {
      String[] fields = line.split("\t", -1);
      List<String> arguments = fields[1].isEmpty() ? List.of() : List.of(fields[1].split(" ", -1));
      return new Row(Sys.valueOf(fields[0]), arguments, fields[2], fields[3], fields[4]);
    }

    boolean hasControl() {
      return !control.equals("never");
    }

    /** What the kernel itself answers; the part after a slash is for ordinary users. */
    List<String> controls() {
      String[] users = control.split("/", -1);
      return List.of(users[Signals.user() == 0 ? 0 : users.length - 1].split(",", -1));
    }

    List<String> answers() {
      return held.equals("NOTIFY") ? List.of("ENOSYS") : List.of(held.split(",", -1));
    }

    @Override
    public String toString() {
      return sys.call() + " " + String.join(" ", arguments);
    }
  }

  @TestFactory
  Stream<DynamicTest> everyRow() throws Exception {
    List<Row> rows = rows();
    List<String> free =
        onAThread(() -> rows.stream().map(r -> r.hasControl() ? answer(r) : "").toList());
    List<String> filtered =
        onAThread(
            () -> {
              var filter =
                  SyscallRules.filter(Tier.LANDLOCK, process(), Signals.thread(), true, false);
              Errno.check("prctl", Prctl.setNoNewPrivs());
              Errno.check("seccomp", Seccomp.install(filter.compile(Arch.current())));
              return rows.stream().map(SyscallRulesTest::answer).toList();
            });
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      tests.add(test(rows.get(i), free.get(i), filtered.get(i)));
    }
    return tests.stream();
  }

  private static DynamicTest test(Row row, String free, String filtered) {
    return DynamicTest.dynamicTest(
        row.toString(),
        () -> {
          if (row.hasControl()) {
            assertThat(free).as("without the filter").isIn(row.controls());
          }
          assertThat(filtered).as("under the filter").isIn(row.answers());
        });
  }

  private static List<Row> rows() throws IOException {
    try (InputStream in = SyscallRulesTest.class.getResourceAsStream("syscalls.tsv")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Row::of)
          .filter(row -> row.sys().nr() >= 0)
          .toList();
    }
  }

  private static <T> T onAThread(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofPlatform().start(task);
    return task.get();
  }

  private static int process() {
    return (int) ProcessHandle.current().pid();
  }

  private static String answer(Row row) {
    long[] a = new long[ARGUMENTS];
    for (int i = 0; i < row.arguments().size(); i++) {
      a[i] = number(row.arguments().get(i));
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
      long nr = row.sys().nr();
      long result = (long) SYSCALL.invokeExact(errno, nr, a[0], a[1], a[2], a[3], a[4], a[5]);
      return result == -1 ? Errno.name(errno.get(JAVA_INT, 0)) : "ok";
    } catch (Throwable impossible) {
      throw new AssertionError("a downcall throws nothing", impossible);
    }
  }

  private static long number(String text) {
    return switch (text) {
      case "{self}" -> Signals.thread();
      case "{jvm}" -> process();
      default -> text.startsWith("-") ? Long.parseLong(text) : Long.decode(text);
    };
  }
}
