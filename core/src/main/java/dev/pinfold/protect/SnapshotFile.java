package dev.pinfold.protect;

import dev.pinfold.linux.FileStatus;
import dev.pinfold.protect.Watched.Kind;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link Snapshot} on disk, with the contents of what it watches: it must outlive a Pinfold that
 * is killed. Private to the user, and outside every pen's view.
 *
 * <p>Format: the workspace, then tagged records, at the end a tag that says that it is whole.
 */
final class SnapshotFile implements AutoCloseable {
  private static final int MAGIC = 0x50464E31;
  private static final int END = 0;
  private static final int WATCHED = 1;
  private static final int REPOSITORY = 2;
  private static final int BASE = 3;
  private static final int SURFACE = 4;
  private static final int TARGET = 5;
  private static final int CLOSED = 6;

  /** DataOutput's strings hold no more than 65,535 bytes; a path has at most 4,096. */
  private final DataOutputStream out;

  /** Where in the file each watched file's content is, with its length; none for what has none. */
  private final Map<String, long[]> contents = new HashMap<>();

  private SnapshotFile(DataOutputStream out) {
    this.out = out;
  }

  static SnapshotFile create(Path file, String workspace, ProtectedPaths names) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    var out =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.WRITE), 1 << 16));
    out.writeInt(MAGIC);
    out.writeUTF(workspace);
    texts(out, names.more());
    texts(out, names.less());
    out.writeUTF(names.hooks());
    return new SnapshotFile(out);
  }

  private static void texts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(in.readUTF());
    }
    return texts;
  }

  Map<String, long[]> contents() {
    return contents;
  }

  void watched(Watched file, byte[] content, boolean kept) throws IOException {
    out.writeByte(WATCHED);
    out.writeUTF(file.path());
    out.writeUTF(file.kind().name());
    out.writeUTF(file.reason());
    out.writeUTF(file.base());
    status(file.status());
    out.writeUTF(file.link());
    out.writeUTF(file.hash());
    out.writeBoolean(kept);
    out.writeInt(content.length);
    if (kept) {
      contents.put(file.path(), new long[] {out.size(), content.length});
    }
    out.write(content);
  }

  private void status(FileStatus status) throws IOException {
    out.writeLong(status.device());
    out.writeLong(status.inode());
    out.writeInt(status.mode());
    out.writeInt(status.owner());
    out.writeInt(status.group());
    out.writeLong(status.size());
    out.writeLong(status.modifiedNanos());
    out.writeLong(status.changedNanos());
  }

  void repository(String path) throws IOException {
    out.writeByte(REPOSITORY);
    out.writeUTF(path);
  }

  void closed(String path) throws IOException {
    out.writeByte(CLOSED);
    out.writeUTF(path);
  }

  void base(String path, FileStatus status) throws IOException {
    out.writeByte(BASE);
    out.writeUTF(path);
    status(status);
  }

  void surface(String path, FileStatus status) throws IOException {
    out.writeByte(SURFACE);
    out.writeUTF(path);
    status(status);
  }

  void target(String path, String reason) throws IOException {
    out.writeByte(TARGET);
    out.writeUTF(path);
    out.writeUTF(reason);
  }

  /** Nothing more comes: from now on the file counts. */
  void end() throws IOException {
    out.writeByte(END);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /**
   * Reads one back.
   *
   * @throws EOFException when it is not whole
   */
  static Snapshot read(Path file) throws IOException {
    try (var counted = new Counted(Files.newInputStream(file));
        var in = new DataInputStream(counted)) {
      if (in.readInt() != MAGIC) {
        throw new IOException(file + " is no snapshot");
      }
      String workspace = in.readUTF();
      ProtectedPaths names = ProtectedPaths.of(texts(in), texts(in), Optional.of(in.readUTF()));
      var snapshot = new Snapshot.Content(workspace, names);
      for (int tag = in.readByte(); tag != END; tag = in.readByte()) {
        switch (tag) {
          case WATCHED -> watched(in, counted, snapshot);
          case REPOSITORY -> snapshot.repositories().add(in.readUTF());
          case CLOSED -> snapshot.closed().add(in.readUTF());
          case BASE -> snapshot.bases().put(in.readUTF(), status(in));
          case SURFACE -> snapshot.surface().put(in.readUTF(), status(in));
          case TARGET -> snapshot.targets().put(in.readUTF(), in.readUTF());
          default -> throw new IOException(file + " has a record of kind " + tag);
        }
      }
      return new Snapshot(file, snapshot);
    }
  }

  /** As {@link #read}; empty when it is not whole: the run that it was for had not begun. */
  static Optional<Snapshot> readWhole(Path file) throws IOException {
    try {
      return Optional.of(read(file));
    } catch (EOFException _) {
      return Optional.empty();
    }
  }

  private static void watched(DataInputStream in, Counted counted, Snapshot.Content snapshot)
      throws IOException {
    var file =
        new Watched(
            in.readUTF(),
            Kind.valueOf(in.readUTF()),
            in.readUTF(),
            in.readUTF(),
            status(in),
            in.readUTF(),
            in.readUTF());
    boolean kept = in.readBoolean();
    int length = in.readInt();
    if (kept) {
      snapshot.contents().put(file.path(), new long[] {counted.position(), length});
    }
    in.skipNBytes(length);
    snapshot.watched().put(file.path(), file);
  }

  private static FileStatus status(DataInputStream in) throws IOException {
    return new FileStatus(
        in.readLong(),
        in.readLong(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }

  /** The content at {@code place}, as {@link #contents} has it. */
  static byte[] content(Path file, long[] place) throws IOException {
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] content = new byte[(int) place[1]];
      in.seek(place[0]);
      in.readFully(content);
      return content;
    }
  }

  /** Knows how far the reader is. */
  private static final class Counted extends BufferedInputStream {
    private long read;

    Counted(java.io.InputStream in) {
      super(in, 1 << 16);
    }

    long position() {
      return read;
    }

    @Override
    public synchronized int read() throws IOException {
      int value = super.read();
      read += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
      int n = super.read(bytes, offset, length);
      read += Math.max(0, n);
      return n;
    }

    @Override
    public synchronized long skip(long n) throws IOException {
      long skipped = super.skip(n);
      read += skipped;
      return skipped;
    }
  }
}
