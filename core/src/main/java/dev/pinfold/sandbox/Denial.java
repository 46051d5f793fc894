package dev.pinfold.sandbox;

import java.util.List;

/**
 * Something that a run tried and was not let do, whichever layer said no.
 *
 * @param layer who said no
 * @param operation what was tried: {@code connect}, {@code chmod}, {@code read}, {@code exec}, …
 * @param target on what
 * @param rule the policy's rule, or the guarantee of THREAT_MODEL, that stands behind it
 * @param reason why not, in words
 * @param grant the narrowest option that would allow it; empty when there is none
 * @param evidence how it is known
 */
public record Denial(
    Layer layer,
    String operation,
    Target target,
    String rule,
    String reason,
    String grant,
    Evidence evidence) {

  /** The same, with an option that would allow it. */
  Denial withGrant(String option) {
    return new Denial(layer, operation, target, rule, reason, option, evidence);
  }

  /** Who says no. */
  public enum Layer {
    /** The command policy, before anything was started. */
    POLICY("policy"),
    /** The same rules, for a program that a process of the run started. */
    EXEC_GUARD("exec-guard"),
    /** What the view opens of the file system: contents, names, programs. */
    FILES("files"),
    /** Modes, owners, times, attributes and watches of files. */
    METADATA("metadata"),
    /** Sockets and connections. */
    NETWORK("network"),
    /** Protected files of the workspace. */
    PROTECTED("protected"),
    /** System calls that no program of a run may make. */
    SYSTEM_CALLS("system-calls");

    private final String label;

    Layer(String label) {
      this.label = label;
    }

    /** As reports have it. */
    public String label() {
      return label;
    }
  }

  /** On what something was tried. Its text comes from the run: whoever shows it escapes it. */
  public sealed interface Target {
    /** One line, as for a person. */
    String text();

    /** A file or folder, by its canonical path where that is known. */
    record Path(String path) implements Target {
      @Override
      public String text() {
        return path;
      }
    }

    /**
     * An address to connect to.
     *
     * @param host a name, or an address without brackets
     * @param port 0 to 65535
     */
    record Host(String host, int port) implements Target {
      @Override
      public String text() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
      }
    }

    /** A program to start: its arguments, shortened and without what looks like a secret. */
    record Command(String words) implements Target {
      /** Of a vector as it was given. */
      public static Command of(List<String> words) {
        return new Command(ShownWords.of(words));
      }

      @Override
      public String text() {
        return words;
      }
    }

    /** What a system call asked for, where that has no name of its own: a kind of socket. */
    record Call(String what) implements Target {
      @Override
      public String text() {
        return what;
      }
    }
  }

  /** How sure a denial is. */
  public enum Evidence {
    /** The supervisor answered the call itself, or Pinfold did it. */
    OBSERVED,
    /**
     * The supervisor saw the call, and the run's rules refuse it although the run's user may do it;
     * the kernel's own answer went to the caller alone.
     */
    TRACED,
    /**
     * The command's output speaks of it, the run's rules do not cover the path, and the user could
     * have had it without the pen. Nobody saw the call itself.
     */
    INFERRED
  }
}
