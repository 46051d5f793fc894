package dev.pinfold.e2e.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The kernel's other entrances on x86-64: a filter that looks at call numbers only reads those of
 * another table. Each act writes a tiny program to the given path and runs it; the program exits
 * with 0 when its call worked, else with the errno.
 */
final class ForeignEntryActs {
  /** 64-bit program, 32-bit call: getpid is 20 in the i386 table. */
  private static final String INT80_GETPID =
      """
      b814000000  mov eax, 20
      cd80        int 0x80
      31ff        xor edi, edi
      85c0        test eax, eax
      7904        jns exit
      89c7        mov edi, eax
      f7df        neg edi
      b8e7000000  exit: mov eax, 231    exit_group, 64-bit
      0f05        syscall
      """;

  /** 64-bit program, 32-bit call: socket(AF_UNIX, SOCK_STREAM, 0) is 359 in the i386 table. */
  private static final String INT80_SOCKET =
      """
      b867010000  mov eax, 359
      bb01000000  mov ebx, 1
      b901000000  mov ecx, 1
      31d2        xor edx, edx
      cd80        int 0x80
      31ff        xor edi, edi
      85c0        test eax, eax
      7904        jns exit
      89c7        mov edi, eax
      f7df        neg edi
      b8e7000000  exit: mov eax, 231
      0f05        syscall
      """;

  /** A 32-bit program: getpid, then exit(0). */
  private static final String I386_GETPID =
      """
      b814000000  mov eax, 20
      cd80        int 0x80
      31db        xor ebx, ebx
      b801000000  mov eax, 1            exit, 32-bit
      cd80        int 0x80
      """;

  /** x32: getpid with bit 30 set. */
  private static final String X32_GETPID =
      """
      b827000040  mov eax, 0x40000027
      0f05        syscall
      31ff        xor edi, edi
      85c0        test eax, eax
      7904        jns exit
      89c7        mov edi, eax
      f7df        neg edi
      b8e7000000  exit: mov eax, 231
      0f05        syscall
      """;

  private static final int LOAD_ADDRESS = 0x400000;

  static final Map<String, Act> ACTS =
      Map.of(
          "int80-getpid", a -> run(a, elf64(INT80_GETPID)),
          "int80-socket", a -> run(a, elf64(INT80_SOCKET)),
          "i386-program", a -> run(a, elf32(I386_GETPID)),
          "x32-getpid", a -> run(a, elf64(X32_GETPID)));

  private ForeignEntryActs() {}

  private static Answer run(Args args, byte[] program) {
    Path file = Path.of(args.text(0));
    try {
      Files.write(file, program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!file.toFile().setExecutable(true)) {
      throw new IllegalStateException("can't make " + file + " executable");
    }
    String path = file.toString();
    return Child.call(Call.EXECVE, path, FileActs.strings(path), FileActs.strings());
  }

  /**
   * ELF header (64 bytes) and one segment, read and execute (56 bytes), then the code. System V
   * ABI, "Object files".
   */
  private static byte[] elf64(String listing) {
    byte[] code = Child.bytes(listing);
    int headers = 64 + 56;
    ByteBuffer elf = ByteBuffer.allocate(headers + code.length).order(ByteOrder.LITTLE_ENDIAN);
    identification(elf, 2, 62);
    elf.putLong(LOAD_ADDRESS + headers).putLong(64).putLong(0).putInt(0);
    sizes(elf, 64, 56);
    elf.putInt(1).putInt(5).putLong(0).putLong(LOAD_ADDRESS).putLong(LOAD_ADDRESS);
    elf.putLong(elf.capacity()).putLong(elf.capacity()).putLong(0x1000);
    return elf.put(code).array();
  }

  private static byte[] elf32(String listing) {
    byte[] code = Child.bytes(listing);
    int headers = 52 + 32;
    ByteBuffer elf = ByteBuffer.allocate(headers + code.length).order(ByteOrder.LITTLE_ENDIAN);
    identification(elf, 1, 3);
    elf.putInt(LOAD_ADDRESS + headers).putInt(52).putInt(0).putInt(0);
    sizes(elf, 52, 32);
    elf.putInt(1).putInt(0).putInt(LOAD_ADDRESS).putInt(LOAD_ADDRESS);
    elf.putInt(elf.capacity()).putInt(elf.capacity()).putInt(5).putInt(0x1000);
    return elf.put(code).array();
  }

  /** Magic, class, little-endian, version; then type EXEC, machine, version. */
  private static void identification(ByteBuffer elf, int elfClass, int machine) {
    elf.put(new byte[] {0x7f, 'E', 'L', 'F', (byte) elfClass, 1, 1, 0}).putLong(0);
    elf.putShort((short) 2).putShort((short) machine).putInt(1);
  }

  /** Sizes of the header and of a program header, one program header, no sections. */
  private static void sizes(ByteBuffer elf, int header, int programHeader) {
    elf.putShort((short) header).putShort((short) programHeader).putShort((short) 1);
    elf.putShort((short) 0).putShort((short) 0).putShort((short) 0);
  }
}
