package dev.pinfold.linux;

/** The machine architectures whose system call numbers we know. */
public enum Arch {
  /** AUDIT_ARCH_X86_64, linux/audit.h: EM_X86_64 (62), 64 bit, little endian. */
  X86_64(0xC000_003E),
  /** AUDIT_ARCH_AARCH64, linux/audit.h: EM_AARCH64 (183), 64 bit, little endian. */
  AARCH64(0xC000_00B7);

  private static final Arch CURRENT = detect();

  private final int audit;

  Arch(int audit) {
    this.audit = audit;
  }

  /** The architecture of this JVM. */
  public static Arch current() {
    return CURRENT;
  }

  /** What seccomp_data.arch holds for a call made through this architecture's own entry. */
  public int audit() {
    return audit;
  }

  private static Arch detect() {
    String name = System.getProperty("os.arch", "");
    return switch (name) {
      case "amd64", "x86_64" -> X86_64;
      case "aarch64" -> AARCH64;
      default ->
          throw new UnsupportedOperationException(
              "Pinfold knows no system call numbers for os.arch=" + name);
    };
  }
}
