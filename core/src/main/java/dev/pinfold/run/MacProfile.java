package dev.pinfold.run;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.SeatbeltProfile;
import dev.pinfold.sandbox.Toolchains;
import dev.pinfold.sandbox.View;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run would be on macOS: {@link SeatbeltProfile} of the view that the request means. Nothing
 * here, nor anywhere in this project, executes it.
 */
public final class MacProfile {
  private MacProfile() {}

  /**
   * Checks the request as {@link Runner#run} does, and writes its profile.
   *
   * @throws IOException when the workspace can't be one, or a grant is refused
   */
  public static String of(RunRequest request, StateDirectory state) throws IOException {
    Workspace workspace = Workspace.open(request.workspace(), request.user().home());
    List<String> own = OwnPlaces.of(state, request.user());
    Credentials.check(request, workspace, own);
    List<Grant> grants = new ArrayList<>();
    for (String part : Toolchains.below(request.user().home())) {
      grants.add(new Grant(part, Access.READ_EXECUTE, Origin.RUN));
    }
    grants.add(
        new Grant(workspace.path(), PennedRun.workspaceAccess(request.profile()), Origin.RUN));
    grants.add(
        new Grant(
            OwnPlaces.cache(request.user()).resolve("tools").toString(), Access.ALL, Origin.RUN));
    grants.addAll(request.grants());
    List<String> closed = new ArrayList<>(Credentials.closed(request));
    closed.addAll(own);
    return SeatbeltProfile.of(new View(grants, List.of()), closed);
  }
}
