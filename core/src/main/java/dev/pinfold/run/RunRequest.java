package dev.pinfold.run;

import dev.pinfold.policy.Profile;
import dev.pinfold.process.Timing;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.Tier;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a caller says about a run. Start from {@link #of} and change what differs.
 *
 * @param command what to run
 * @param workspace the folder that it may change; absolute, or relative to the JVM's
 * @param user who asks
 * @param profile which commands are allowed
 * @param grants openings beyond the default view
 * @param variables variables beyond the default ones
 * @param timing for how long
 * @param limits for each process
 * @param keepBytes how much of each output stream the report holds at the most
 * @param sandbox the pen, and what may be missing from it
 * @param passStdin whether the command reads this JVM's standard input; an empty one otherwise
 * @param yes whether a person has answered what the policy asks; what it denies stays denied
 * @param credentials groups of {@link Credentials} that grants may open, by name
 * @param policy what is said about policy files, beside those that are found
 * @param network what it may reach
 * @param protect what of the workspace is protected beyond, or in spite of, the built-in patterns
 * @param traced whether each refused file access is reported, which costs some time for each file
 * @param ownWorkspace whether the workspace was made for this run alone: it is nobody's repository
 *     yet, so there is nothing in it to protect from the run
 */
public record RunRequest(
    CommandLine command,
    String workspace,
    User user,
    Profile profile,
    List<Grant> grants,
    Map<String, String> variables,
    Timing timing,
    Limits limits,
    int keepBytes,
    SandboxMode sandbox,
    boolean passStdin,
    boolean yes,
    Set<String> credentials,
    PolicyChoice policy,
    NetworkRequest network,
    Protect protect,
    boolean traced,
    boolean ownWorkspace) {
  /** A megabyte of each stream: what a person or a model can still look through. */
  public static final int KEEP_BYTES = 1 << 20;

  /** Copies the collections. */
  public RunRequest {
    grants = List.copyOf(grants);
    variables = Map.copyOf(variables);
    credentials = Set.copyOf(credentials);
  }

  /**
   * Globs of files in writable folders, as {@link ProtectedPaths#of} takes them.
   *
   * @param more protected too
   * @param less not protected
   */
  public record Protect(List<String> more, List<String> less) {
    /** The built-in patterns. */
    public static final Protect DEFAULT = new Protect(List.of(), List.of());

    /** Copies the lists. */
    public Protect {
      more = List.copyOf(more);
      less = List.copyOf(less);
    }
  }

  /**
   * What is said about policy files.
   *
   * @param files files of the same standing as the user's own, in addition to those that are found
   * @param attended whether a person watches the run
   */
  public record PolicyChoice(List<String> files, boolean attended) {
    /** Those that are found, and nobody watching. */
    public static final PolicyChoice NONE = new PolicyChoice(List.of(), false);

    /** Copies the list. */
    public PolicyChoice {
      files = List.copyOf(files);
    }
  }

  /** Whether there is a pen. */
  public sealed interface SandboxMode {
    /**
     * A pen.
     *
     * @param tier which
     * @param allowedMissing protections that the user has said to do without
     * @param execGuard whether each program that a process of the run starts is judged too
     */
    record On(Tier.Choice tier, Set<Protection> allowedMissing, boolean execGuard)
        implements SandboxMode {
      /** With the exec guard. */
      public On(Tier.Choice tier, Set<Protection> allowedMissing) {
        this(tier, allowedMissing, true);
      }

      /** Copies the set. */
      public On {
        allowedMissing = Set.copyOf(allowedMissing);
      }
    }

    /** None at all. Loud: in the output, the journal and the report. */
    record Off() implements SandboxMode {}
  }

  /**
   * A run of {@code command} in {@code workspace} with every default: permissive profile, full pen,
   * no network.
   */
  public static RunRequest of(String workspace, CommandLine command) {
    return new RunRequest(
        command,
        workspace,
        User.ofThisProcess(),
        Profile.PERMISSIVE,
        List.of(),
        Map.of(),
        Timing.DEFAULT,
        Limits.DEFAULT,
        KEEP_BYTES,
        new SandboxMode.On(Tier.Choice.AUTO, Set.of()),
        false,
        false,
        Set.of(),
        PolicyChoice.NONE,
        NetworkRequest.NONE,
        Protect.DEFAULT,
        false,
        false);
  }

  /** Of another command. */
  public RunRequest withCommand(CommandLine other) {
    var copy = new Copy(this);
    copy.command = other;
    return copy.request();
  }

  /** For another user. */
  public RunRequest withUser(User other) {
    var copy = new Copy(this);
    copy.user = other;
    return copy.request();
  }

  /** Under another profile. */
  public RunRequest withProfile(Profile other) {
    var copy = new Copy(this);
    copy.profile = other;
    return copy.request();
  }

  /** With these openings beyond the default view. */
  public RunRequest withGrants(List<Grant> other) {
    var copy = new Copy(this);
    copy.grants = other;
    return copy.request();
  }

  /** With these variables beyond the default ones. */
  public RunRequest withVariables(Map<String, String> other) {
    var copy = new Copy(this);
    copy.variables = other;
    return copy.request();
  }

  /** For another time. */
  public RunRequest withTiming(Timing other) {
    var copy = new Copy(this);
    copy.timing = other;
    return copy.request();
  }

  /** With other limits. */
  public RunRequest withLimits(Limits other) {
    var copy = new Copy(this);
    copy.limits = other;
    return copy.request();
  }

  /** Keeping more or less of the output. */
  public RunRequest withKeepBytes(int other) {
    var copy = new Copy(this);
    copy.keepBytes = other;
    return copy.request();
  }

  /** In another pen, or none. */
  public RunRequest withSandbox(SandboxMode other) {
    var copy = new Copy(this);
    copy.sandbox = other;
    return copy.request();
  }

  /** Reading this JVM's standard input, or nothing. */
  public RunRequest withPassStdin(boolean other) {
    var copy = new Copy(this);
    copy.passStdin = other;
    return copy.request();
  }

  /** With a person's answer to what the policy asks. */
  public RunRequest withYes(boolean other) {
    var copy = new Copy(this);
    copy.yes = other;
    return copy.request();
  }

  /** With openings into these groups of credentials. */
  public RunRequest withCredentials(Set<String> other) {
    var copy = new Copy(this);
    copy.credentials = other;
    return copy.request();
  }

  /** With this said about policy files. */
  public RunRequest withPolicy(PolicyChoice other) {
    var copy = new Copy(this);
    copy.policy = other;
    return copy.request();
  }

  /** With this of the network. */
  public RunRequest withNetwork(NetworkRequest other) {
    var copy = new Copy(this);
    copy.network = other;
    return copy.request();
  }

  /** With other protected files. */
  public RunRequest withProtect(Protect other) {
    var copy = new Copy(this);
    copy.protect = other;
    return copy.request();
  }

  /** Reporting each refused file access, or not. */
  public RunRequest withTraced(boolean other) {
    var copy = new Copy(this);
    copy.traced = other;
    return copy.request();
  }

  /** In another workspace, that of somebody. */
  public RunRequest withWorkspace(String other) {
    var copy = new Copy(this);
    copy.workspace = other;
    return copy.request();
  }

  /** In a workspace that was made for this run. */
  public RunRequest withOwnWorkspace(String other) {
    var copy = new Copy(this);
    copy.workspace = other;
    copy.ownWorkspace = true;
    return copy.request();
  }

  /** One that a single part is changed of. */
  private static final class Copy {
    private CommandLine command;
    private String workspace;
    private User user;
    private Profile profile;
    private List<Grant> grants;
    private Map<String, String> variables;
    private Timing timing;
    private Limits limits;
    private int keepBytes;
    private SandboxMode sandbox;
    private boolean passStdin;
    private boolean yes;
    private Set<String> credentials;
    private PolicyChoice policy;
    private NetworkRequest network;
    private Protect protect;
    private boolean traced;
    private boolean ownWorkspace;

    Copy(RunRequest from) {
      command = from.command;
      workspace = from.workspace;
      user = from.user;
      profile = from.profile;
      grants = from.grants;
      variables = from.variables;
      timing = from.timing;
      limits = from.limits;
      keepBytes = from.keepBytes;
      sandbox = from.sandbox;
      passStdin = from.passStdin;
      yes = from.yes;
      credentials = from.credentials;
      policy = from.policy;
      network = from.network;
      protect = from.protect;
      traced = from.traced;
      ownWorkspace = from.ownWorkspace;
    }

    RunRequest request() {
      return new RunRequest(
          command,
          workspace,
          user,
          profile,
          grants,
          variables,
          timing,
          limits,
          keepBytes,
          sandbox,
          passStdin,
          yes,
          credentials,
          policy,
          network,
          protect,
          traced,
          ownWorkspace);
    }
  }
}
