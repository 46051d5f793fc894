package dev.pinfold.sandbox;

import dev.pinfold.sandbox.ProtectionStatus.Active;
import dev.pinfold.sandbox.ProtectionStatus.Missing;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Which protections a tier has on this machine, and which no pen can do without. */
public final class Protections {
  /** Without these there is no pen, unless the user names them. */
  private static final Set<Protection> STRICT =
      EnumSet.of(
          Protection.FILES,
          Protection.TCP,
          Protection.SIGNAL_SCOPE,
          Protection.ABSTRACT_SOCKET_SCOPE,
          Protection.SYSCALL_FILTER,
          Protection.SUPERVISOR,
          Protection.EXEC_GUARD,
          Protection.NO_NEW_PRIVILEGES,
          Protection.COMMAND_LAYER,
          Protection.WATCHDOG,
          Protection.OPEN_FILES_LIMIT,
          Protection.FILE_SIZE_LIMIT);

  /** These can be done without on the user's word; the others are what the pen is made of. */
  private static final Set<Protection> CAN_BE_ALLOWED_MISSING =
      EnumSet.of(
          Protection.TCP,
          Protection.SIGNAL_SCOPE,
          Protection.ABSTRACT_SOCKET_SCOPE,
          Protection.EXEC_GUARD,
          Protection.WATCHDOG);

  private Protections() {}

  /** Whether a run is refused without it. */
  public static boolean isStrict(Protection protection) {
    return STRICT.contains(protection);
  }

  /** Whether {@code --allow-missing} may name it: a pen without the others would be none. */
  public static boolean canBeAllowedMissing(Protection protection) {
    return !STRICT.contains(protection) || CAN_BE_ALLOWED_MISSING.contains(protection);
  }

  /** The status of each in a pen of {@code tier}, before it is opened. */
  public static Map<Protection, ProtectionStatus> of(
      KernelFeatures kernel, boolean root, Tier tier) {
    Map<Protection, ProtectionStatus> all = new EnumMap<>(Protection.class);
    for (Protection protection : Protection.values()) {
      boolean here =
          switch (protection) {
            case FILES -> kernel.landlockAbi() >= 5;
            case TCP -> tier == Tier.FULL || kernel.landlockAbi() >= 4;
            case SIGNAL_SCOPE, ABSTRACT_SOCKET_SCOPE, WATCHDOG -> kernel.landlockAbi() >= 6;
            case COMMAND_LAYER -> kernel.landlockAbi() >= 1;
            case SYSCALL_FILTER,
                SUPERVISOR,
                NO_NEW_PRIVILEGES,
                OPEN_FILES_LIMIT,
                FILE_SIZE_LIMIT,
                PROTECTED_FILES ->
                true;
            case EXEC_GUARD -> ExecGuard.isPossible();
            case PROCESS_LIMIT -> !root;
            case NAMESPACES,
                HIDDEN_PATHS,
                HIDDEN_PROCESSES,
                PRIVATE_TMP,
                PRIVATE_SHM,
                OWN_LOOPBACK ->
                tier == Tier.FULL;
            case MEMORY_LIMIT, CPU_LIMIT -> false;
          };
      all.put(
          protection,
          here ? new Active() : new Missing(protection.needs(), found(protection, kernel, tier)));
    }
    return all;
  }

  /**
   * Takes what a control group says of {@code limit}: a limit that is in force without one stays
   * so; one that isn't has two reasons then.
   */
  static void improve(
      Map<Protection, ProtectionStatus> all, Protection limit, ProtectionStatus status) {
    if (!(all.get(limit) instanceof Missing(String needed, String found))) {
      return;
    }
    all.put(
        limit,
        status instanceof Missing(_, String obstacle) && limit == Protection.PROCESS_LIMIT
            ? new Missing(needed, found + "; " + obstacle)
            : status);
  }

  /** The status of each without a pen. */
  static Map<Protection, ProtectionStatus> off() {
    Map<Protection, ProtectionStatus> all = new EnumMap<>(Protection.class);
    for (Protection protection : Protection.values()) {
      all.put(protection, new ProtectionStatus.Off());
    }
    return all;
  }

  private static String found(Protection protection, KernelFeatures kernel, Tier tier) {
    return switch (protection) {
      case FILES, TCP, SIGNAL_SCOPE, ABSTRACT_SOCKET_SCOPE, WATCHDOG, COMMAND_LAYER ->
          kernel.landlock();
      case EXEC_GUARD -> "a kernel without it";
      case PROCESS_LIMIT -> "root";
      case MEMORY_LIMIT, CPU_LIMIT -> "no control group";
      default -> "tier " + tier.id();
    };
  }

  /**
   * Takes a pen that lacks something for what it is.
   *
   * @throws SandboxUnavailableException when {@code plan} does not do without it
   */
  static void require(Map<Protection, ProtectionStatus> protections, PenPlan plan)
      throws SandboxUnavailableException {
    for (Map.Entry<Protection, ProtectionStatus> entry : protections.entrySet()) {
      Protection protection = entry.getKey();
      boolean allowed =
          plan.allowedMissing().contains(protection) && canBeAllowedMissing(protection);
      boolean unwanted = protection == Protection.EXEC_GUARD && plan.judge().isEmpty();
      if (!unwanted
          && entry.getValue() instanceof Missing(String needed, String found)
          && (isStrict(protection) || plan.limits().isAskedFor(protection))
          && !allowed) {
        throw new SandboxUnavailableException(protection, needed, found);
      }
    }
  }
}
