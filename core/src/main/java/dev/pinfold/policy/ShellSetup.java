package dev.pinfold.policy;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Programs that print how to set up a shell for themselves, made to be read by {@code eval}: what
 * they print is as harmless as running them.
 */
final class ShellSetup {
  private static final Pattern COMPLETION =
      Pattern.compile(
          "(generate-)?(shell-)?completions?( -s| --shell| generate)?( (bash|zsh|fish|sh))?( -)?");

  private static final Pattern INIT = Pattern.compile("(virtualenv-)?init( .*)?");

  private static final Map<String, Pattern> OTHERS =
      Map.ofEntries(
          Map.entry("ssh-agent", Pattern.compile("(-[sck]( .*)?|-t \\S+)?")),
          Map.entry("direnv", Pattern.compile("(hook|export) \\S+")),
          Map.entry("fnm", Pattern.compile("env( .*)?")),
          Map.entry("brew", Pattern.compile("shellenv( .*)?")),
          Map.entry("mise", Pattern.compile("(activate|env|hook-env)( .*)?")),
          Map.entry("rtx", Pattern.compile("(activate|env|hook-env)( .*)?")),
          Map.entry("opam", Pattern.compile("(config )?env( .*)?")),
          Map.entry("conda", Pattern.compile("shell\\.\\S+ hook")),
          Map.entry("micromamba", Pattern.compile("shell hook( .*)?")),
          Map.entry("mamba", Pattern.compile("shell hook( .*)?")),
          Map.entry("minikube", Pattern.compile("(docker|podman)-env( .*)?")),
          Map.entry("docker-machine", Pattern.compile("env( .*)?")),
          Map.entry("dircolors", Pattern.compile("(-b|-c|--sh)?( .*)?")),
          Map.entry("lesspipe", Pattern.compile("")),
          Map.entry("lesspipe.sh", Pattern.compile("")),
          Map.entry("thefuck", Pattern.compile("--alias( .*)?")),
          Map.entry("fzf", Pattern.compile("--(bash|zsh|fish)")),
          Map.entry("fx", Pattern.compile("--comp \\S+")),
          Map.entry("keychain", Pattern.compile("--eval( .*)?")),
          Map.entry("gpg-agent", Pattern.compile("--daemon( .*)?")),
          Map.entry("tput", Pattern.compile("init|reset")),
          Map.entry("resize", Pattern.compile("(-[cu])?")),
          Map.entry("luarocks", Pattern.compile("path( .*)?")),
          Map.entry("register-python-argcomplete", Pattern.compile("\\S+")),
          Map.entry("pip", Pattern.compile("completion --(bash|zsh|fish)")));

  /** Version managers and prompts whose {@code init} is for eval. */
  private static final java.util.Set<String> INITS =
      java.util.Set.of(
          "pyenv",
          "rbenv",
          "nodenv",
          "goenv",
          "jenv",
          "plenv",
          "phpenv",
          "luaenv",
          "swiftenv",
          "tfenv",
          "starship",
          "zoxide",
          "atuin",
          "oh-my-posh",
          "mcfly",
          "scmpuff",
          "navi",
          "broot");

  private ShellSetup() {}

  /** Whether this command prints set-up code of its own and nothing else. */
  static boolean prints(Subject subject) {
    Pattern own = OTHERS.get(subject.name());
    boolean bare = subject.execution().words().getFirst().value().indexOf('/') < 0;
    if ((own == null && !bare && !INITS.contains(subject.name()))
        || subject.arguments().stream().anyMatch(word -> !word.isConstant())) {
      return false;
    }
    String line = String.join(" ", subject.values());
    return (own != null && own.matcher(line).matches())
        || (INITS.contains(subject.name()) && INIT.matcher(line).matches())
        || (bare && COMPLETION.matcher(line).matches());
  }
}
