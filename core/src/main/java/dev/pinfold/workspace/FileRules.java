package dev.pinfold.workspace;

import java.io.IOException;
import java.util.Optional;

/**
 * What may be changed in a workspace, beyond what the kernel says: the same rules as in a pen,
 * which {@code dev.pinfold.run} puts in. Paths are relative to the workspace, with all links on
 * them resolved.
 *
 * <p>Thread contract: any number of threads.
 */
public interface FileRules extends AutoCloseable {
  /** Everything may be changed: for folders of the program's own. */
  FileRules NONE =
      new FileRules() {
        @Override
        public Optional<FileError> toChange(String path) {
          return Optional.empty();
        }

        @Override
        public Optional<FileError> toMove(String from, String to) {
          return Optional.empty();
        }
      };

  /** Why the file or folder {@code path} may not be made, changed or removed. */
  Optional<FileError> toChange(String path) throws IOException;

  /** Why {@code from}, with all that is below it, may not become {@code to}. */
  Optional<FileError> toMove(String from, String to) throws IOException;

  /** Called when the tools are closed. */
  @Override
  default void close() {}
}
