package dev.pinfold.workspace;

import java.util.List;

/**
 * What a search found.
 *
 * @param matches in the order of the files
 * @param files how many were searched
 * @param notes what was not searched, and why
 */
public record SearchResult(List<Match> matches, int files, List<String> notes)
    implements FileAnswer.Told {
  /** Copies the lists. */
  public SearchResult {
    matches = List.copyOf(matches);
    notes = List.copyOf(notes);
  }

  /**
   * A line that matches.
   *
   * @param path of its file, relative to the workspace
   * @param line its number, from 1
   * @param text the line, cut where it is long
   * @param before lines before it
   * @param after lines after it
   */
  public record Match(String path, int line, String text, List<String> before, List<String> after) {
    /** Copies the lists. */
    public Match {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }

    private void tell(StringBuilder out) {
      int number = line - before.size();
      for (String one : before) {
        out.append(path).append('-').append(number++).append("- ").append(one).append('\n');
      }
      out.append(path).append(':').append(line).append(": ").append(text).append('\n');
      number = line;
      for (String one : after) {
        out.append(path).append('-').append(++number).append("- ").append(one).append('\n');
      }
    }
  }

  @Override
  public String text() {
    var out = new StringBuilder();
    for (Match match : matches) {
      match.tell(out);
      if (!match.before().isEmpty() || !match.after().isEmpty()) {
        out.append("--\n");
      }
    }
    if (matches.isEmpty()) {
      out.append("no matches in ").append(files).append(files == 1 ? " file\n" : " files\n");
    }
    notes.forEach(note -> out.append('[').append(note).append("]\n"));
    return out.toString();
  }
}
