package dev.pinfold.sandbox;

import java.util.List;

/**
 * What to execute.
 *
 * @param path its file; not looked up
 * @param arguments its vector, its name first
 * @param environment all of it, each {@code NAME=value}
 * @param folder where it starts
 */
public record Program(
    String path, List<String> arguments, List<String> environment, String folder) {
  /** Copies the lists. */
  public Program {
    arguments = List.copyOf(arguments);
    environment = List.copyOf(environment);
  }
}
