package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Not an attack but a poorer kernel: becomes a program for which one system call fails with a given
 * errno, as on a machine that lacks the feature. {@code deprive CALL[/ARGUMENT/BIT] ERRNO PROGRAM
 * ARG…}; with an argument's index (from 0) and a bit, only calls that have the bit set fail.
 */
final class DepriveAct {
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int SET_MODE_FILTER = 1;

  // include/uapi/linux/bpf_common.h
  private static final int LOAD_WORD = 0x20;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_BIT = 0x45;
  private static final int RETURN = 0x06;

  private static final int ALLOW = 0x7fff0000;
  private static final int FAIL_WITH = 0x00050000;

  /** struct seccomp_data: nr at 0, arguments from 16, eight bytes each. */
  private static final int FIRST_ARGUMENT = 16;

  static final Map<String, Act> ACTS = Map.of("deprive", DepriveAct::deprive);

  private DepriveAct() {}

  private static Answer deprive(Args args) {
    MemorySegment filter = filter(args.text(0).split("/", -1), (int) args.number(1));
    List<String> command = args.words().subList(2, args.words().size());
    MemorySegment argv = FileActs.strings(command.toArray(String[]::new));
    MemorySegment environment =
        FileActs.strings(
            System.getenv().entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .toArray(String[]::new));
    return call(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        .then(_ -> call(SECCOMP, SET_MODE_FILTER, 0, filter))
        .then(_ -> call(EXECVE, command.getFirst(), argv, environment));
  }

  private static MemorySegment filter(String[] what, int errno) {
    int number = Call.valueOf(what[0].toUpperCase(Locale.ROOT)).number();
    boolean anyArguments = what.length == 1;
    int argument = anyArguments ? 0 : FIRST_ARGUMENT + 8 * Integer.parseInt(what[1]);
    int bit = anyArguments ? 0 : Integer.decode(what[2]);
    MemorySegment program = Kernel.block(6 * 8);
    instruction(program, 0, LOAD_WORD, 0, 0, 0);
    instruction(program, 1, JUMP_IF_EQUAL, anyArguments ? 3 : 0, 2, number);
    instruction(program, 2, LOAD_WORD, 0, 0, argument);
    instruction(program, 3, JUMP_IF_BIT, 1, 0, bit);
    instruction(program, 4, RETURN, 0, 0, ALLOW);
    instruction(program, 5, RETURN, 0, 0, FAIL_WITH | errno);
    return longs(6, program.address());
  }

  /** struct sock_filter: code, jump if true, jump if false, constant. */
  private static void instruction(
      MemorySegment program, int index, int code, int ifTrue, int ifFalse, int constant) {
    program.set(JAVA_SHORT, 8L * index, (short) code);
    program.set(JAVA_BYTE, 8L * index + 2, (byte) ifTrue);
    program.set(JAVA_BYTE, 8L * index + 3, (byte) ifFalse);
    program.set(JAVA_INT, 8L * index + 4, constant);
  }
}
