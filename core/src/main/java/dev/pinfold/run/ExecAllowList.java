package dev.pinfold.run;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run of an allow-list profile may execute, by the kernel's word: its one program, the
 * loader that the program names, and git's own helpers for git. So a configuration that names a
 * pager, a filter or a hook starts nothing.
 *
 * <p>A program that is a script needs others and keeps the rights of the whole view.
 *
 * @param files canonical paths of programs
 * @param folders canonical paths of folders of programs
 */
record ExecAllowList(List<String> files, List<String> folders) {
  /** Enough for an ELF header and the program headers of any program that we know of. */
  private static final int HEADER_BYTES = 8192;

  private static final int PT_INTERP = 3;

  /** Where git keeps its helpers, below its prefix (git --exec-path). */
  private static final List<String> GIT_FOLDERS = List.of("lib/git-core", "libexec/git-core");

  /** For the program at {@code path}; empty where there is none, or where it is a script. */
  static Optional<ExecAllowList> of(String path) throws IOException {
    String program;
    try {
      program = Paths.real(path);
    } catch (ErrnoException _) {
      // The start will say so.
      return Optional.empty();
    }
    Optional<ByteBuffer> elf = elf(Path.of(program));
    if (elf.isEmpty()) {
      return Optional.empty();
    }
    List<String> files = new ArrayList<>(List.of(program));
    Optional<String> loader = loader(elf.get());
    if (loader.isPresent()) {
      files.add(Paths.real(loader.get()));
    }
    return Optional.of(new ExecAllowList(files, helpers(program)));
  }

  private static List<String> helpers(String program) throws IOException {
    Path file = Path.of(program);
    Path bin = file.getParent();
    Path prefix = bin == null ? null : bin.getParent();
    if (!program.endsWith("/git") || prefix == null) {
      return List.of();
    }
    List<String> folders = new ArrayList<>();
    for (String name : GIT_FOLDERS) {
      if (Files.isDirectory(prefix.resolve(name))) {
        folders.add(prefix.resolve(name).toRealPath().toString());
      }
    }
    return folders;
  }

  /** Whether the program that is executed, {@code file}, is on the list. */
  boolean holds(String file) {
    return files.contains(file)
        || folders.stream().anyMatch(folder -> file.startsWith(folder + "/"));
  }

  /**
   * The same openings with the right to execute taken away from all but what the user has named,
   * and given to what is on the list.
   */
  List<Grant> narrowed(List<Grant> grants) {
    List<Grant> narrowed = new ArrayList<>();
    for (Grant grant : grants) {
      Access access = grant.access();
      narrowed.add(
          grant.origin() == Origin.USER
              ? grant
              : new Grant(
                  grant.path(), new Access(access.read(), access.write(), false), grant.origin()));
    }
    files.forEach(file -> narrowed.add(new Grant(file, Access.READ_EXECUTE, Origin.SYSTEM)));
    folders.forEach(folder -> narrowed.add(new Grant(folder, Access.READ_EXECUTE, Origin.SYSTEM)));
    return narrowed;
  }

  /** The start of a 64-bit little-endian ELF file (elf(5)). */
  private static Optional<ByteBuffer> elf(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      while (header.hasRemaining() && channel.read(header) > 0) {
        // A read may bring less than was asked for.
      }
      header.flip();
      boolean isElf = header.limit() >= 64 && header.getInt(0) == 0x464C457F && header.get(4) == 2;
      return isElf ? Optional.of(header) : Optional.empty();
    }
  }

  /** The path in the program's PT_INTERP header; empty for a static program. */
  private static Optional<String> loader(ByteBuffer elf) {
    long table = elf.getLong(32);
    int size = elf.getShort(54);
    int count = elf.getShort(56);
    for (int i = 0; i < count; i++) {
      long at = table + (long) i * size;
      if (at < 0 || at + 56 > elf.limit()) {
        return Optional.empty();
      }
      if (elf.getInt((int) at) == PT_INTERP) {
        long offset = elf.getLong((int) at + 8);
        long length = elf.getLong((int) at + 32) - 1;
        if (offset < 0 || length < 1 || offset + length > elf.limit()) {
          return Optional.empty();
        }
        byte[] path = new byte[(int) length];
        elf.get((int) offset, path);
        return Optional.of(new String(path, StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }
}
