package dev.pinfold.prove;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The sentences of a Markdown document: of its paragraphs, list items and table rows (a row is
 * one). Headings, code blocks, comments and what is generated are none.
 */
final class Sentences {
  private static final Pattern END = Pattern.compile("(?<=[.!?][*)]{0,2}) +(?=[A-Z*`(\\[])");

  private Sentences() {}

  static List<String> of(String document) {
    List<String> sentences = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean skipped = false;
    for (String line : document.lines().toList()) {
      boolean fence = line.startsWith("```");
      boolean table = line.endsWith(": from guarantees.txt -->");
      if (fence || table || line.equals("<!-- end -->")) {
        skipped = fence ? !skipped : table;
      }
      boolean prose = !skipped && !fence && !line.startsWith("<!--") && !line.startsWith("#");
      boolean starts = line.startsWith("|") || line.startsWith("* ") || line.startsWith("- ");
      if (!prose || line.isBlank() || starts) {
        flush(paragraph, sentences);
      }
      if (prose && line.startsWith("|")) {
        sentences.add(line);
      } else if (prose && !line.isBlank()) {
        paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
      }
    }
    flush(paragraph, sentences);
    return sentences;
  }

  private static void flush(StringBuilder paragraph, List<String> sentences) {
    if (!paragraph.isEmpty()) {
      sentences.addAll(List.of(END.split(paragraph.toString(), -1)));
      paragraph.setLength(0);
    }
  }
}
