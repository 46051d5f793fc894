package dev.pinfold;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.pinfold.linux.Starter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The drawing of ARCHITECTURE.md, as data, held against the compiled classes. */
class ArchitectureTest {
  /**
   * From the ground up; rooms of one floor do not see each other, and nobody sees a floor above.
   */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("shell", "linux", "egress"),
          List.of("policy", "workspace", "protect"),
          List.of("sandbox"),
          List.of("journal", "process"),
          List.of("run"),
          List.of("prove", "tools"),
          List.of("agent"),
          List.of("cli"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // The fake server of models comes with the other tests of its module.
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("dev.pinfold");

  @Test
  void roomsSeeOnlyWhatIsBelowThem() {
    for (int floor = 0; floor < FLOORS.size(); floor++) {
      for (String room : FLOORS.get(floor)) {
        List<String> forbidden = new ArrayList<>();
        FLOORS.get(floor).stream()
            .filter(other -> !other.equals(room))
            .forEach(other -> forbidden.add("dev.pinfold." + other + ".."));
        FLOORS.stream()
            .skip(floor + 1)
            .flatMap(List::stream)
            .forEach(other -> forbidden.add("dev.pinfold." + other + ".."));
        if (!forbidden.isEmpty()) {
          noClasses()
              .that(resideInAPackage("dev.pinfold." + room + ".."))
              .should()
              .dependOnClassesThat(resideInAnyPackage(forbidden.toArray(String[]::new)))
              .check(CLASSES);
        }
      }
    }
  }

  @Test
  void everyRoomIsInTheDrawing() {
    List<String> drawn =
        FLOORS.stream().flatMap(List::stream).map(room -> "dev.pinfold." + room).toList();
    assertThat(CLASSES.stream().map(c -> room(c.getPackageName())).distinct())
        .isSubsetOf(drawn)
        .containsAll(drawn);
  }

  /** A room may have parts of its own: {@code agent.loop} is one of {@code agent}. */
  private static String room(String name) {
    return String.join(".", List.of(name.split("\\.", -1)).subList(0, 3));
  }

  @Test
  void aRoomsPartsSeeOnlyWhatIsBelowThem() {
    noClasses()
        .that(resideInAPackage("dev.pinfold.agent"))
        .or(resideInAPackage("dev.pinfold.agent.model.."))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.pinfold.agent.loop..", "dev.pinfold.agent.demo.."))
        .check(CLASSES);
    noClasses()
        .that(resideInAPackage("dev.pinfold.agent.loop.."))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.pinfold.agent.demo.."))
        .check(CLASSES);
  }

  @Test
  void nativeAccessIsInOneRoom() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.pinfold.linux")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.SymbolLookup")
        .check(CLASSES);
  }

  @Test
  void onePlaceSpawnsProcesses() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.ProcessBuilder")
        .orShould()
        .callMethod(Runtime.class, "exec", String[].class)
        .orShould()
        .callMethod(Runtime.class, "exec", String[].class, String[].class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.pinfold.linux", "dev.pinfold.sandbox")
        .should()
        .dependOnClassesThat()
        .haveNameMatching("dev\\.pinfold\\.linux\\.(PosixSpawn|Starter.*)")
        .check(CLASSES);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.pinfold.sandbox.Pen")
        .should()
        .callMethod(Starter.Builder.class, "execve", String.class, List.class, List.class)
        .check(CLASSES);
  }

  @Test
  void jsonIsWrittenAsAStreamOnly() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("tools.jackson.databind.."))
        .check(CLASSES);
  }
}
