package dev.pinfold.workspace;

import java.util.List;

/**
 * Names in a folder, and below it.
 *
 * @param path of the folder
 * @param entries in the order of their paths
 * @param truncated whether there are more than these
 * @param notes what was not looked into, and why
 */
public record FileListing(String path, List<Entry> entries, boolean truncated, List<String> notes)
    implements FileAnswer.Told {
  /** Copies the lists. */
  public FileListing {
    entries = List.copyOf(entries);
    notes = List.copyOf(notes);
  }

  /** What a name stands for. */
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    /** A device, a named pipe, a socket. */
    OTHER
  }

  /**
   * One name.
   *
   * @param path relative to the listed folder
   * @param kind what it stands for
   * @param target where a link leads; empty for everything else
   */
  public record Entry(String path, Kind kind, String target) {
    String text() {
      return switch (kind) {
        case FILE -> path;
        case FOLDER -> path + "/";
        case LINK -> path + " -> " + target;
        case OTHER -> path + " (no file)";
      };
    }
  }

  @Override
  public String text() {
    var text = new StringBuilder();
    for (Entry entry : entries) {
      text.append(entry.text()).append('\n');
    }
    if (entries.isEmpty()) {
      text.append("(empty directory)\n");
    }
    if (truncated) {
      text.append("[only these ").append(entries.size());
      text.append(", there are more: list a folder below]\n");
    }
    notes.forEach(note -> text.append('[').append(note).append("]\n"));
    return text.toString();
  }
}
