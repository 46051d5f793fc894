package dev.pinfold.run;

import dev.pinfold.policy.Profile;
import dev.pinfold.protect.ProtectedNow;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.workspace.FileError;
import dev.pinfold.workspace.FileErrorCode;
import dev.pinfold.workspace.FileRules;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run's rules for the file tools: what the profile lets a run change, and protected files. A pen
 * undoes afterwards what was done to those; a file tool never does it.
 */
final class WorkspaceRules implements FileRules {
  private final String workspace;
  private final Profile profile;
  private final ProtectedPaths names;
  private @Nullable ProtectedNow now;

  WorkspaceRules(String workspace, Profile profile, ProtectedPaths names) {
    this.workspace = workspace;
    this.profile = profile;
    this.names = names;
  }

  @Override
  public Optional<FileError> toChange(String path) throws IOException {
    return isReadOnly()
        ? Optional.of(readOnly(path))
        : protectedNow().reason(path).map(reason -> refused(path, reason));
  }

  @Override
  public Optional<FileError> toMove(String from, String to) throws IOException {
    return isReadOnly()
        ? Optional.of(readOnly(from))
        : protectedNow().reasonOfMove(from, to).map(reason -> refused(from + " to " + to, reason));
  }

  private boolean isReadOnly() {
    return !PennedRun.workspaceAccess(profile).write();
  }

  /** A look at the whole workspace, which who only reads does not wait for. */
  private synchronized ProtectedNow protectedNow() throws IOException {
    if (now == null) {
      now = ProtectedNow.look(workspace, names);
    }
    return now;
  }

  private FileError readOnly(String path) {
    return new FileError(
        FileErrorCode.READ_ONLY_PROFILE,
        "changing " + path + ": the profile " + profile.label() + " lets nothing be changed",
        "read and search only, and say what should be changed");
  }

  private static FileError refused(String path, String reason) {
    return new FileError(
        FileErrorCode.PROTECTED,
        "changing " + path + ": it is protected: " + reason,
        "leave it as it is; the person whose workspace it is can change it");
  }

  @Override
  public synchronized void close() {
    if (now != null) {
      now.close();
    }
  }
}
