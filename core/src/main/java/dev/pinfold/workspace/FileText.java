package dev.pinfold.workspace;

/**
 * Lines of a file.
 *
 * @param path as it was asked for, relative to the workspace
 * @param content the lines, each with its line end as in the file
 * @param firstLine the number of the first, from 1; 0 when there is none
 * @param lastLine the number of the last
 * @param moreLines whether the file goes on after it
 * @param replaced whether bytes that are no UTF-8 are shown as U+FFFD
 */
public record FileText(
    String path, String content, long firstLine, long lastLine, boolean moreLines, boolean replaced)
    implements FileAnswer.Told {
  @Override
  public String text() {
    var notes = new StringBuilder();
    if (firstLine > 1 || moreLines) {
      notes.append("[lines ").append(firstLine).append(" to ").append(lastLine);
      notes.append(moreLines ? ", there are more]\n" : ", the end of the file]\n");
    }
    if (replaced) {
      notes.append("[bytes that are no UTF-8 are shown as \ufffd]\n");
    }
    return content.isEmpty() ? notes + "(empty file)" : notes + content;
  }
}
