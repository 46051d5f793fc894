package dev.pinfold.cli;

import dev.pinfold.process.Timing;
import dev.pinfold.protect.Glob;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.Credentials;
import dev.pinfold.run.NetworkRequest;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.RunRequest.PolicyChoice;
import dev.pinfold.run.User;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.Protections;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** What {@code exec} can be told about a run, and the {@link RunRequest} that it means. */
final class ExecOptions {
  private static final List<String> LIMITS =
      List.of("processes", "open-files", "file-size", "output");

  /** Kept output lives in memory, twice. */
  private static final long MAX_KEPT_BYTES = 16 << 20;

  private ExecOptions() {}

  static void addTo(CommandSpec spec) {
    spec.addOption(NamedOption.one("-c", "TEXT", "The command as shell text."));
    addViewTo(spec);
    spec.addOption(
        NamedOption.many(
            "--env", "NAME[=VALUE]", "Give it this variable; without a value: yours."));
    spec.addOption(
        NamedOption.one(
            "--timeout", "TIME", "End the whole process tree after this time: 90s, 5m, 2h (1h)."));
    spec.addOption(
        NamedOption.many(
            "--limit",
            "NAME=AMOUNT",
            "processes, open-files, file-size, or output (kept for the report)."));
    spec.addOption(
        NamedOption.one(
            "--memory",
            "SIZE",
            "Kill it, as a whole, when it needs more: 512M, 4G (three quarters of the"
                + " machine's)."));
    spec.addOption(
        NamedOption.one(
            "--processes", "NUMBER", "No more processes and threads at one time (4096)."));
    spec.addOption(
        NamedOption.one("--cpu", "NUMBER", "No more processor time: 2 is two processors, or 0.5."));
    spec.addOption(
        NamedOption.one(
            "--min-free-disk",
            "SIZE",
            "End it before a disk has less left than this (2G); 0 lets it fill the disk."));
    NetworkOptions.addTo(spec);
    spec.addOption(
        NamedOption.flag("--stdin", "Let it read your standard input; otherwise that is empty."));
    spec.addOption(
        NamedOption.flag(
            "--yes", "Run what the policy would ask you about. Never what it refuses."));
    PolicyOptions.addFilesTo(spec);
    spec.addOption(
        NamedOption.flag(
            "--json",
            "Print a JSON report on standard output, the command's output on standard error."));
    spec.addOption(NamedOption.one("--report", "FILE", "Write the JSON report to a file."));
    spec.addOption(
        NamedOption.flag("--quiet", "Say nothing but errors and the command's own output."));
    spec.addOption(
        NamedOption.flag(
            "--verbose",
            "Say also what held it: the tier, and each attempt to leave the pen that was made"
                + " before it began."));
    spec.addOption(
        NamedOption.many(
            "--allow-missing",
            "PROTECTION",
            "Run even if this machine lacks it; pinfold doctor lists them."));
    spec.addOption(
        NamedOption.many(
            "--protect",
            "GLOB",
            "Put files of this pattern back after the run, like hooks and IDE settings."));
    spec.addOption(
        NamedOption.many(
            "--unprotect", "GLOB", "Let the run change them, although they are protected."));
    spec.addOption(
        NamedOption.flag(
            "--trace-denials",
            "Report each refused file access exactly; opening a file then takes a little longer."));
    spec.addOption(
        NamedOption.one(
            "--exec-guard",
            "on|off",
            "off: judge the command alone, not the programs that it starts."));
    addSandboxTo(spec);
  }

