package dev.pinfold.tools;

import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.process.Timing;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.workspace.FileAnswer;
import dev.pinfold.workspace.FileError;
import dev.pinfold.workspace.FileErrorCode;
import dev.pinfold.workspace.FileLimits;
import dev.pinfold.workspace.FileTools;
import dev.pinfold.workspace.SearchQuery;
import dev.pinfold.workspace.WriteMode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The tools of an agent in one workspace: files and commands, under one set of rules. Each command
 * has a pen of its own, which ends with it: a server that it starts does not outlive it.
 *
 * <p>Thread contract: any number of threads; {@link #close} only when none is inside.
 */
public final class ToolSet implements AutoCloseable {
  /** Of each output stream: what a model can look through; the rest is counted. */
  private static final int KEPT_BYTES = 10_000;

  private static final long ALL_LINES = Long.MAX_VALUE;

  /** Deeper than a path can be long. */
  private static final int MOST_DEPTH = 4096;

  private static final int MOST_CONTEXT = 10;

  private final Runner runner;
  private final RunRequest request;
  private final FileTools files;

  private ToolSet(Runner runner, RunRequest request, FileTools files) {
    this.runner = runner;
    this.request = request;
    this.files = files;
  }

  /**
   * Opens the tools.
   *
   * @param request how commands run, and which workspace, profile and protected files hold for all
   *     tools; its command is replaced by each call's
   * @throws PolicyFileException when a policy file that counts here can't be used
   * @throws IOException when the workspace can't be one
   */
  public static ToolSet open(Runner runner, RunRequest request)
      throws IOException, PolicyFileException {
    RunRequest small = request.withKeepBytes(Math.min(request.keepBytes(), KEPT_BYTES));
    return new ToolSet(runner, small, runner.fileTools(request, FileLimits.DEFAULT));
  }

  /** The tools there are. */
  public static List<Tool> tools() {
    return Catalogue.ALL;
  }

  /**
   * Calls a tool; refusals, failures and wrong arguments are answers.
   *
   * @param arguments by name: texts, numbers, booleans
   * @param live where a command's output goes meanwhile
   * @param cancellation ends a command early
   */
  public ToolReply call(
      String name, Map<String, Object> arguments, Live live, Cancellation cancellation) {
    for (Tool tool : Catalogue.ALL) {
      if (tool.name().equals(name)) {
        try {
          ToolArguments given = ToolArguments.check(tool, arguments);
          return tool.equals(Catalogue.RUN)
              ? command(given, live, cancellation)
              : reply(file(tool, given));
        } catch (ToolArguments.WrongException wrong) {
          return new ToolReply("INVALID_ARGUMENT: " + wrong.getMessage(), true);
        }
      }
    }
    List<String> names = Catalogue.ALL.stream().map(Tool::name).toList();
    return new ToolReply(
        "there is no tool '" + name + "', there are: " + String.join(", ", names), true);
  }

  private FileAnswer<?> file(Tool tool, ToolArguments given) throws ToolArguments.WrongException {
    String path = given.text("path", ".");
    return switch (tool.name()) {
      case "read_file" ->
          files.read(path, given.number("first_line", 1), given.number("line_count", ALL_LINES));
      case "write_file" -> files.write(path, given.text("content"), mode(given));
      case "edit_file" ->
          files.edit(path, given.text("old_text"), given.text("new_text"), given.flag("all"));
      case "list_dir" -> files.list(path, Math.clamp(given.number("depth", 1), 0, MOST_DEPTH));
      case "search_files" ->
          files.search(
              new SearchQuery(
                  given.text("pattern"),
                  path,
                  given.flag("literal"),
                  given.flag("ignore_case"),
                  given.text("files"),
                  Math.clamp(given.number("context", 2), 0, MOST_CONTEXT)));
      case "file_info" -> files.info(path);
      case "delete_file" -> files.delete(path);
      case "move_file" -> files.move(path, given.text("new_path"));
      default -> throw new IllegalStateException(tool.name());
    };
  }

  /** A run's report as a model is told of it. */
  public static ToolReply reply(RunReport report) {
    return CommandReply.of(report);
  }

  private static WriteMode mode(ToolArguments given) throws ToolArguments.WrongException {
    String mode = given.text("mode", "overwrite");
    for (WriteMode known : WriteMode.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(mode)) {
        return known;
      }
    }
    throw new ToolArguments.WrongException(
        "write_file has no mode '" + mode + "': create, overwrite or append");
  }

  private static ToolReply reply(FileAnswer<?> answer) {
    return switch (answer) {
      case FileAnswer.Done<?> done -> new ToolReply(done.text(), false);
      case FileAnswer.Failed<?>(FileError error) ->
          new ToolReply(
              error.text(),
              true,
              isRefusal(error.code())
                  ? Optional.of(new ToolReply.Refusal(error.code().name(), error.message()))
                  : Optional.empty(),
              Optional.empty());
    };
  }

  private static boolean isRefusal(FileErrorCode code) {
    return switch (code) {
      case PATH_ESCAPE_ATTEMPT, READ_ONLY_PROFILE, PROTECTED -> true;
      case INVALID_ARGUMENT,
          PATH_NOT_FOUND,
          FILE_NOT_FOUND,
          DIRECTORY_NOT_FOUND,
          NOT_A_FILE,
          NOT_A_DIRECTORY,
          LINK_NOT_FOLLOWED,
          FILE_EXISTS,
          NOT_EMPTY,
          SIZE_LIMIT_EXCEEDED,
          BINARY_FILE,
          TEXT_NOT_FOUND,
          TEXT_AMBIGUOUS,
          FILE_CHANGED,
          PERMISSION_DENIED,
          READ_ERROR,
          WRITE_ERROR ->
          false;
    };
  }

  private ToolReply command(ToolArguments given, Live live, Cancellation cancellation)
      throws ToolArguments.WrongException {
    long seconds = given.number("timeout_seconds", Long.MAX_VALUE);
    if (seconds < 1) {
      throw new ToolArguments.WrongException("timeout_seconds must be at least 1");
    }
    Timing timing = request.timing();
    if (seconds < timing.limit().toSeconds()) {
      timing = timing.withLimit(Duration.ofSeconds(seconds));
    }
    RunRequest run =
        request.withCommand(new CommandLine.Text(given.text("command"))).withTiming(timing);
    try {
      return CommandReply.of(runner.run(run, live, cancellation));
    } catch (IOException | SandboxUnavailableException | PolicyFileException failed) {
      return new ToolReply("nothing was run: " + failed.getMessage(), true);
    }
  }

  @Override
  public void close() {
    files.close();
  }
}
