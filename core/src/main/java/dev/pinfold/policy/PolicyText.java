package dev.pinfold.policy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The bytes of a policy file, read without waiting for anything: what is not a regular file of
 * bounded size is never opened for reading.
 *
 * @param text the content
 * @param sha256 its hash, in lower-case hex
 * @param identity device and inode: the same file under another name has the same
 */
record PolicyText(String text, String sha256, String identity) {
  private static final int GROUP_OR_OTHERS_WRITE = 0022;
  private static final int OTHERS_WRITE = 0002;

  /** Why a file can't be had. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean missing;
    private final String next;

    UnusableException(String what, String next, boolean missing) {
      super(what);
      this.next = next;
      this.missing = missing;
    }

    boolean missing() {
      return missing;
    }

    String next() {
      return next;
    }
  }

  /** A file on the user's word, links followed. */
  static PolicyText read(String path, PolicyLayer layer) throws UnusableException {
    try (Fd file = open(Openat2.AT_FDCWD, path, Openat2.O_PATH, 0)) {
      regular(file);
      checkOwner(file, layer);
      return read(file);
    } catch (ErrnoException e) {
      throw unusable(e.errno());
    }
  }

  /** A file of a repository: below {@code folder}, through no link. */
  static PolicyText beneath(String folder, String path) throws UnusableException {
    int resolve =
        Openat2.RESOLVE_BENEATH | Openat2.RESOLVE_NO_SYMLINKS | Openat2.RESOLVE_NO_MAGICLINKS;
    try (Fd top = open(Openat2.AT_FDCWD, folder, Openat2.O_PATH, 0);
        Fd file = open(top.number(), path, Openat2.O_PATH, resolve)) {
      return read(file);
    } catch (ErrnoException e) {
      throw unusable(e.errno());
    }
  }

  /** The organisation's folder: who can write there can put another file in the place of one. */
  static void checkFolder(String folder) throws UnusableException {
    try (Fd opened = open(Openat2.AT_FDCWD, folder, Openat2.O_PATH, 0)) {
      checkOwner(opened, PolicyLayer.ORGANISATION);
    } catch (ErrnoException e) {
      throw unusable(e.errno());
    }
  }

  private static Fd open(int dir, String path, int flags, int resolve) throws ErrnoException {
    return Fd.own(Errno.check("open", Openat2.openat2(dir, path, flags, resolve)));
  }

  private static UnusableException unusable(int errno) {
    return switch (errno) {
      case Errno.ENOENT, Errno.ENOTDIR ->
          new UnusableException("there is no such file", "Check the spelling.", true);
      case Errno.EACCES ->
          new UnusableException(
              "it can't be read by you (EACCES)", "Check its permissions.", false);
      case Errno.ELOOP, Errno.EXDEV ->
          new UnusableException(
              "it leads through a symbolic link, or out of the repository",
              "A repository's policy is a plain file below its .pinfold.",
              false);
      default ->
          new UnusableException(
              "it can't be read (" + Errno.name(errno) + ")", "Name a readable file.", false);
    };
  }

  /** Whoever can write a policy decides; so not everybody may. */
  private static void checkOwner(Fd file, PolicyLayer layer)
      throws ErrnoException, UnusableException {
    FileStatus status = FileStatus.of(file);
    if (layer == PolicyLayer.ORGANISATION
        && (status.owner() != 0 || (status.mode() & GROUP_OR_OTHERS_WRITE) != 0)) {
      throw new UnusableException(
          "others than root can write it (owner "
              + status.owner()
              + ", mode "
              + Integer.toOctalString(status.mode() & 07777)
              + ")",
          "As root: chown root and chmod go-w, for the file and its folder.",
          false);
    }
    if (layer == PolicyLayer.USER && (status.mode() & OTHERS_WRITE) != 0) {
      throw new UnusableException("every user can write it", "chmod o-w", false);
    }
  }

  private static FileStatus regular(Fd path) throws ErrnoException, UnusableException {
    FileStatus status = FileStatus.of(path);
    if (!status.isRegular()) {
      throw new UnusableException(
          status.isDirectory() ? "it is a folder" : "it is a pipe, device or socket",
          "Name a regular file.",
          false);
    }
    return status;
  }

  private static PolicyText read(Fd path) throws ErrnoException, UnusableException {
    FileStatus status = regular(path);
    byte[] bytes;
    // The descriptor itself is opened again, so that it is the very file that was looked at.
    try (Fd file =
        open(Openat2.AT_FDCWD, "/proc/thread-self/fd/" + path.number(), Openat2.O_RDONLY, 0)) {
      bytes = bytes(file);
    }
    return new PolicyText(text(bytes), sha256(bytes), status.device() + ":" + status.inode());
  }

  private static byte[] bytes(Fd file) throws ErrnoException, UnusableException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(64 << 10);
      for (long got = 1; got > 0; ) {
        got = Errno.check("read", file.read(buffer));
        out.writeBytes(buffer.asSlice(0, got).toArray(JAVA_BYTE));
        if (out.size() > PolicyFile.MAX_BYTES) {
          throw new UnusableException(
              "it is longer than " + (PolicyFile.MAX_BYTES >> 10) + " KiB",
              "Split it, with include.",
              false);
        }
      }
    }
    return out.toByteArray();
  }

  private static String text(byte[] bytes) throws UnusableException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UnusableException("it is not UTF-8", "Save it as UTF-8.", false);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
