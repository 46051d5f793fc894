package dev.pinfold.cli;

import dev.pinfold.linux.Errno;
import dev.pinfold.sandbox.KernelFeatures;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import dev.pinfold.sandbox.Protections;
import dev.pinfold.sandbox.SelfProof;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * What {@code doctor} found.
 *
 * @param kernel what the kernel offers
 * @param tier the strongest that works; the weakest if none does
 * @param notFull why it is not tier full; empty if it is
 * @param protections how each protection stands
 * @param proof the attempts to leave a pen
 * @param obstacle why no pen could be opened; empty if one could
 */
record Diagnosis(
    KernelFeatures kernel,
    String tier,
    String notFull,
    Map<Protection, ProtectionStatus> protections,
    SelfProof proof,
    String obstacle) {
  boolean works() {
    return obstacle.isEmpty();
  }

  String text() {
    var text = new StringBuilder();
    text.append("tier ")
        .append(tier)
        .append(": ")
        .append(works() ? "works" : "does not work")
        .append(" here (");
    text.append(kernel.landlock())
        .append(", Linux ")
        .append(System.getProperty("os.version"))
        .append(")\n\n");
    if (!works()) {
      text.append(obstacle).append("\nhint: ").append(fix()).append("\n\n");
    }
    protections.forEach((protection, status) -> appendProtection(text, protection, status));
    if (works()) {
      text.append("\nattempts to leave a pen, made from within:\n");
    }
    for (SelfProof.Attempt attempt : proof.attempts()) {
      text.append(
          line(
              attempt.holds() ? "refused" : "WORKED",
              attempt.guarantee(),
              attempt.what() + ": " + Errno.answer(attempt.result())));
    }
    if (!notFull.isEmpty()) {
      text.append("\ntier full: does not work here: ").append(Printable.line(notFull)).append('\n');
    }
    return text.toString();
  }

  private static void appendProtection(
      StringBuilder text, Protection protection, ProtectionStatus status) {
    text.append(line(label(protection, status), protection.id(), protection.sentence()));
    if (status instanceof ProtectionStatus.Missing(String needed, String found)) {
      text.append(line("", "", "needs " + needed + "; found " + found));
    }
  }

  private static String line(String status, String name, String sentence) {
    return padded(status, 10) + padded(name, 23) + sentence + "\n";
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }

  private static String label(Protection protection, ProtectionStatus status) {
    return switch (status) {
      case ProtectionStatus.Active _ -> "active";
      case ProtectionStatus.Missing _ -> Protections.isStrict(protection) ? "MISSING" : "missing";
      case ProtectionStatus.Off _ -> "off";
    };
  }

  /** The manual of Landlock tells these answers apart: landlock_create_ruleset(2), ERRORS. */
  private String fix() {
    long abi = kernel.landlockAbi();
    if (abi == -Errno.EOPNOTSUPP) {
      return "Landlock is switched off. Add landlock to the lsm= parameter of the kernel's command"
          + " line (cat /sys/kernel/security/lsm shows the present list) and start the"
          + " machine again.";
    }
    if (abi == -Errno.ENOSYS) {
      return "This kernel was built without Landlock, or the container's seccomp filter hides it."
          + " Use Linux 6.12 or later with CONFIG_SECURITY_LANDLOCK=y.";
    }
    return abi < 6
        ? "Use Linux 6.12 or later."
        : "Another sandbox around this one (a container's seccomp filter) may refuse what a pen"
            + " needs.";
  }

  byte[] json() {
    return Json.line(
        json -> {
          json.writeStringProperty("tier", tier);
          json.writeBooleanProperty("works", works());
          json.writeNumberProperty("landlockAbi", kernel.landlockAbi());
          if (!works()) {
            json.writeStringProperty("obstacle", obstacle);
            json.writeStringProperty("fix", fix());
          }
          if (!notFull.isEmpty()) {
            json.writeStringProperty("notFull", notFull);
          }
          json.writeArrayPropertyStart("protections");
          protections.forEach((protection, status) -> write(json, protection, status));
          json.writeEndArray();
          json.writeArrayPropertyStart("proof");
          proof.attempts().forEach(attempt -> write(json, attempt));
          json.writeEndArray();
        });
  }

  static void write(JsonGenerator json, Protection protection, ProtectionStatus status) {
    json.writeStartObject();
    json.writeStringProperty("protection", protection.id());
    json.writeStringProperty(
        "status", label(protection, status).toLowerCase(java.util.Locale.ROOT));
    json.writeBooleanProperty("required", Protections.isStrict(protection));
    if (status instanceof ProtectionStatus.Missing(String needed, String found)) {
      json.writeStringProperty("needed", needed);
      json.writeStringProperty("found", found);
    }
    json.writeEndObject();
  }

  static void write(JsonGenerator json, SelfProof.Attempt attempt) {
    json.writeStartObject();
    json.writeStringProperty("guarantee", attempt.guarantee());
    json.writeStringProperty("attempt", attempt.what());
    json.writeStringProperty("answer", Errno.answer(attempt.result()));
    json.writeBooleanProperty("holds", attempt.holds());
    json.writeEndObject();
  }
}
