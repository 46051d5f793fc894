package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The starter's file: elf(5), a header, two PT_LOAD headers, a page of code, the data. */
final class StarterElf {
  /** A page: segments must not share one. aarch64 kernels have pages of up to 64 KiB. */
  private static final long ALIGN = Arch.current() == Arch.AARCH64 ? 0x1_0000 : 0x1000;

  /** Where the data starts in the file. */
  static final long DATA_OFFSET = ALIGN * 2;

  private StarterElf() {}

  /** All of it, with {@code dataBytes} zeros for data. */
  static MemorySegment of(Arena arena, byte[] code, long dataBytes) {
    MemorySegment elf = arena.allocate(DATA_OFFSET + dataBytes, 8);
    elfHeader(elf);
    programHeader(elf, 64, 5, ALIGN, Starter.CODE_ADDRESS, code.length);
    programHeader(elf, 120, 6, DATA_OFFSET, Starter.DATA_ADDRESS, dataBytes);
    MemorySegment.copy(code, 0, elf, ValueLayout.JAVA_BYTE, ALIGN, code.length);
    return elf;
  }

  private static void elfHeader(MemorySegment elf) {
    elf.set(JAVA_INT, 0, 0x464C457F); // 0x7F "ELF"
    elf.set(JAVA_INT, 4, 0x0001_0102); // 64 bit, little endian, version 1, System V
    elf.set(JAVA_SHORT, 16, (short) 2); // ET_EXEC
    elf.set(JAVA_SHORT, 18, (short) (Arch.current() == Arch.X86_64 ? 62 : 183)); // e_machine
    elf.set(JAVA_INT, 20, 1); // e_version
    elf.set(JAVA_LONG, 24, Starter.CODE_ADDRESS); // e_entry
    elf.set(JAVA_LONG, 32, 64L); // e_phoff
    elf.set(JAVA_SHORT, 52, (short) 64); // e_ehsize
    elf.set(JAVA_SHORT, 54, (short) 56); // e_phentsize
    elf.set(JAVA_SHORT, 56, (short) 2); // e_phnum
  }

  private static void programHeader(
      MemorySegment elf, long at, int flags, long offset, long address, long bytes) {
    elf.set(JAVA_INT, at, 1); // PT_LOAD
    elf.set(JAVA_INT, at + 4, flags); // PF_R | PF_X or PF_R | PF_W
    elf.set(JAVA_LONG, at + 8, offset);
    elf.set(JAVA_LONG, at + 16, address);
    elf.set(JAVA_LONG, at + 24, address);
    elf.set(JAVA_LONG, at + 32, bytes);
    elf.set(JAVA_LONG, at + 40, bytes);
    elf.set(JAVA_LONG, at + 48, ALIGN);
  }
}
