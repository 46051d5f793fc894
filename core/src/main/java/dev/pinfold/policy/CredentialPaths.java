package dev.pinfold.policy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Files that hold keys, tokens, passwords, cookies or histories, by where programs keep them. */
final class CredentialPaths {
  /** Below a home directory; what is below an entry counts too. */
  private static final List<String> IN_HOME =
      List.of(
          ".ssh",
          ".aws",
          ".gnupg",
          ".azure",
          ".kube",
          ".docker",
          ".dockercfg",
          ".config/gcloud",
          ".config/gh",
          ".config/hub",
          ".config/glab-cli",
          ".netrc",
          "_netrc",
          ".npmrc",
          ".yarnrc",
          ".yarnrc.yml",
          ".pypirc",
          ".git-credentials",
          ".config/git/credentials",
          ".git-credential-cache",
          ".cargo/credentials",
          ".cargo/credentials.toml",
          ".gem/credentials",
          ".gem/mirrors",
          ".m2/settings.xml",
          ".m2/settings-security.xml",
          ".gradle/gradle.properties",
          ".nuget",
          ".config/NuGet",
          ".pgpass",
          ".my.cnf",
          ".mylogin.cnf",
          ".vault-token",
          ".terraform.d",
          ".terraformrc",
          ".password-store",
          ".config/op",
          ".op",
          ".config/Bitwarden CLI",
          ".local/share/keyrings",
          ".local/share/kwalletd",
          ".config/keepassxc",
          "Library/Keychains",
          "Library/Application Support/Google/Chrome",
          "Library/Application Support/Firefox",
          "Library/Cookies",
          "Library/Application Support/com.apple.TCC",
          "Library/Safari",
          ".mozilla",
          ".config/google-chrome",
          ".config/chromium",
          ".config/BraveSoftware",
          ".config/microsoft-edge",
          ".config/vivaldi",
          ".config/opera",
          ".thunderbird",
          ".local/share/fish/fish_history",
          ".bash_history",
          ".zsh_history",
          ".sh_history",
          ".history",
          ".ash_history",
          ".python_history",
          ".node_repl_history",
          ".psql_history",
          ".mysql_history",
          ".sqlite_history",
          ".rediscli_history",
          ".irb_history",
          ".config/rclone",
          ".s3cfg",
          ".boto",
          ".databrickscfg",
          ".snowflake",
          ".snowsql",
          ".oci",
          ".config/doctl",
          ".config/hcloud",
          ".config/heroku",
          ".fly",
          ".config/fly",
          ".config/configstore",
          ".netlify",
          ".config/netlify",
          ".vercel",
          ".config/vercel",
          ".local/share/com.vercel.cli",
          ".wrangler",
          ".config/.wrangler",
          ".config/wrangler",
          ".claude/.credentials.json",
          ".claude.json",
          ".codex/auth.json",
          ".config/github-copilot",
          ".copilot",
          ".gemini/oauth_creds.json",
          ".config/anthropic",
          ".openai",
          ".config/openai",
          ".huggingface",
          ".cache/huggingface/token",
          ".kaggle",
          ".config/pypoetry/auth.toml",
          ".config/helm",
          ".config/containers",
          ".rhosts",
          ".shosts",
          ".Xauthority",
          ".ICEauthority",
          ".putty",
          ".config/filezilla",
          ".config/remmina",
          ".config/sops",
          ".age",
          ".config/age",
          ".electrum",
          ".bitcoin",
          ".ethereum",
          ".config/solana",
          ".authinfo",
          ".authinfo.gpg",
          ".subversion/auth",
          ".config/keybase",
          ".vault_pass",
          ".ansible_vault_pass",
          ".vault_pass.txt",
          ".env",
          ".envrc.local",
          ".passwd-s3fs",
          ".smbcredentials",
          ".cups/client.conf",
          ".linode-cli",
          ".config/linode-cli",
          ".circleci",
          ".travis",
          ".sentryclirc",
          ".stripe",
          ".config/stripe",
          ".twilio-cli",
          ".composer/auth.json",
          ".config/composer/auth.json",
          ".cpanel",
          ".pulumi/credentials.json",
          ".config/gspread",
          ".hex",
          ".pub-cache/credentials.json",
          ".config/dart/pub-credentials.json",
          ".mc/config.json",
          ".config/argocd",
          ".minikube",
          ".config/lens",
          ".bundle/config",
          ".local/share/opencode/auth.json",
          ".config/hub.yml",
          ".wgetrc",
          ".curlrc",
          ".lftp",
          ".config/msmtp",
          ".msmtprc",
          ".fetchmailrc",
          ".mailrc",
          ".muttrc",
          ".config/mutt");

