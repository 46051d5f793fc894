package dev.pinfold.cli;

import dev.pinfold.linux.NativeString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments as they were given. The JVM decodes them by the locale and loses what does not fit;
 * the kernel still has the bytes (proc_pid_cmdline(5)).
 */
final class Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private Arguments() {}

  /**
   * The raw form of the arguments that {@code main} got, which are the last ones of the process.
   */
  static List<String> raw(String[] decoded) {
    try {
      List<String> all = split(Files.readAllBytes(COMMAND_LINE));
      List<String> last = all.subList(Math.max(0, all.size() - decoded.length), all.size());
      return fits(last, decoded) ? List.copyOf(last) : List.of(decoded);
    } catch (IOException e) {
      return List.of(decoded); // no /proc: the decoded ones are the best there is
    }
  }

  /** Each argument ends with a zero byte. */
  private static List<String> split(byte[] commandLine) {
    List<String> arguments = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < commandLine.length; i++) {
      if (commandLine[i] == 0) {
        arguments.add(NativeString.decode(Arrays.copyOfRange(commandLine, start, i)));
        start = i + 1;
      }
    }
    return arguments;
  }

  /**
   * The java program expands {@code @file} and reads {@code JDK_JAVA_OPTIONS}, so the count alone
   * is no proof: where the JVM's text is plain ASCII, both must agree.
   */
  private static boolean fits(List<String> raw, String[] decoded) {
    if (raw.size() != decoded.length) {
      return false;
    }
    for (int i = 0; i < decoded.length; i++) {
      if (isAscii(decoded[i]) && isAscii(raw.get(i)) && !decoded[i].equals(raw.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 128);
  }
}
