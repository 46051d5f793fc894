package dev.pinfold.policy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a PowerShell text downloads: the calls that do it, and the programs that they leave. */
final class Downloads {
  private static final Pattern CALL =
      Pattern.compile(
          "(?i)\\b(iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|start-bitstransfer)\\b|download(string|data|file)|net\\.webclient|httpclient");

  private final Set<String> programs = new HashSet<>();

  /** Whether a piece of text, or the name of a cmdlet, is a download. */
  static boolean in(String text) {
    return CALL.matcher(text).find();
  }

  /** The programs and scripts that a download of this text leaves. */
  void remember(List<Argument> arguments) {
    arguments.stream()
        .filter(word -> word.value().matches("(?i)[^:/]+\\.(exe|com|bat|cmd|ps1|vbs|js|msi|scr)"))
        .map(Downloads::fileName)
        .forEach(programs::add);
  }

  /** Whether a download left the program that is started. */
  boolean left(Argument program) {
    return programs.contains(fileName(program));
  }

  private static String fileName(Argument word) {
    return WindowsPrograms.name(word.value().replaceFirst("\\.ps1$", ".cmd"));
  }
}