  static void addSandboxTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.one(
            "--sandbox",
            "TIER",
            "auto (default): full where it works, else landlock, and the report says why; full: in"
                + " namespaces of its own too, or no run; landlock; off: no pen at all, which is on"
                + " record."));
  }

  /** What shapes the view of a run. */
  static void addViewTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.one(
            "--workspace",
            "DIR",
            "The folder that the command may change (default: the current one)."));
    spec.addOption(
        NamedOption.one(
            "--profile", "NAME", "permissive (default), read-write, read-only or locked."));
    spec.addOption(NamedOption.many("--read", "PATH", "Let it read this, too."));
    spec.addOption(NamedOption.many("--write", "PATH", "Let it read and change this, too."));
    spec.addOption(
        NamedOption.many("--execute", "PATH", "Let it read this and run programs in it, too."));
    spec.addOption(
        NamedOption.many(
            "--allow-credentials",
            "GROUP",
            "Let --read and --write reach places that hold keys: ssh, aws, git, …"));
  }

  /** With no secrets but those of files. */
  static RunRequest request(
      ParseResult parsed, CommandLine command, Map<String, String> environment)
      throws IOException, UsageException {
    return request(parsed, command, environment, Secrets.inFiles());
  }

  static RunRequest request(
      ParseResult parsed, CommandLine command, Map<String, String> environment, Secrets secrets)
      throws IOException, UsageException {
    return request(parsed, command, environment, secrets, Environment.cwd());
  }

  /**
   * The same as if it had been said in another folder.
   *
   * @param cwd what relative paths are relative to
   */
  static RunRequest request(
      ParseResult parsed,
      CommandLine command,
      Map<String, String> environment,
      Secrets secrets,
      String cwd)
      throws IOException, UsageException {
    if (parsed.hasMatchedOption("--quiet") && parsed.hasMatchedOption("--verbose")) {
      throw new UsageException("--quiet and --verbose contradict each other", "Leave one out.");
    }
    NetworkRequest network = NetworkOptions.of(parsed, secrets);
    Map<String, String> variables = variables(parsed, environment);
    for (NetworkRequest.Credential credential : network.credentials()) {
      if (variables.containsKey(credential.injection().name())) {
        throw new UsageException(
            credential.injection().name() + " is given with --env and injected, too",
            "Without --env the run never sees its value.");
      }
    }
    String home = Environment.home(environment).toString();
    var user = new User(home, Environment.user(environment), cwd, environment);
    return RunRequest.of(parsed.matchedOptionValue("--workspace", user.folder()), command)
        .withUser(user)
        .withProfile(PolicyOptions.profile(parsed))
        .withGrants(grants(parsed, user.folder()))
        .withVariables(variables)
        .withTiming(timing(parsed))
        .withLimits(limits(parsed))
        .withKeepBytes(keptBytes(parsed))
        .withSandbox(sandbox(parsed))
        .withPassStdin(parsed.hasMatchedOption("--stdin"))
        .withYes(parsed.hasMatchedOption("--yes"))
        .withCredentials(credentials(parsed))
        .withPolicy(
            new PolicyChoice(PolicyOptions.given(parsed), parsed.hasMatchedOption("--attended")))
        .withNetwork(network)
        .withProtect(protect(parsed))
        .withTraced(parsed.hasMatchedOption("--trace-denials"));
  }

  /** What may be read may be run: a copy in the workspace could be as well. */
  private static List<Grant> grants(ParseResult parsed, String cwd) throws UsageException {
    List<Grant> grants = new ArrayList<>();
    for (String path : values(parsed, "--read")) {
      grants.add(new Grant(absolute("--read", path, cwd), Access.READ, Grant.Origin.USER));
    }
    for (String path : values(parsed, "--write")) {
      grants.add(new Grant(absolute("--write", path, cwd), Access.READ_WRITE, Grant.Origin.USER));
    }
    for (String path : values(parsed, "--execute")) {
      grants.add(
          new Grant(absolute("--execute", path, cwd), Access.READ_EXECUTE, Grant.Origin.USER));
    }
    return grants;
  }

  private static String absolute(String option, String path, String cwd) throws UsageException {
    if (path.isEmpty()) {
      throw new UsageException(option + " is empty", "Name a file or a folder.");
    }
    return path.startsWith("/") ? path : cwd + "/" + path;
  }

  private static List<String> values(ParseResult parsed, String option) {
    return parsed.matchedOptionValue(option, List.of());
  }

  private static Map<String, String> variables(ParseResult parsed, Map<String, String> environment)
      throws UsageException {
    Map<String, String> variables = new HashMap<>();
    for (String given : values(parsed, "--env")) {
      int equals = given.indexOf('=');
      String name = equals < 0 ? given : given.substring(0, equals);
      if (name.isEmpty() || (equals < 0 && !environment.containsKey(name))) {
        throw new UsageException(
            "--env " + given + ": you have no such variable", "Give it a value: --env NAME=VALUE");
      }
      variables.put(
          name, equals < 0 ? environment.getOrDefault(name, "") : given.substring(equals + 1));
    }
    return variables;
  }

  private static Set<String> credentials(ParseResult parsed) throws UsageException {
    Set<String> groups = new HashSet<>();
    for (String given : values(parsed, "--allow-credentials")) {
      for (String group : given.split(",", -1)) {
        if (!Credentials.names().contains(group)) {
          throw PolicyOptions.unknown(
              "group of credentials", group, List.copyOf(Credentials.names()));
        }
        groups.add(group);
      }
    }
    return groups;
  }

  private static RunRequest.Protect protect(ParseResult parsed) throws UsageException {
    List<String> more = values(parsed, "--protect");
    List<String> less = values(parsed, "--unprotect");
    for (String glob : more) {
      check("--protect", glob);
    }
    for (String glob : less) {
      check("--unprotect", glob);
    }
    return new RunRequest.Protect(more, less);
  }

  private static void check(String option, String glob) throws UsageException {
    try {
      Glob.of(glob);
    } catch (IllegalArgumentException e) {
      String shown = glob.length() > 80 ? glob.substring(0, 80) + "…" : glob;
      throw new UsageException(
          option + " " + shown + ": " + e.getMessage(),
          "As in .gitignore: '*.pem' at any depth, 'conf/*.toml' from the workspace.");
    }
  }

  private static Timing timing(ParseResult parsed) throws UsageException {
    return parsed.hasMatchedOption("--timeout")
        ? Timing.DEFAULT.withLimit(
            Amounts.time("--timeout", parsed.matchedOptionValue("--timeout", "")))
        : Timing.DEFAULT;
  }

  private static Limits limits(ParseResult parsed) throws UsageException {
    Limits limits = Limits.DEFAULT;
    for (Map.Entry<String, Long> limit : limitValues(parsed).entrySet()) {
      limits =
          switch (limit.getKey()) {
            case "processes" -> limits.withProcesses(limit.getValue());
            case "open-files" -> limits.withOpenFiles(limit.getValue());
            case "file-size" -> limits.withFileSizeBytes(limit.getValue());
            default -> limits;
          };
    }
    if (parsed.hasMatchedOption("--memory")) {
      limits = limits.withMemoryBytes(Amounts.memory("--memory", value(parsed, "--memory")));
    }
    if (parsed.hasMatchedOption("--processes")) {
      limits = limits.withProcesses(Amounts.count("--processes", value(parsed, "--processes")));
    }
    if (parsed.hasMatchedOption("--cpu")) {
      limits = limits.withMilliCpus(Amounts.processors("--cpu", value(parsed, "--cpu")));
    }
    if (parsed.hasMatchedOption("--min-free-disk")) {
      String size = value(parsed, "--min-free-disk");
      limits =
          limits.withMinFreeDiskBytes(
              size.equals("0") ? 0 : Amounts.count("--min-free-disk", size));
    }
    return limits;
  }

  private static String value(ParseResult parsed, String option) {
    return parsed.matchedOptionValue(option, "");
  }

  private static int keptBytes(ParseResult parsed) throws UsageException {
    long kept = limitValues(parsed).getOrDefault("output", (long) RunRequest.KEEP_BYTES);
    if (kept > MAX_KEPT_BYTES) {
      throw new UsageException(
          "--limit output is more than 16M",
          "Redirect the output of the command to a file of the workspace.");
    }
    return (int) kept;
  }

  private static Map<String, Long> limitValues(ParseResult parsed) throws UsageException {
    Map<String, Long> all = new HashMap<>();
    for (String given : values(parsed, "--limit")) {
      int equals = given.indexOf('=');
      String name = equals < 0 ? given : given.substring(0, equals);
      if (!LIMITS.contains(name)) {
        throw PolicyOptions.unknown("limit", name, LIMITS);
      }
      all.put(
          name, Amounts.count("--limit " + name, equals < 0 ? "" : given.substring(equals + 1)));
    }
    return all;
  }

  static RunRequest.SandboxMode sandbox(ParseResult parsed) throws UsageException {
    String mode = parsed.matchedOptionValue("--sandbox", "auto");
    return switch (mode) {
      case "auto" -> on(Tier.Choice.AUTO, parsed);
      case "full" -> on(Tier.Choice.FULL, parsed);
      case "landlock" -> on(Tier.Choice.LANDLOCK, parsed);
      case "off" -> new RunRequest.SandboxMode.Off();
      default ->
          throw PolicyOptions.unknown("sandbox", mode, List.of("auto", "full", "landlock", "off"));
    };
  }

  private static RunRequest.SandboxMode on(Tier.Choice tier, ParseResult parsed)
      throws UsageException {
    return new RunRequest.SandboxMode.On(tier, allowedMissing(parsed), execGuard(parsed));
  }

  private static boolean execGuard(ParseResult parsed) throws UsageException {
    String mode = parsed.matchedOptionValue("--exec-guard", "on");
    return switch (mode) {
      case "on" -> true;
      case "off" -> false;
      default -> throw PolicyOptions.unknown("exec guard", mode, List.of("on", "off"));
    };
  }

  private static Set<Protection> allowedMissing(ParseResult parsed) throws UsageException {
    Set<Protection> allowed = EnumSet.noneOf(Protection.class);
    for (String given : values(parsed, "--allow-missing")) {
      for (String id : given.split(",", -1)) {
        allowed.add(protection(id));
      }
    }
    return allowed;
  }

  private static Protection protection(String id) throws UsageException {
    List<Protection> all =
        Arrays.stream(Protection.values()).filter(Protections::canBeAllowedMissing).toList();
    for (Protection protection : all) {
      if (protection.id().equals(id)) {
        return protection;
      }
    }
    if (Arrays.stream(Protection.values()).anyMatch(protection -> protection.id().equals(id))) {
      throw new UsageException(
          "--allow-missing " + id + ": there is no pen without it",
          "--sandbox=off runs without a pen.");
    }
    throw PolicyOptions.unknown("protection", id, all.stream().map(Protection::id).toList());
  }
}
