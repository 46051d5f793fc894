package dev.pinfold.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where Pinfold keeps what it knows about runs: {@code $XDG_STATE_HOME/pinfold}, or {@code
 * ~/.local/state/pinfold} (XDG Base Directory Specification 0.8), with a folder a run below {@code
 * runs}.
 *
 * <p>The directories have mode 0700. One that exists and is a symbolic link, belongs to somebody
 * else, or is open to others is refused: nothing is written there, and nothing about it is changed.
 */
public final class StateDirectory {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(OWNER_ONLY);

  private final Path root;

  private StateDirectory(Path root) {
    this.root = root;
  }

  /**
   * The state directory of a user.
   *
   * @param environment the user's environment; a relative {@code XDG_STATE_HOME} counts as unset,
   *     as the specification says
   * @param home the user's home directory
   */
  public static StateDirectory of(Map<String, String> environment, Path home) {
    String stateHome = environment.getOrDefault("XDG_STATE_HOME", "");
    Path base = stateHome.startsWith("/") ? Path.of(stateHome) : home.resolve(".local/state");
    return new StateDirectory(base.resolve("pinfold"));
  }

  /** The directory itself; it need not exist. */
  public Path root() {
    return root;
  }

  /** The journal of a run; it need not exist. */
  public Path journalOf(RunId run) {
    return folderOf(run).resolve("journal.jsonl");
  }

  /** All runs that have a folder, oldest first. */
  public List<RunId> runs() throws IOException {
    if (!Files.exists(runsFolder())) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runsFolder())) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(RunId::isValid)
          .map(RunId::new)
          .sorted()
          .toList();
    }
  }

  private Path runsFolder() {
    return root.resolve("runs");
  }

  private Path folderOf(RunId run) {
    return runsFolder().resolve(run.value());
  }

  /** Makes the folder of a new run, durably. */
  Path createFolderOf(RunId run) throws JournalUnavailableException {
    Path folder = folderOf(run);
    ensure(root);
    ensure(runsFolder());
    try {
      create(folder);
    } catch (FileAlreadyExistsException e) {
      throw new JournalUnavailableException(e, folder, "Give the run an id that is not taken.");
    } catch (IOException e) {
      throw unwritable(e, folder);
    }
    return folder;
  }

  private void ensure(Path directory) throws JournalUnavailableException {
    try {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(directory.getParent(), PRIVATE);
        create(directory);
      }
    } catch (FileAlreadyExistsException e) {
      // Another first run made it between the two calls; what it is gets checked like any other.
    } catch (IOException e) {
      throw unwritable(e, directory);
    }
    check(directory);
  }

  private static void create(Path directory) throws IOException {
    Files.createDirectory(directory, PRIVATE);
    force(directory.resolve("..")); // its parent: it is new, so no link
  }

  /** Makes a directory's entries durable (fsync(2): syncing a file does not sync its entry). */
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void check(Path directory) throws JournalUnavailableException {
    try {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw new JournalUnavailableException(
            "it is not a directory (a symbolic link is not followed)", directory, "Move it away.");
      }
      Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (!owner.equals(ownUid())) {
        throw new JournalUnavailableException(
            "it belongs to user " + owner + ", not to you (" + ownUid() + ")",
            directory,
            "Set XDG_STATE_HOME to a directory of your own.");
      }
      if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(directory))) {
        throw new JournalUnavailableException(
            "others than you may use it (its mode should be 0700)",
            directory,
            "If its content is what you expect: chmod 700 '" + directory + "'");
      }
    } catch (JournalUnavailableException e) {
      throw e;
    } catch (IOException e) {
      throw unwritable(e, directory);
    }
  }

  /** The effective user: the second number of {@code Uid:} in proc_pid_status(5). */
  private static Integer ownUid() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("Uid:")) {
        return Integer.parseUnsignedInt(line.split("\t", -1)[2]);
      }
    }
    throw new IOException("/proc/self/status has no Uid");
  }

  static JournalUnavailableException unwritable(IOException e, Path where) {
    return new JournalUnavailableException(
        e,
        where,
        "A run is never unrecorded: make room or give access there, or set XDG_STATE_HOME.");
  }
}
