package dev.pinfold.workspace;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import java.io.IOException;

/**
 * Files of one workspace, for a model or another caller that is not trusted with the machine.
 *
 * <p>No path, link or mount leads out of the workspace, while other processes rename and link what
 * they like: each is opened beneath the workspace's own descriptor and never looked up twice.
 * Writing keeps to {@link FileRules}. What was not done is an answer with a code and a sentence,
 * never an exception. Needs Linux 5.6 (openat2).
 *
 * <p>Thread contract: any number of threads; {@link #close} only when none is inside.
 */
public final class FileTools implements AutoCloseable {
  private final Tree tree;
  private final FileRules rules;
  private final Reading reading;
  private final Writing writing;
  private final Listing listing;
  private final Searching searching;
  private final Naming naming;

  private FileTools(Tree tree, FileRules rules, FileLimits limits) {
    this.tree = tree;
    this.rules = rules;
    reading = new Reading(tree, limits);
    writing = new Writing(tree, rules, limits);
    listing = new Listing(tree, limits);
    searching = new Searching(tree, limits);
    naming = new Naming(tree, rules);
  }

  /**
   * Opens the tools of a workspace.
   *
   * @throws WorkspaceException when it can't be opened, or this system has no openat2: there is no
   *     weaker way
   */
  public static FileTools open(Workspace workspace, FileRules rules, FileLimits limits)
      throws WorkspaceException {
    try {
      return new FileTools(Tree.open(workspace.path()), rules, limits);
    } catch (ErrnoException failed) {
      throw failed.errno() == Errno.ENOSYS
          ? new WorkspaceException(
              workspace.path(),
              "can't be opened safely: this system has no openat2",
              "file tools need Linux 5.6 or newer, and no filter that refuses the call")
          : new WorkspaceException(
              workspace.path(),
              "can't be opened (" + Errno.name(failed.errno()) + ")",
              "name an existing folder");
    }
  }

  /** Reads a text file of at most {@link FileLimits#contentBytes}. */
  public FileAnswer<FileText> read(String path) {
    return read(path, 1, Long.MAX_VALUE);
  }

  /**
   * Reads lines of a text file.
   *
   * @param firstLine counted from 1
   * @param count how many at the most
   */
  public FileAnswer<FileText> read(String path, long firstLine, long count) {
    return answer(() -> reading.read(path, firstLine, count));
  }

  /** Writes a text file; folders on the way are made. */
  public FileAnswer<FileChange> write(String path, String content, WriteMode mode) {
    return answer(() -> writing.write(path, content, mode));
  }

  /**
   * Replaces a text in a file.
   *
   * @param old as it stands in the file, to the byte
   * @param replacement what to put in its place
   * @param all whether every occurrence is meant; otherwise there must be exactly one
   */
  public FileAnswer<FileChange> edit(String path, String old, String replacement, boolean all) {
    return answer(() -> writing.edit(path, old, replacement, all));
  }

  /**
   * Lists a folder.
   *
   * @param depth 1 for its own names, 2 for those in its folders too, and so on
   */
  public FileAnswer<FileListing> list(String path, int depth) {
    return answer(() -> listing.list(path, depth));
  }

  /** Searches the lines of files. */
  public FileAnswer<SearchResult> search(SearchQuery query) {
    return answer(() -> searching.search(query));
  }

  /** Tells what a name stands for; of a link, itself. */
  public FileAnswer<FileFacts> info(String path) {
    return answer(() -> naming.info(path));
  }

  /** Removes a file, a link itself, or an empty folder. */
  public FileAnswer<FileChange> delete(String path) {
    return answer(() -> naming.delete(path));
  }

  /** Gives a file or folder another name, which must be free; folders on the way are made. */
  public FileAnswer<FileChange> move(String path, String target) {
    return answer(() -> naming.move(path, target));
  }

  private interface Work<T> {
    T run() throws FileToolException, IOException;
  }

  private static <T extends FileAnswer.Told> FileAnswer<T> answer(Work<T> work) {
    try {
      return new FileAnswer.Done<>(work.run());
    } catch (FileToolException refused) {
      return new FileAnswer.Failed<>(refused.error());
    } catch (IOException failed) {
      return new FileAnswer.Failed<>(
          new FileError(FileErrorCode.READ_ERROR, "the system failed: " + failed.getMessage(), ""));
    }
  }

  @Override
  public void close() {
    tree.close();
    rules.close();
  }
}
