package dev.pinfold.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * All that a run can reach in the file system: nothing but its grants.
 *
 * @param grants in any order; several on one path add up
 * @param devices device files that may be read and written
 * @param keptAsTheyAre canonical paths inside writable grants that tier full lets nobody change,
 *     the most important ones first; {@link Pen#keptAsTheyAre} tells for which that worked
 */
public record View(List<Grant> grants, List<String> devices, List<String> keptAsTheyAre) {
  /** Copies the lists. */
  public View {
    grants = List.copyOf(grants);
    devices = List.copyOf(devices);
    keptAsTheyAre = List.copyOf(keptAsTheyAre);
  }

  /** A view in which what is granted is granted as a whole. */
  public View(List<Grant> grants, List<String> devices) {
    this(grants, devices, List.of());
  }

  /** A view with {@code more} grants. */
  public View with(List<Grant> more) {
    List<Grant> all = new ArrayList<>(grants);
    all.addAll(more);
    return new View(all, devices, keptAsTheyAre);
  }
}
