package dev.pinfold.agent;

import dev.pinfold.process.Live;
import dev.pinfold.run.PennedTool;
import dev.pinfold.run.User;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * git, in a pen, with what makes it run programs switched off. The settings are the second fence:
 * whatever a repository makes git do, it can do no more than the call's grants say.
 */
final class PennedGit {
  /** git(1), gitattributes(5): no pager, no question, no setting and no file of anybody's. */
  private static final Map<String, String> VARIABLES =
      Map.ofEntries(
          Map.entry("GIT_CONFIG_NOSYSTEM", "1"),
          Map.entry("GIT_ATTR_NOSYSTEM", "1"),
          Map.entry("GIT_TERMINAL_PROMPT", "0"),
          Map.entry("GIT_PAGER", "cat"),
          Map.entry("GIT_EDITOR", "true"),
          Map.entry("GIT_OPTIONAL_LOCKS", "0"),
          Map.entry("GIT_NO_LAZY_FETCH", "1"),
          Map.entry("GIT_LFS_SKIP_SMUDGE", "1"),
          Map.entry("GIT_ALLOW_PROTOCOL", "file"));

  /** git-config(1): each key names a program, or makes git look elsewhere. */
  private static final List<String> SETTINGS =
      List.of(
          "core.hooksPath=/dev/null",
          "core.fsmonitor=false",
          "core.sshCommand=false",
          "core.logAllRefUpdates=false",
          "diff.external=",
          "log.showSignature=false",
          "commit.gpgSign=false",
          "tag.gpgSign=false",
          "gpg.program=false",
          "gc.auto=0",
          "maintenance.auto=false",
          "submodule.recurse=false",
          "fetch.recurseSubmodules=false");

  private final PennedTool tool;

  PennedGit(User user) {
    tool = new PennedTool(user);
  }

  /**
   * One call of git.
   *
   * @param folder where it starts
   * @param grants all that it reaches
   * @param variables beside the usual ones
   * @param stdin a file that it reads
   * @param live where its output goes, beside the result
   */
  record Place(
      Path folder,
      List<Grant> grants,
      Map<String, String> variables,
      Optional<Path> stdin,
      Live live) {
    static Place of(Path folder, Grant... grants) {
      return new Place(folder, List.of(grants), Map.of(), Optional.empty(), Live.NOWHERE);
    }

    Place reading(Path input) {
      return new Place(folder, grants, variables, Optional.of(input), live);
    }

    Place showing(Live output) {
      return new Place(folder, grants, variables, stdin, output);
    }

    Place with(List<Grant> more) {
      List<Grant> all = new ArrayList<>(grants);
      all.addAll(more);
      return new Place(folder, all, variables, stdin, live);
    }

    Place with(Map<String, String> more) {
      Map<String, String> all = new TreeMap<>(variables);
      all.putAll(more);
      return new Place(folder, grants, all, stdin, live);
    }
  }

  static Grant reading(Path path) {
    return new Grant(path.toString(), Access.READ, Grant.Origin.RUN);
  }

  static Grant writing(Path path) {
    return new Grant(path.toString(), Access.READ_WRITE, Grant.Origin.RUN);
  }

  /** What it answered, whatever its status. */
  PennedTool.Result answer(Place place, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("git"));
    for (String setting : SETTINGS) {
      words.add("-c");
      words.add(setting);
    }
    words.addAll(List.of(arguments));
    Map<String, String> variables = new TreeMap<>(VARIABLES);
    variables.putAll(place.variables());
    try {
      return tool.run(
          new PennedTool.Call(
              words,
              place.folder().toString(),
              place.grants(),
              variables,
              place.stdin(),
              place.live()));
    } catch (SandboxUnavailableException unavailable) {
      throw new RepositoryException(
          "git was not started: " + unavailable.getMessage(),
          "pinfold doctor tells what this machine lacks, and the fix.");
    }
  }

  /**
   * Its standard output, which ends with status 0.
   *
   * @throws RepositoryException with git's own words when it did not
   */
  String text(Place place, String... arguments) throws IOException {
    PennedTool.Result result = answer(place, arguments);
    if (result.status() != 0) {
      throw failed(result, arguments);
    }
    if (!result.complete()) {
      throw new RepositoryException(
          "git " + arguments[0] + " says more than Pinfold can take in (16 MiB)",
          "Is this repository meant for a run?");
    }
    return new String(result.out(), StandardCharsets.UTF_8);
  }

  static RepositoryException failed(PennedTool.Result result, String... arguments) {
    String said = result.err().strip();
    String hint =
        switch (result.status()) {
          case 127 -> "Install git.";
          case -1 -> "It was ended after ten minutes, or from outside.";
          default -> said.contains("dubious ownership") ? OWNERSHIP : "See what git says.";
        };
    return new RepositoryException(
        "git "
            + String.join(" ", arguments)
            + " failed with status "
            + result.status()
            + (said.isEmpty() ? "" : ": " + said),
        hint);
  }

  private static final String OWNERSHIP =
      "The repository belongs to another user. Run Pinfold as its owner.";
}
