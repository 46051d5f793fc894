package dev.pinfold.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who runs Pinfold.
 *
 * @param name as tests show it
 * @param uid its user id
 * @param prefix the words before a command that is to run as this user
 */
record Identity(String name, long uid, List<String> prefix) {
  private static final String ORDINARY = "pinfold-e2e";

  Identity {
    prefix = List.copyOf(prefix);
  }

  /**
   * Root and an ordinary user where the suite runs as root; else the user of the suite, which is an
   * ordinary one.
   */
  static Stream<Identity> all() {
    return ALL.stream();
  }

  private static final List<Identity> ALL = find();

  boolean isRoot() {
    return uid == 0;
  }

  List<String> command(List<String> words) {
    return Stream.concat(prefix.stream(), words.stream()).toList();
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<Identity> find() {
    try {
      long self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      if (self != 0) {
        return List.of(new Identity("user", self, List.of()));
      }
      return List.of(new Identity("root", 0, List.of()), ordinary());
    } catch (IOException e) {
      throw new IllegalStateException("can't find out who runs the suite", e);
    }
  }

  /**
   * A user of the suite's own: signals and limits of an existing one would reach other programs.
   */
  private static Identity ordinary() throws IOException {
    if (Script.run(List.of("id", "-u", ORDINARY)).exit() != 0) {
      Script.run(List.of("useradd", "--system", "--no-create-home", "--shell", "/bin/sh", ORDINARY))
          .expectSuccess();
    }
    long uid =
        Long.parseLong(Script.run(List.of("id", "-u", ORDINARY)).expectSuccess().out().strip());
    String group = Script.run(List.of("id", "-g", ORDINARY)).expectSuccess().out().strip();
    List<String> prefix = new ArrayList<>(List.of("setpriv", "--reuid=" + uid, "--regid=" + group));
    prefix.addAll(List.of("--clear-groups", "--"));
    return new Identity("user", uid, prefix);
  }
}
