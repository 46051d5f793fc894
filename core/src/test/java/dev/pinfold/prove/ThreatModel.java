package dev.pinfold.prove;

import java.util.List;
import java.util.stream.Collectors;

/** THREAT_MODEL.md with its tables made anew: each stands between two comments that name it. */
final class ThreatModel {
  private ThreatModel() {}

  static String withTables(String document, GuaranteeFile file) {
    StringBuilder text = new StringBuilder();
    boolean inTable = false;
    for (String line : document.lines().toList()) {
      if (inTable && !line.equals("<!-- end -->")) {
        continue;
      }
      inTable = line.startsWith("<!-- ") && line.endsWith(": from guarantees.txt -->");
      text.append(line).append('\n');
      if (inTable) {
        String section = line.substring("<!-- ".length(), line.indexOf(": from"));
        text.append(section.equals("Tiers") ? differences(file) : guarantees(section, file));
      }
    }
    return text.toString();
  }

  private static String differences(GuaranteeFile file) {
    return "| | `landlock` | `full` adds |\n|---|---|---|\n"
        + file.differences().stream()
            .map(difference -> row(difference.what(), difference.landlock(), difference.full()))
            .collect(Collectors.joining());
  }

  private static String guarantees(String section, GuaranteeFile file) {
    List<Guarantee> all =
        file.guarantees().stream()
            .filter(guarantee -> guarantee.section().equals(section))
            .toList();
    return "| guarantee | sentence | enforced by | limits |\n|---|---|---|---|\n"
        + all.stream()
            .map(g -> row(names(g), g.sentence(), g.by(), g.limits()))
            .collect(Collectors.joining());
  }

  private static String names(Guarantee guarantee) {
    return guarantee.ids().stream()
        .map(id -> "`" + id + "`" + (guarantee.selfProved().contains(id) ? "*" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String row(String... cells) {
    return ("| " + String.join(" | ", cells) + " |\n").replace("|  |", "| |");
  }
}
