package dev.pinfold.run;

import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Match;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import dev.pinfold.sandbox.ProgramStart;
import dev.pinfold.sandbox.StartJudge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The floor, and the rules of an existing repository, for every program that a run starts
 * (docs/adr/0010). The allow-list profiles have judged their one program; what that starts must be
 * on the list of what they may execute, and is held to the floor as well.
 */
final class StartPolicy implements StartJudge {
  /**
   * Rules that ask because a text does not tell what will run. Here it can be told: whatever the
   * text turns into comes by as a start of its own.
   */
  private static final Set<String> TOLD_LATER =
      Set.of("floor.parse", "floor.code.unknown", "floor.program.unknown");

  /** The same, where they speak of a command inside the one that is started. */
  private static final Set<String> TOLD_LATER_WHEN_INSIDE =
      Set.of(
          "floor.limit",
          "floor.delete.unknown",
          "floor.git.unknown",
          "floor.git.force-unknown",
          "floor.credential.variable",
          "repo.unknown");

  /** Shells that read as POSIX says and no further. */
  private static final Set<String> POSIX_SHELLS = Set.of("dash", "ash", "busybox");

  /** One program under several names, as far as the rules are concerned: judging once will do. */
  private static final Set<String> SHELLS = Set.of("sh", "dash", "bash");

  private static final String NOT_LISTED =
      "in this profile the command's program starts no other one: ";

  private final Policy policy;
  private final PolicyContext context;
  private final List<String> ours;
  private final boolean yes;
  private final Optional<ExecAllowList> allowed;

  /** The contexts of the last folder: most starts have it in common, and making one is dear. */
  private final @Nullable PolicyContext[] contexts = new PolicyContext[4];

  private String contextsFolder = "";

  /**
   * @param policy who has judged the run's own command
   * @param context the one in which it was judged
   * @param yes whether a person has said to run what the policy asks
   * @param allowed the only programs that may be started, where the profile has such a list
   */
  StartPolicy(Policy policy, PolicyContext context, boolean yes, Optional<ExecAllowList> allowed) {
    this.policy =
        policy.profile() == Profile.PERMISSIVE ? policy : Policy.builtIn(Profile.PERMISSIVE);
    this.context = context;
    ours = new ArrayList<>(context.ownFolders());
    ours.add(context.workspace());
    this.yes = yes;
    this.allowed = allowed;
  }

  @Override
  public Optional<Refused> refuse(ProgramStart start) {
    for (ProgramStart.Form form : start.forms()) {
      if (allowed.isPresent() && !allowed.get().holds(form.file())) {
        return Optional.of(new Refused("exec.allow-list", NOT_LISTED + form.file(), ""));
      }
      PolicyContext here = context(start, form);
      for (String name : names(form)) {
        List<String> words = new ArrayList<>(form.words());
        words.set(0, name);
        Optional<Refused> refused = refuse(policy.evaluate(words, here));
        if (refused.isPresent() && !GitOwnStart.is(start, form, ours)) {
          return refused;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Every name that may decide what the program does: those of its file, and what it is told, for
   * programs that are several in one (busybox).
   */
  private static Set<String> names(ProgramStart.Form form) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> seen = new LinkedHashSet<>();
    for (String path : form.names()) {
      if (seen.add(kind(path))) {
        names.add(path);
      }
    }
    String told = form.words().getFirst();
    // A login shell's name has a dash before it.
    String plain = told.startsWith("-") ? told.substring(1) : told;
    if (!plain.isEmpty() && seen.add(kind(plain))) {
      names.add(plain);
    }
    return names;
  }

  private static String kind(String path) {
    String name = last(path);
    return SHELLS.contains(name) ? "sh" : name;
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private PolicyContext context(ProgramStart start, ProgramStart.Form form) {
    String folder = start.folder().startsWith("/") ? start.folder() : "/";
    if (!folder.equals(contextsFolder)) {
      Arrays.fill(contexts, null);
      contextsFolder = folder;
    }
    boolean posix = POSIX_SHELLS.contains(last(form.file()));
    boolean existing = context.existingRepo() && concernsWorkspace(folder, form);
    int index = (posix ? 2 : 0) + (existing ? 1 : 0);
    PolicyContext known = contexts[index];
    if (known == null) {
      known =
          context
              .withCwd(folder)
              .withDialect(posix ? Dialect.SH : Dialect.BASH)
              .withExistingRepo(existing);
      contexts[index] = known;
    }
    return known;
  }

  /** A test suite's repositories in temporary folders are not the user's. */
  private boolean concernsWorkspace(String folder, ProgramStart.Form form) {
    String workspace = context.workspace();
    return folder.equals(workspace)
        || folder.startsWith(workspace + "/")
        || form.words().stream().anyMatch(word -> word.contains(workspace));
  }

  private Optional<Refused> refuse(Evaluation evaluation) {
    if (evaluation.decision() == Decision.ALLOW) {
      return Optional.empty();
    }
    boolean inside = evaluation.commands().size() > 1;
    for (Match match : evaluation.matches()) {
      boolean asks = match.decision() == Decision.ASK;
      boolean later =
          TOLD_LATER.contains(match.rule())
              || (inside && TOLD_LATER_WHEN_INSIDE.contains(match.rule()));
      if (match.decision() == Decision.DENY || (asks && !yes && !later)) {
        return Optional.of(
            new Refused(
                match.rule(),
                asks ? match.reason() + " (nobody can be asked inside a run)" : match.reason(),
                asks ? "--yes" : ""));
      }
    }
    return Optional.empty();
  }
}
