package dev.pinfold.policy;

import java.util.List;
import java.util.Set;

/**
 * Changing the machine beside its files: accounts, mounts, kernel, boot, firewall, base packages;
 * and opening it: a shell for another machine, a host directory for a container.
 */
final class MachineRules implements RuleSet {
  /** They change accounts whenever they get an operand (shadow-utils, util-linux). */
  private static final Set<String> ACCOUNTS =
      Set.of(
          "useradd",
          "userdel",
          "usermod",
          "groupadd",
          "groupdel",
          "groupmod",
          "gpasswd",
          "adduser",
          "deluser",
          "addgroup",
          "delgroup",
          "passwd",
          "chpasswd",
          "chage",
          "chsh",
          "chfn",
          "vipw",
          "newusers");

  private static final Set<String> KERNEL =
      Set.of(
          "modprobe", "insmod", "rmmod", "depmod", "swapoff", "swapon", "pivot_root", "setenforce");

  private static final Set<String> ONLY_LOOKS =
      Set.of(
          "-h", "--help", "-V", "--version", "-n", "--dry-run", "--show-depends", "-S", "--status");

  private static final Set<String> FIREWALLS =
      Set.of("iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables");

  private static final Set<String> ENGINES = Set.of("docker", "podman", "nerdctl");

  @Override
  public void judge(Subject subject) {
    List<String> words = subject.values();
    if (changes(subject, words)) {
      subject.report("floor.machine");
    }
    switch (subject.name()) {
      case "nc", "ncat", "netcat", "socat" -> listener(subject, words);
      case "grub-install", "extlinux", "lilo", "install-mbr" ->
          subject.arguments().stream()
              .filter(word -> word.value().startsWith("/dev/"))
              .forEach(word -> subject.report("floor.device.write", word));
      default -> {}
    }
    if (ENGINES.contains(subject.name())) {
      container(subject);
    }
    remoteShell(subject);
  }

  private static boolean changes(Subject subject, List<String> words) {
    String name = subject.name();
    boolean looks = words.isEmpty() || words.stream().anyMatch(ONLY_LOOKS::contains);
    if (ACCOUNTS.contains(name)) {
      return !words.isEmpty()
          && words.stream().noneMatch(word -> word.matches("-h|--help|-S|--status|-l"));
    }
    if (KERNEL.contains(name)) {
      return !looks
          && !(name.equals("swapon")
              && words.stream().anyMatch(word -> word.matches("-s|--summary|--show.*")));
    }
    if (FIREWALLS.contains(name)) {
      return words.stream()
          .anyMatch(
              word ->
                  word.matches(
                      "-[ADIRFXPZNE].*|--(append|delete|insert|replace|flush|policy|delete-chain).*"));
    }
    return switch (name) {
      case "nft" ->
          words.stream().anyMatch(word -> word.matches("flush|delete|add|insert|replace|-f"));
      case "ufw" ->
          words.stream()
              .anyMatch(word -> word.matches("enable|disable|reset|allow|deny|delete|reject"));
      case "sysctl" ->
          words.stream().anyMatch(word -> word.matches("-p|--load|--system|[^-][^=]*=.*"));
      case "mount" -> mounts(subject, words);
      case "umount" -> unmounts(subject, words);
      case "efibootmgr" ->
          words.stream()
              .anyMatch(
                  word ->
                      word.matches(
                          "-[a-zA-Z]*[BcoOnNaAtTDL].*|--(delete|create|bootorder|bootnext|active|inactive).*"));
      case "rpm" -> words.stream().anyMatch(word -> word.matches("-e.*|--erase|--nodeps"));
      case "apt", "apt-get", "aptitude", "dpkg", "dnf", "yum", "pacman" -> removesAll(words);
      default -> false;
    };
  }

  private static boolean mounts(Subject subject, List<String> words) {
    List<Argument> paths =
        subject.arguments().stream().filter(word -> !word.value().startsWith("-")).toList();
    return words.contains("-a") || (!paths.isEmpty() && isSystem(subject, paths.getLast()));
  }

