package dev.pinfold.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The requests of git's smart HTTP protocol (gitprotocol-http(5)). */
final class GitRequests {
  static final String FETCH = "git-upload-pack";
  static final String PUSH = "git-receive-pack";

  private GitRequests() {}

  /**
   * @param path of the repository, from the slash on, without .git
   */
  static List<RequestShape> shapes(String path, boolean push) {
    List<RequestShape> shapes = new ArrayList<>();
    for (String repository : List.of(path, path + ".git")) {
      for (String service : push ? List.of(FETCH, PUSH) : List.of(FETCH)) {
        shapes.add(
            new RequestShape(
                Set.of("GET"), repository + "/info/refs", Optional.of("service=" + service)));
        shapes.add(new RequestShape(Set.of("POST"), repository + "/" + service, Optional.of("")));
      }
    }
    return shapes;
  }
}