  /** Elsewhere; what is below an entry counts too. A star stands for one component. */
  private static final List<String> ABSOLUTE =
      List.of(
          "/etc/shadow",
          "/etc/shadow-",
          "/etc/gshadow",
          "/etc/gshadow-",
          "/etc/sudoers",
          "/etc/sudoers.d",
          "/etc/ssl/private",
          "/etc/krb5.keytab",
          "/etc/security/opasswd",
          "/etc/master.passwd",
          "/etc/kubernetes",
          "/etc/rancher",
          "/etc/wireguard",
          "/etc/openvpn",
          "/etc/ipsec.secrets",
          "/etc/ppp/chap-secrets",
          "/etc/NetworkManager/system-connections",
          "/etc/wpa_supplicant",
          "/etc/pki/tls/private",
          "/etc/letsencrypt/live",
          "/etc/letsencrypt/archive",
          "/run/secrets",
          "/var/run/secrets",
          "/proc/kcore",
          "/dev/mem",
          "/dev/kmem",
          "/proc/*/environ",
          "/proc/*/mem",
          "/var/lib/docker",
          "/var/lib/kubelet",
          "/Library/Keychains",
          "/private/etc/master.passwd",
          "/var/db/dslocal",
          "/run/user/*/keyring",
          "/var/spool/cron",
          "/etc/ssh/ssh_host_rsa_key",
          "/etc/ssh/ssh_host_ed25519_key",
          "/etc/ssh/ssh_host_ecdsa_key",
          "/etc/ssh/ssh_host_dsa_key");

  /** Most paths of a build are told by this not to be meant (/usr, /tmp, /opt). */
  private static final Set<String> BEGINNINGS =
      ABSOLUTE.stream().map(CredentialPaths::firstComponent).collect(Collectors.toSet());

  private CredentialPaths() {}

  /**
   * Whether a normalised absolute path, possibly with marks, is or may be one of them or below one.
   */
  static boolean matches(String path, PolicyContext context) {
    if (!path.startsWith("/") || PathText.within(path, context.workspace())) {
      return afterHole(path);
    }
    String rest = belowHome(path, context);
    if (!rest.isEmpty()) {
      return any(IN_HOME, rest);
    }
    return (beginsLikeOne(path) && any(ABSOLUTE, path)) || afterHole(path);
  }

  /** {@code $X/.ssh/id_rsa}: whatever the hole is, the rest says enough. */
  private static boolean afterHole(String path) {
    int hole = Marks.firstHole(path);
    int slash = hole < 0 ? -1 : path.indexOf('/', hole);
    return slash >= 0
        && slash + 1 < path.length()
        && path.charAt(slash + 1) == '.'
        && any(IN_HOME, path.substring(slash + 1));
  }

  private static String belowHome(String path, PolicyContext context) {
    if (PathText.below(path, context.home())) {
      return path.substring(context.home().length() + 1);
    }
    if (PathText.within(path, Marks.OWN_TMP)) {
      return "";
    }
    if (path.startsWith("/root/")) {
      return path.substring(6);
    }
    if (path.startsWith("/home/") || path.startsWith("/Users/")) {
      int user = path.indexOf('/', 1) + 1;
      int end = path.indexOf('/', user);
      return end < 0 ? "" : path.substring(end + 1);
    }
    return "";
  }

  /** Whether an absolute path may be one of {@link #ABSOLUTE}, by its first component. */
  private static boolean beginsLikeOne(String path) {
    return Marks.any(path) || BEGINNINGS.contains(firstComponent(path));
  }

  private static String firstComponent(String path) {
    int end = path.indexOf('/', 1);
    return path.substring(1, end < 0 ? path.length() : end);
  }

  private static boolean any(List<String> entries, String path) {
    boolean constant = !Marks.any(path);
    for (String entry : entries) {
      boolean hit =
          (constant && entry.indexOf('*') < 0)
              ? path.startsWith(entry)
                  && (path.length() == entry.length() || path.charAt(entry.length()) == '/')
              : components(entry, path);
      if (hit) {
        return true;
      }
    }
    return false;
  }

  private static boolean components(String entry, String path) {
    String[] wanted = entry.split("/", -1);
    String[] given = path.split("/", -1);
    for (int i = 0; i < wanted.length; i++) {
      if (i >= given.length) {
        return false;
      }
      if (given[i].indexOf(Marks.BELOW) >= 0) {
        return false;
      }
      boolean hidden =
          wanted[i].startsWith(".") && !given[i].isEmpty() && Marks.isPattern(given[i].charAt(0));
      boolean vague = !given[i].isEmpty() && Marks.isHole(given[i].charAt(0));
      boolean same =
          wanted[i].equals("*")
              || (!hidden && !vague && GlobText.markedMatches(given[i], wanted[i]));
      if (!same) {
        return false;
      }
    }
    return true;
  }
}
