package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A classic BPF program for seccomp: readable data, one comment an instruction.
 *
 * @param instructions at most {@link #MAX_INSTRUCTIONS}
 */
public record BpfProgram(List<Instruction> instructions) {
  /** BPF_MAXINSNS of linux/bpf_common.h. */
  public static final int MAX_INSTRUCTIONS = 4096;

  /** sizeof(struct sock_filter). */
  private static final int INSTRUCTION_BYTES = 8;

  /** Checks the length. */
  public BpfProgram {
    instructions = List.copyOf(instructions);
    if (instructions.isEmpty() || instructions.size() > MAX_INSTRUCTIONS) {
      throw new IllegalArgumentException(instructions.size() + " instructions");
    }
  }

  /**
   * struct sock_filter.
   *
   * @param op what to do
   * @param jumpTrue instructions to skip when the comparison holds, 0 to 255
   * @param jumpFalse instructions to skip when it does not, 0 to 255
   * @param operand the constant
   * @param comment what it is for
   */
  public record Instruction(Op op, int jumpTrue, int jumpFalse, int operand, String comment) {
    /** Checks that both jumps fit their byte. */
    public Instruction {
      if ((jumpTrue | jumpFalse) < 0 || jumpTrue > 255 || jumpFalse > 255) {
        throw new IllegalArgumentException("jump " + jumpTrue + "/" + jumpFalse + ": " + comment);
      }
    }

    @Override
    public String toString() {
      return "%-5s 0x%08x  +%d/+%d  ; %s".formatted(op, operand, jumpTrue, jumpFalse, comment);
    }
  }

  /** The codes in use; linux/bpf_common.h. */
  public enum Op {
    /** BPF_LD | BPF_W | BPF_ABS: a word of seccomp_data into the accumulator. */
    LOAD(0x20),
    /** BPF_ALU | BPF_AND | BPF_K. */
    AND(0x54),
    /** BPF_JMP | BPF_JEQ | BPF_K. */
    JEQ(0x15),
    /** BPF_JMP | BPF_JGT | BPF_K, unsigned. */
    JGT(0x25),
    /** BPF_JMP | BPF_JSET | BPF_K: any bit in common. */
    JSET(0x45),
    /** BPF_RET | BPF_K. */
    RET(0x06);

    private final int code;

    Op(int code) {
      this.code = code;
    }
  }

  /** The instructions as the kernel reads them: struct sock_filter[]. */
  byte[] bytes() {
    byte[] bytes = new byte[instructions.size() * INSTRUCTION_BYTES];
    MemorySegment filter = MemorySegment.ofArray(bytes);
    long at = 0;
    for (Instruction instruction : instructions) {
      filter.set(JAVA_SHORT_UNALIGNED, at, (short) instruction.op.code);
      filter.set(JAVA_BYTE, at + 2, (byte) instruction.jumpTrue);
      filter.set(JAVA_BYTE, at + 3, (byte) instruction.jumpFalse);
      filter.set(JAVA_INT_UNALIGNED, at + 4, instruction.operand);
      at += INSTRUCTION_BYTES;
    }
    return bytes;
  }

  /** struct sock_fprog and the filter it points at. */
  MemorySegment toNative(Arena arena) {
    byte[] bytes = bytes();
    MemorySegment filter = arena.allocate(bytes.length, 8);
    MemorySegment.copy(bytes, 0, filter, JAVA_BYTE, 0, bytes.length);
    MemorySegment program = arena.allocate(16, 8);
    program.set(JAVA_SHORT, 0, (short) instructions.size());
    program.set(JAVA_LONG, 8, filter.address());
    return program;
  }
}
