package dev.pinfold.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places that take no journal: each is a real one, seen by a process of its own. */
class JournalRefusalTest {
  @TempDir Path home;

  /**
   * Runs {@link Writer} in a shell script: {@code $1} is the state home, the rest starts the
   * writer.
   */
  private String write(String script) throws Exception {
    Path stateHome = Files.createDirectories(home.resolve("state"));
    List<String> command =
        new ArrayList<>(List.of("sh", "-ec", script, "sh", stateHome.toString()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            stateHome.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void anOrdinaryPlaceTakesOne() throws Exception {
    assertThat(write("shift; exec \"$@\"")).startsWith("opened\n").endsWith("ended\nIntact\n");
  }

  @Test
  void aDiskThatFillsUpDuringTheRunFailsTheAppendAndShowsInTheJournal() throws Exception {
    // One page of memory is the whole disk: the first entries fit.
    String said =
        write(
            "exec unshare -rm sh -ec 'mount -t tmpfs -o size=4k none $1; shift; exec \"$@\"' sh"
                + " \"$@\"");
    assertThat(said)
        .startsWith("opened\ncould not write entry step to the journal ")
        .contains("No space left on device")
        .contains("takes no more entries since one could not be written")
        .containsPattern("Broken\\[line=\\d+, offset=\\d+, what=it is torn");
  }

  @Test
  void aFullDiskIsRefusedAndLeftAsItWas() throws Exception {
    String said =
        write(
            "exec unshare -rm sh -ec 'mount -t tmpfs -o size=4k none $1; printf %4096s x >$1/full; "
                + "s=$1; shift; \"$@\"; ls $s/pinfold/runs' sh \"$@\"");
    assertThat(said)
        .contains("No space left on device")
        .endsWith(
            "A run is never unrecorded: make room or give access there, or set XDG_STATE_HOME.\n");
    assertThat(said).startsWith("no journal at ");
  }

  @Test
  void aReadOnlyDiskIsRefused() throws Exception {
    String said =
        write(
            "exec unshare -rm sh -ec 'mount -t tmpfs -o ro none $1; shift; exec \"$@\"' sh \"$@\"");
    assertThat(said)
        .startsWith("no journal at " + home + "/state/pinfold: Read-only file system\n");
  }

  @Test
  void aDirectoryOfSomebodyElseIsRefused() throws Exception {
    boolean root = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    String said =
        write(
            root
                ? "mkdir -m 700 $1/pinfold; chown 65534 $1/pinfold; shift; exec \"$@\""
                // Files of root belong to nobody in a namespace that maps no other user than this.
                : "mkdir $1/pinfold; exec unshare -rm sh -ec 'mount --bind /usr $1/pinfold; shift;"
                    + " exec \"$@\"' sh \"$@\"");
    assertThat(said)
        .startsWith(
            "no journal at " + home + "/state/pinfold: it belongs to user 65534, not to you (0)\n")
        .endsWith("Set XDG_STATE_HOME to a directory of your own.\n");
  }

  /** Starts a run, appends until the disk is full or enough is written, and says what it saw. */
  static final class Writer {
    public static void main(String[] args) throws IOException {
      StateDirectory state = StateDirectory.of(Map.of("XDG_STATE_HOME", args[0]), Path.of("/"));
      try (Journal journal = Journal.open(state, new RunId("run-1"), InstantSource.system())) {
        System.out.println("opened");
        fill(journal);
      } catch (JournalUnavailableException e) {
        System.out.println(e.getMessage());
        System.out.println(e.hint());
        return;
      }
      Verification verification = JournalFile.verify(state.journalOf(new RunId("run-1")));
      System.out.println(verification.toString().replaceFirst("^Intact.*", "Intact"));
    }

    private static void fill(Journal journal) {
      try {
        for (int i = 0; i < 40; i++) {
          journal.append("step", Fields.none().with("text", "some text to fill the disk"));
        }
        journal.append(Journal.END, Fields.none());
        System.out.println("ended");
      } catch (IOException e) {
        System.out.println(e.getMessage());
        try {
          journal.append(Journal.END, Fields.none());
        } catch (IOException again) {
          System.out.println(again.getMessage());
        }
      }
    }
  }
}
