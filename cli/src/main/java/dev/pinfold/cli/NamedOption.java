package dev.pinfold.cli;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** The three shapes of options that commands have. */
final class NamedOption {
  private NamedOption() {}

  /** Said or not. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).description(description).build();
  }

  /** With one value. */
  static OptionSpec one(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }

  /** With a value each time that it is said. */
  static OptionSpec many(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(description)
        .build();
  }
}
