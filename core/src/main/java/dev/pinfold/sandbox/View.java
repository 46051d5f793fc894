package dev.pinfold.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * All that a run can reach in the file system: nothing but its grants.
 *
 * @param grants in any order; several on one path add up
 * @param devices device files that may be read and written
 */
public record View(List<Grant> grants, List<String> devices) {
  /** Copies both lists. */
  public View {
    grants = List.copyOf(grants);
    devices = List.copyOf(devices);
  }

  /** A view with {@code more} grants. */
  public View with(List<Grant> more) {
    List<Grant> all = new ArrayList<>(grants);
    all.addAll(more);
    return new View(all, devices);
  }
}