  private static boolean unmounts(Subject subject, List<String> words) {
    return words.contains("-a")
        || words.contains("--all")
        || subject.arguments().stream()
            .anyMatch(word -> word.value().startsWith("/") && isSystem(subject, word));
  }

  private static boolean isSystem(Subject subject, Argument path) {
    Place place = subject.place(path);
    return place == Place.SYSTEM || place == Place.HOME;
  }

  /** Removing by pattern, or what the package manager itself calls essential. */
  private static boolean removesAll(List<String> words) {
    boolean removes =
        words.stream()
            .anyMatch(word -> word.matches("remove|purge|autoremove|erase|-r|-P|--purge|-R.*"));
    return removes
        && words.stream()
            .anyMatch(
                word ->
                    word.matches(
                        "\\*|\\^?\\.\\*|--allow-remove-essential|--force-(all|depends|remove-essential)|libc6|glibc|systemd|dpkg|apt|bash|coreutils"));
  }

  /** {@code nc -e}, {@code ncat --exec}, {@code socat … EXEC:…}: a program behind a socket. */
  private static void listener(Subject subject, List<String> words) {
    boolean serves =
        subject.name().equals("socat")
            ? words.stream().anyMatch(word -> word.matches("(?i)(exec|system|shell):.*"))
            : words.stream()
                .anyMatch(word -> word.matches("-[a-zA-Z46]*[ec]|-e.+|--(sh-|lua-)?exec.*"));
    if (serves) {
      subject.report("floor.shell.remote");
    }
  }

  /** A shell whose input or output is bash's {@code /dev/tcp/HOST/PORT}. */
  private static void remoteShell(Subject subject) {
    ShellState state = subject.execution().state();
    boolean shell = subject.invocation() != null && subject.invocation().program().is("shell");
    for (Execution.Redirection redirect : subject.execution().redirects()) {
      boolean socket = redirect.target().value().matches("/dev/(tcp|udp)/.*");
      boolean opened =
          state
              .get("socket descriptor")
              .filter(descriptor -> descriptor.equals(redirect.target().value()))
              .isPresent();
      if (socket && subject.name().equals("exec")) {
        state.set("socket descriptor", String.valueOf(redirect.descriptor()));
      } else if (shell && (socket || opened)) {
        subject.report("floor.shell.remote");
        return;
      }
    }
  }

  /** {@code docker run -v HOST:CONTAINER} and {@code --mount type=bind,source=HOST,…}. */
  private static void container(Subject subject) {
    List<Argument> words = subject.arguments();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.matches(
          "--privileged(=true)?|--pid=host|--device=/dev/(sd|nvme|mem|kmem|vd|xvd).*")) {
        subject.report("floor.container.mount", words.get(i));
      }
      boolean glued = word.matches("--(volume|mount)=.*|-v.+");
      boolean apart = word.matches("-v|--volume|--mount") && i + 1 < words.size();
      if (!glued && !apart) {
        continue;
      }
      Argument value =
          apart
              ? words.get(i + 1)
              : words.get(i).from(word.startsWith("--") ? word.indexOf('=') + 1 : 2);
      String host = host(value.value());
      if ((host.startsWith("/") || host.startsWith("..")) && exposed(subject, value.with(host))) {
        subject.report("floor.container.mount", value.with(host));
      }
    }
  }

  private static String host(String value) {
    for (String part : value.split(",", -1)) {
      if (part.startsWith("source=") || part.startsWith("src=")) {
        return part.substring(part.indexOf('=') + 1);
      }
    }
    int colon = value.indexOf(':');
    return colon < 0 || value.endsWith(":ro") ? "" : value.substring(0, colon);
  }

  private static boolean exposed(Subject subject, Argument host) {
    String path = subject.absolute(host);
    return subject.place(host) == Place.SYSTEM || path.equals(subject.context().home());
  }
}
