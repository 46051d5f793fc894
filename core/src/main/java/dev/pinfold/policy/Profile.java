package dev.pinfold.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How much a run's commands may do. */
public enum Profile {
  /** A real shell; named rules refuse what destroys, publishes or steals. */
  PERMISSIVE("permissive"),
  /** No shell: an allow list of programs that read and write files of the workspace. */
  READ_WRITE("read-write"),
  /** No shell: an allow list of programs that only read. */
  READ_ONLY("read-only"),
  /** No commands at all. */
  LOCKED("locked");

  private final String label;

  Profile(String label) {
    this.label = label;
  }

  /** The names of all, mildest first. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Profile::label).toList();
  }

  /** The one that lets less run; they are declared in this order. */
  Profile stricter(Profile other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The name by which users know it, for example {@code read-only}. */
  public String label() {
    return label;
  }

  /**
   * Returns the profile of that name: surrounding blanks and letter case don't matter, the empty
   * name is {@link #PERMISSIVE}, {@code locked-down} is {@link #LOCKED}.
   *
   * @throws IllegalArgumentException for any other name; the message lists the names. There is no
   *     fallback.
   */
  public static Profile named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return PERMISSIVE;
    }
    if (wanted.equals("locked-down")) {
      return LOCKED;
    }
    for (Profile profile : values()) {
      if (profile.label.equals(wanted)) {
        return profile;
      }
    }
    throw new IllegalArgumentException(
        "unknown profile '"
            + name
            + "': expected permissive, read-write, read-only or locked (locked-down)");
  }
}
