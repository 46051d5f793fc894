package dev.pinfold.sandbox;

import dev.pinfold.sandbox.Grant.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * What every run may read: programs, libraries, and the few files of the system that programs need.
 */
public final class SystemView {
  /**
   * Programs and libraries: the File Hierarchy Standard's places, and those of Nix, Guix and snap.
   */
  private static final List<String> PROGRAMS =
      List.of(
          "/usr",
          "/bin",
          "/sbin",
          "/lib",
          "/lib32",
          "/lib64",
          "/libx32",
          "/opt",
          "/nix/store",
          "/gnu/store",
          "/snap",
          "/run/current-system/sw",
          "/home/linuxbrew/.linuxbrew");

  /**
   * Files of /etc without secrets: who users are, how names are looked up, certificates, fonts, the
   * settings of interpreters and compilers. Not there: shadow, sudoers, ssh, gitconfig,
   * environment, and whatever else is not named.
   */
  private static final List<String> SETTINGS =
      List.of(
          "ld.so.cache",
          "ld.so.conf",
          "ld.so.conf.d",
          "ld.so.preload",
          "passwd",
          "group",
          "nsswitch.conf",
          "hosts",
          "host.conf",
          "hostname",
          "resolv.conf",
          "gai.conf",
          "networks",
          "protocols",
          "services",
          "rpc",
          "ethertypes",
          "localtime",
          "timezone",
          "locale.alias",
          "locale.conf",
          "default/locale",
          "os-release",
          "lsb-release",
          "debian_version",
          "redhat-release",
          "alpine-release",
          "arch-release",
          "system-release",
          "issue",
          "shells",
          "ssl/certs",
          "ssl/cert.pem",
          "ssl/openssl.cnf",
          "ssl/ct_log_list.cnf",
          "pki/ca-trust",
          "pki/tls/certs",
          "pki/tls/cert.pem",
          "pki/tls/openssl.cnf",
          "pki/java",
          "pki/nssdb",
          "ca-certificates",
          "ca-certificates.conf",
          "crypto-policies",
          "alternatives",
          "mime.types",
          "magic",
          "fonts",
          "terminfo",
          "inputrc",
          "bash_completion.d",
          "profile.d",
          "xml",
          "sgml",
          "texmf",
          "maven/m2.conf",
          "maven/settings.xml",
          "maven/toolchains.xml",
          "maven/logging",
          "gradle",
          "ant",
          "python2.7",
          "python3",
          "python3.9",
          "python3.10",
          "python3.11",
          "python3.12",
          "python3.13",
          "python3.14",
          "perl",
          "lua",
          "php",
          "emacs",
          "vim",
          "groff",
          "manpath.config",
          "ImageMagick-6",
          "ImageMagick-7",
          "OpenCL",
          "vulkan",
          "static",
          "zoneinfo");

  /**
   * /proc is needed by every run time (own status, processors, memory). This tier can't tell one
   * process's part from another's: names and command lines of all processes can be read, their
   * memory, environment and files can't (the kernel asks Landlock before those).
   */
  private static final List<String> KERNEL =
      List.of(
          "/proc",
          "/sys/devices/system/cpu",
          "/sys/devices/system/node",
          "/sys/fs/cgroup",
          "/sys/kernel/mm/transparent_hugepage",
          "/sys/kernel/mm/hugepages");

  private static final List<String> DEVICES =
      List.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty");

  /** Debian keeps the JDKs' settings here; beside them lie the passwords of remote management. */
  private static final List<String> JAVA_SETTINGS =
      List.of(
          "security",
          "jfr",
          "accessibility.properties",
          "jaxp.properties",
          "logging.properties",
          "net.properties",
          "psfont.properties.ja",
          "psfontj2d.properties",
          "sound.properties",
          "swing.properties",
          "jvm-amd64.cfg",
          "jvm-arm64.cfg",
          "management/management.properties",
          "images",
          "flavormap.properties",
          "content-types.properties");

  private static final List<Integer> JAVA_VERSIONS = List.of(8, 11, 17, 21, 25);

  private SystemView() {}

  /** The default view, without workspace, toolchains and the run's own folders. */
  public static View get() {
    List<Grant> grants = new ArrayList<>();
    for (String path : PROGRAMS) {
      grants.add(new Grant(path, Access.READ_EXECUTE, Origin.SYSTEM));
    }
    for (String name : SETTINGS) {
      grants.add(new Grant("/etc/" + name, Access.READ, Origin.SYSTEM));
    }
    for (int version : JAVA_VERSIONS) {
      for (String name : JAVA_SETTINGS) {
        grants.add(
            new Grant("/etc/java-" + version + "-openjdk/" + name, Access.READ, Origin.SYSTEM));
      }
    }
    for (String path : KERNEL) {
      grants.add(new Grant(path, Access.READ, Origin.SYSTEM));
    }
    return new View(grants, DEVICES);
  }
}
