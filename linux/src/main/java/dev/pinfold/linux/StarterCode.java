package dev.pinfold.linux;

import java.util.HexFormat;

/**
 * The starter's machine code. Source, with a comment a line: {@code
 * linux/src/main/asm/starter-*.s}; {@code StarterCodeTest} assembles it and compares.
 */
final class StarterCode {
  private static final String X86_64 =
      """
      bb00006000488b03488b7b08488b7310488b53184c8b53204c8b43284c8b4b300f05\
      4885c078064883c340ebd848894338b801000000bf030000004889deba400000000f05\
      b8e7000000bf7f0000000f05\
      """;

  private static final String AARCH64 =
      """
      130ca0d2680240a9610a41a9631242a9651a40f9010000d46000f8b773020191f9ffff17\
      601e00f9080880d2600080d2e10313aa020880d2010000d4c80b80d2e00f80d2010000d4\
      """;

  private StarterCode() {}

  /** The code for {@code arch}, position: {@link Starter#CODE_ADDRESS}. */
  static byte[] of(Arch arch) {
    return HexFormat.of()
        .parseHex(
            switch (arch) {
              case X86_64 -> X86_64;
              case AARCH64 -> AARCH64;
            });
  }
}
