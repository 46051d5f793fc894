package dev.pinfold.workspace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One text exchanged for another, byte by byte: what is no UTF-8 elsewhere in the file stays.
 *
 * @param result the whole new content
 * @param lines where the text stood, counted from 1
 */
@SuppressWarnings("ArrayRecordComponent") // a value that is read once, never compared
record TextEdit(byte[] result, List<Integer> lines) {
  /** As many line numbers as help to find a place. */
  private static final int MOST_SHOWN = 10;

  /**
   * Edits.
   *
   * @param all whether every occurrence is meant; otherwise there must be one
   */
  static TextEdit of(byte[] content, byte[] from, byte[] to, boolean all, String doing)
      throws FileToolException {
    if (from.length == 0) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT,
          doing + ": the text to be replaced is empty",
          "to add text, replace a line by itself and the new lines");
    }
    List<Integer> starts = occurrences(content, from);
    if (starts.isEmpty()) {
      throw missing(content, from, doing);
    }
    List<Integer> lines = lines(content, starts);
    if (starts.size() > 1 && !all) {
      throw new FileToolException(
          FileErrorCode.TEXT_AMBIGUOUS,
          doing + ": the text is there " + starts.size() + " times, " + at(lines),
          "add lines around it until it is there once, or replace all");
    }
    var out = new ByteArrayOutputStream(content.length + to.length);
    int done = 0;
    for (int start : starts) {
      out.write(content, done, start - done);
      out.writeBytes(to);
      done = start + from.length;
    }
    out.write(content, done, content.length - done);
    return new TextEdit(out.toByteArray(), lines);
  }

  private static FileToolException missing(byte[] content, byte[] from, String doing) {
    String file = FileContent.decode(content);
    String text = FileContent.decode(from);
    String why = "the text is not in it";
    if (file.contains("\r\n") && file.replace("\r\n", "\n").contains(text)) {
      why += " with these line ends: its lines end with CR LF";
    }
    return new FileToolException(
        FileErrorCode.TEXT_NOT_FOUND,
        doing + ": " + why + NearestLines.shown(file, text),
        "copy the text from the file as it is, with its blanks");
  }

  /** Starts of occurrences that do not overlap; Latin-1 keeps bytes apart. */
  private static List<Integer> occurrences(byte[] content, byte[] from) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    String wanted = new String(from, StandardCharsets.ISO_8859_1);
    List<Integer> starts = new ArrayList<>();
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + from.length)) {
      starts.add(at);
    }
    return starts;
  }

  private static List<Integer> lines(byte[] content, List<Integer> starts) {
    List<Integer> lines = new ArrayList<>();
    int line = 1;
    int at = 0;
    for (int start : starts) {
      for (; at < start; at++) {
        if (content[at] == '\n') {
          line++;
        }
      }
      lines.add(line);
    }
    return lines;
  }

  private static String at(List<Integer> lines) {
    String shown =
        String.join(", ", lines.stream().limit(MOST_SHOWN).map(String::valueOf).toList());
    return (lines.size() == 1 ? "line " : "lines ")
        + shown
        + (lines.size() > MOST_SHOWN ? " and more" : "");
  }

  String summary() {
    return lines.size() + (lines.size() == 1 ? " place, " : " places, ") + at(lines);
  }
}
