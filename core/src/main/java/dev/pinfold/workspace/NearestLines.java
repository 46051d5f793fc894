package dev.pinfold.workspace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lines of a file that come nearest to a text that is not in it. */
final class NearestLines {
  /** Comparing takes time; where the text should be is seldom further down. */
  private static final int MOST_LINES = 50_000;

  /** What of a line is compared, and shown. */
  private static final int MOST_CHARS = 200;

  /** Lines shown before and after the nearest. */
  private static final int AROUND = 1;

  private NearestLines() {}

  /** To be added to a message; empty when nothing is near. */
  static String shown(String file, String text) {
    String wanted = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    List<String> lines = file.lines().limit(MOST_LINES).toList();
    int nearest = nearest(lines, cut(wanted.strip()));
    if (nearest < 0) {
      return "";
    }
    var shown = new StringBuilder("; the nearest lines are:");
    for (int i = Math.max(0, nearest - AROUND);
        i <= Math.min(lines.size() - 1, nearest + AROUND);
        i++) {
      shown.append('\n').append(i + 1).append(": ").append(cut(lines.get(i)));
    }
    return shown.toString();
  }

  private static int nearest(List<String> lines, String wanted) {
    Map<Integer, Integer> pairs = pairs(wanted);
    int best = -1;
    // Less than half of it the same is no help.
    double most = 0.5;
    for (int i = 0; i < lines.size(); i++) {
      double near = likeness(cut(lines.get(i).strip()), wanted, pairs);
      if (near > most) {
        most = near;
        best = i;
      }
    }
    return best;
  }

  /** Sørensen–Dice coefficient of the pairs of neighbouring characters: 1 for the same text. */
  private static double likeness(String line, String wanted, Map<Integer, Integer> pairs) {
    if (line.equals(wanted)) {
      return 1;
    }
    Map<Integer, Integer> left = new HashMap<>(pairs);
    int shared = 0;
    for (int i = 0; i + 1 < line.length(); i++) {
      Integer count = left.computeIfPresent(pair(line, i), (_, n) -> n - 1);
      if (count != null && count >= 0) {
        shared++;
      }
    }
    return 2.0 * shared / Math.max(1, line.length() + wanted.length() - 2);
  }

  private static Map<Integer, Integer> pairs(String text) {
    Map<Integer, Integer> pairs = new HashMap<>();
    for (int i = 0; i + 1 < text.length(); i++) {
      pairs.merge(pair(text, i), 1, Integer::sum);
    }
    return pairs;
  }

  private static int pair(String text, int at) {
    return text.charAt(at) << 16 | text.charAt(at + 1);
  }

  private static String cut(String line) {
    return line.length() > MOST_CHARS ? line.substring(0, MOST_CHARS) : line;
  }
}
