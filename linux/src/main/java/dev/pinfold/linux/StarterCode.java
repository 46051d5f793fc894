package dev.pinfold.linux;

import java.util.HexFormat;

/**
 * The starter's machine code. Source, with a comment a line: {@code
 * linux/src/main/asm/starter-*.s}; {@code StarterCodeTest} assembles it and compares.
 */
final class StarterCode {
  private static final String X86_64 =
      """
      bb00006000488b03488b7b08488b7310488b53184c8b53204c8b43284c8b4b300f05488b\
      4b3883f90274114885c07812740485c975144883c340ebc948894338ebf441bc7f000000\
      eb034531e448894338b801000000bf030000004889deba400000000f05b8e70000004489\
      e70f05\
      """;

  private static final String AARCH64 =
      """
      130ca0d2680240a9610a41a9631242a9651a40f9010000d4691e40f93f0900f1c0000054\
      e000f8b7400000b4e90000b573020191f4ffff17601e00f9fdffff17f40f80d202000014\
      140080d2601e00f9080880d2600080d2e10313aa020880d2010000d4c80b80d2e00314aa\
      010000d4\
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
