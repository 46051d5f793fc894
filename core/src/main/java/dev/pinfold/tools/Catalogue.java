package dev.pinfold.tools;

import static dev.pinfold.tools.Tool.Parameter.optional;
import static dev.pinfold.tools.Tool.Parameter.text;

import dev.pinfold.tools.Tool.Kind;
import java.util.List;

/** The tools there are. */
final class Catalogue {
  private static final Tool.Parameter PATH =
      text("path", "relative to the workspace, or absolute and in it");

  static final Tool READ =
      new Tool(
          "read_file",
          "Reads a text file, or some lines of it.",
          List.of(
              PATH,
              optional("first_line", Kind.WHOLE_NUMBER, "the first line to read, from 1"),
              optional("line_count", Kind.WHOLE_NUMBER, "how many lines to read")),
          true,
          false);
  static final Tool WRITE =
      new Tool(
          "write_file",
          "Writes a text file; folders on the way are made.",
          List.of(
              PATH,
              text("content", "the whole content, or what to add"),
              optional(
                  "mode",
                  Kind.TEXT,
                  "create: the file must be new; overwrite (default): replaces it; append: adds at"
                      + " its end")),
          false,
          true);
  static final Tool EDIT =
      new Tool(
          "edit_file",
          "Replaces a text in a file by another. The old text must be in the file exactly once,"
              + " unless all is true.",
          List.of(
              PATH,
              text("old_text", "as it stands in the file, with its blanks and line ends"),
              text("new_text", "what to put in its place"),
              optional("all", Kind.FLAG, "replace every occurrence")),
          false,
          true);
  static final Tool LIST =
      new Tool(
          "list_dir",
          "Lists the names in a folder.",
          List.of(
              optional("path", Kind.TEXT, "the folder; the workspace if left out"),
              optional("depth", Kind.WHOLE_NUMBER, "1 (default): its names; 2: those below; …")),
          true,
          false);
  static final Tool SEARCH =
      new Tool(
          "search_files",
          "Finds lines that match a regular expression (RE2 syntax), or a text.",
          List.of(
              text("pattern", "the regular expression, or the text"),
              optional("path", Kind.TEXT, "a folder or a file; the workspace if left out"),
              optional("literal", Kind.FLAG, "the pattern is plain text"),
              optional("ignore_case", Kind.FLAG, "upper and lower case are the same"),
              optional("files", Kind.TEXT, "a glob for file names, such as *.java"),
              optional("context", Kind.WHOLE_NUMBER, "lines shown around a match, 2 if left out")),
          true,
          false);
  static final Tool INFO =
      new Tool(
          "file_info",
          "Tells what a path is: kind, size, permissions, time of change, target of a link.",
          List.of(PATH),
          true,
          false);
  static final Tool DELETE =
      new Tool(
          "delete_file", "Removes a file, a link or an empty folder.", List.of(PATH), false, true);
  static final Tool MOVE =
      new Tool(
          "move_file",
          "Gives a file or a folder another name, which must be free.",
          List.of(PATH, text("new_path", "the new path")),
          false,
          true);
  static final Tool RUN =
      new Tool(
          "run_command",
          "Runs a command in a pen: it can change the workspace and nothing else, and everything"
              + " that it starts ends with it. A refusal says why.",
          List.of(
              text("command", "what a shell is to run, in the workspace"),
              optional("timeout_seconds", Kind.WHOLE_NUMBER, "ends it earlier than by default")),
          false,
          true);

  static final List<Tool> ALL = List.of(READ, WRITE, EDIT, LIST, SEARCH, INFO, DELETE, MOVE, RUN);

  private Catalogue() {}
}
