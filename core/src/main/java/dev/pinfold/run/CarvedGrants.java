package dev.pinfold.run;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.sandbox.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The default view without the user's own places. A home below /opt, or a state folder inside a
 * tool installation, would otherwise be open with the folder that holds it; Landlock can't close a
 * part of what a rule opens, so the rule is replaced by rules for what lies beside.
 */
final class CarvedGrants {
  /**
   * Most of the default view: single files and the kernel's own; asking where each leads would cost
   * 10 ms at every start.
   */
  private static final List<String> FIXED = List.of("/etc/", "/proc", "/sys/");

  private CarvedGrants() {}

  /**
   * Carves {@code places} out.
   *
   * @param grants of the default view
   * @param places paths of which no grant may hold one as a whole; a grant that lies inside one
   *     stays
   */
  static List<Grant> without(List<Grant> grants, List<String> places) {
    List<String> real = places.stream().map(CarvedGrants::real).toList();
    List<Grant> carved = new ArrayList<>();
    for (Grant grant : grants) {
      if (FIXED.stream().anyMatch(grant.path()::startsWith)) {
        carved.add(grant);
        continue;
      }
      String path = real(grant.path());
      if (real.stream().anyMatch(place -> holds(path, place))) {
        carve(grant, path, real, carved);
      } else {
        carved.add(grant);
      }
    }
    return carved;
  }

  private static void carve(Grant grant, String path, List<String> places, List<Grant> carved) {
    if (places.contains(path)) {
      return;
    }
    if (places.stream().noneMatch(place -> holds(path, place))) {
      carved.add(new Grant(path, grant.access(), grant.origin()));
      return;
    }
    try (Stream<Path> children = Files.list(Path.of(path))) {
      // A link's target is granted under its own name, if at all.
      children
          .filter(child -> !Files.isSymbolicLink(child))
          .forEach(child -> carve(grant, child.toString(), places, carved));
    } catch (IOException _) {
      // What can't be listed is not granted.
      return;
    }
  }

  /** {@code place} is {@code path} or below it. */
  private static boolean holds(String path, String place) {
    return place.equals(path) || place.startsWith(path.equals("/") ? "/" : path + "/");
  }

  private static String real(String path) {
    try {
      return Paths.real(path);
    } catch (ErrnoException _) {
      return path;
    }
  }
}
