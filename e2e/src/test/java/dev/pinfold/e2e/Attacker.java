package dev.pinfold.e2e;

import dev.pinfold.e2e.attack.Attack;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines that start the attacker of this module. */
final class Attacker {
  /** One core's worth of start-up: nothing that the attacker does is worth compiling. */
  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "-Xmx128m",
          "--enable-native-access=ALL-UNNAMED");

  private Attacker() {}

  /** The folder with its classes, as built. */
  static Path classes() {
    try {
      return Path.of(Attack.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /**
   * With its classes in {@code classes}, since the built ones needn't be readable for who attacks.
   */
  static List<String> command(Path classes, String... words) {
    List<String> command = new ArrayList<>();
    command.add(java().toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", classes.toString(), Attack.class.getName()));
    command.addAll(List.of(words));
    return command;
  }

  /** Pinfold with these words, where a system call is answered with an error number. */
  static List<String> deprived(Stage stage, String call, int errno, List<String> words) {
    List<String> all = new ArrayList<>(List.of("deprive", call, Integer.toString(errno)));
    all.add(Distribution.INSTANCE.launcher().toString());
    all.addAll(words);
    return stage.identity().command(command(stage.attacker(), all.toArray(String[]::new)));
  }
}
