package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Machines on which tier full can't be had: prove, doctor and exec say so, and never take less than
 * was asked for. Made by a filter around the whole of {@code pinfold}, or a mount over bubblewrap.
 */
class PoorerMachineTest {
  /** As an ordinary user, who has no other way to them. */
  @Test
  void withoutUserNamespacesTierLandlockIsProvenAndFullIsRefused() {
    Identity identity = Identity.all().reduce((_, last) -> last).orElseThrow();
    try (Stage stage = new Stage(identity)) {
      // CLONE_NEWUSER in the flags of clone(2), by which bubblewrap makes its namespaces.
      withoutFull(stage, words -> Attacker.deprived(stage, "clone/0/0x10000000", 1, words));
    }
  }

  @Test
  void withoutBubblewrapTierLandlockIsProvenAndFullIsRefused() {
    Identity identity = Identity.all().findFirst().orElseThrow();
    try (Stage stage = new Stage(identity)) {
      withoutFull(stage, words -> withoutBubblewrap(new Pen(stage).command(words), identity));
    }
  }

  private interface Poorer {
    List<String> command(List<String> words);
  }

  private static void withoutFull(Stage stage, Poorer machine) {
    // The launcher's first start makes its cache, with many pens: not a part of what is tried.
    new Pen(stage).run(stage.environment(), List.of("version")).expectSuccess();
    Script both = run(stage, machine.command(List.of("prove", "fs.read.outside")));
    assertThat(both.exit()).as("%s", both).isZero();
    assertThat(both.out())
        .contains("fs.read.outside", "holds", "tier full: not here: ", "found bubblewrap");
    Script full = run(stage, machine.command(List.of("prove", "--tier", "full", "net.tcp")));
    assertThat(full.exit()).as("%s", full).isEqualTo(125);
    Script doctor = run(stage, machine.command(List.of("doctor")));
    assertThat(doctor.exit()).as("%s", doctor).isZero();
    assertThat(doctor.out())
        .contains("tier landlock: works here")
        .contains("tier full: does not work here: bubblewrap");
    Pen pen = new Pen(stage);
    List<String> touch = List.of("sh", "-c", "echo ran");
    Script refused = run(stage, machine.command(pen.execWords(List.of("--sandbox=full"), touch)));
    assertThat(refused.exit()).as("%s", refused).isEqualTo(125);
    assertThat(refused.out()).isEmpty();
    Script auto = run(stage, machine.command(pen.execWords(List.of("--sandbox=auto"), touch)));
    assertThat(auto.out()).as("%s", auto).isEqualTo("ran\n");
    assertThat(auto.err()).contains("tier landlock, not full: bubblewrap");
  }

  /** An empty file in its place, in a mount namespace that ends with the command. */
  private static List<String> withoutBubblewrap(List<String> command, Identity identity) {
    List<String> words = new ArrayList<>(List.of("unshare"));
    if (!identity.isRoot() && identity.prefix().isEmpty()) {
      words.addAll(List.of("--user", "--map-root-user"));
    }
    words.addAll(
        List.of(
            "--mount",
            "sh",
            "-c",
            "for b in /usr/bin/bwrap /bin/bwrap /usr/local/bin/bwrap; do"
                + " [ ! -e $b ] || mount --bind /dev/null $b || exit 9; done; exec \"$@\"",
            "sh"));
    words.addAll(command);
    return words;
  }

  private static Script run(Stage stage, List<String> command) {
    return Script.run(command, stage.workspace(), stage.environment());
  }
}
