package dev.pinfold.e2e.attack;

import java.util.List;

/** The words after an act's name. A process may be written {@code parent} or {@code self}. */
record Args(List<String> words) {
  Args {
    words = List.copyOf(words);
  }

  String text(int index) {
    if (index >= words.size()) {
      throw new IllegalArgumentException("argument " + (index + 1) + " is missing");
    }
    return words.get(index);
  }

  /** Decimal, or hexadecimal after {@code 0x}. */
  long number(int index) {
    return Long.decode(text(index));
  }

  long process(int index) {
    return switch (text(index)) {
      case "parent" -> Kernel.call(Call.GETPPID).value();
      case "self" -> Kernel.call(Call.GETPID).value();
      default -> number(index);
    };
  }
}
