package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which group is chosen, by trees of files that read as the kernel's do; what the kernel then makes
 * of it is tried in {@code ControlGroupTest} of module e2e.
 */
class ControlGroupPlaceTest {
  private static final String SELF = "4711";
  private static final Set<String> ALL = Set.of("memory", "pids", "cpu");

  @TempDir Path dir;

  @Test
  void theDelegatedParentThatPassesAllControllersOnIsChosen() throws Exception {
    ControlGroup parent = group("user.slice/job", "cpu io memory pids", "cpu memory pids", "");
    ControlGroup own = group("user.slice/job/me", "cpu memory pids", "", "1 " + SELF);
    assertThat(ControlGroupPlace.above(own, SELF)).isEqualTo(place(parent, ALL));
  }

  @Test
  void aGroupOfWhichThisProcessIsTheOnlyOneIsItsOwn() throws Exception {
    ControlGroup own = group("app.slice/run.scope", "cpu memory pids", "", SELF);
    assertThat(ControlGroupPlace.above(own, SELF)).isEqualTo(place(own, ALL));
  }

  @Test
  void aGroupWithOtherProcessesLimitsNothingAndSaysWhy() throws Exception {
    ControlGroup own = group("app.slice/run.scope", "cpu memory pids", "", "1 " + SELF);
    ControlGroupPlace place = ControlGroupPlace.above(own, SELF);
    assertThat(place.parent()).isEqualTo(own);
    assertThat(place.controllers()).isEmpty();
    assertThat(place.obstacle()).contains("other processes live in " + own.folder());
  }

  @Test
  void aSliceIsSystemdsAndIsNotTouched() throws Exception {
    group("app.slice", "cpu memory pids", "cpu memory pids", "");
    ControlGroup own = group("app.slice/run.scope", "cpu memory pids", "", "1 " + SELF);
    assertThat(ControlGroupPlace.above(own, SELF).parent()).isEqualTo(own);
  }

  @Test
  void theRootPassesOnWhatItPassesOnAndNoMore() throws Exception {
    ControlGroup root = group("", "cpu memory pids", "pids", "1 " + SELF);
    Files.delete(root.folder().resolve("cgroup.type"));
    ControlGroupPlace place = ControlGroupPlace.above(root, SELF);
    assertThat(place.controllers()).containsExactly("pids");
    assertThat(place.obstacle()).contains("the root group passes on only: pids");
  }

  @Test
  void controllersThatAreInVersion1AreNamedAsMissing() throws Exception {
    ControlGroup own = group("job/me", "hugetlb", "", "1 " + SELF);
    group("job", "hugetlb", "hugetlb", "");
    ControlGroupPlace place = ControlGroupPlace.above(own, SELF);
    assertThat(place.controllers()).isEmpty();
    assertThat(place.obstacle()).contains("has only: none of memory, pids, cpu");
  }

  private static ControlGroupPlace place(ControlGroup parent, Set<String> controllers) {
    return new ControlGroupPlace(
        parent, controllers, "in " + parent.folder() + " cgroup v2 has only: memory, pids, cpu");
  }

  private ControlGroup group(String name, String controllers, String passedOn, String processes)
      throws IOException {
    Path folder = Files.createDirectories(dir.resolve("cgroup").resolve(name));
    Files.writeString(folder.resolve("cgroup.type"), "domain\n");
    Files.writeString(folder.resolve("cgroup.controllers"), controllers + "\n");
    Files.writeString(folder.resolve("cgroup.subtree_control"), passedOn + "\n");
    Files.writeString(folder.resolve("cgroup.procs"), processes.replace(' ', '\n') + "\n");
    return new ControlGroup(folder);
  }
}
