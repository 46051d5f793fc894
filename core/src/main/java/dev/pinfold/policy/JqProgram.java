package dev.pinfold.policy;

import java.util.Set;

/** Programs of jq(1) that read more than their input: the environment, modules, other files. */
final class JqProgram {
  private static final Set<String> REACHING = Set.of("env", "$ENV", "include", "import");

  private JqProgram() {}

  static boolean reachesOut(String program) {
    int i = 0;
    while (i < program.length()) {
      char c = program.charAt(i);
      if (c == '"') {
        int end = endOfString(program, i);
        String inner = program.substring(i + 1, end);
        if (inner.contains("\\(")
            && reachesOut(inner.substring(inner.indexOf("\\(") + 2).replace("\"", " "))) {
          return true;
        }
        i = end + 1;
      } else if (c == '#') {
        int end = program.indexOf('\n', i);
        i = end < 0 ? program.length() : end;
      } else if (Character.isLetter(c) || c == '_' || c == '$') {
        int end = i + 1;
        while (end < program.length()
            && (Character.isLetterOrDigit(program.charAt(end)) || program.charAt(end) == '_')) {
          end++;
        }
        boolean field = i > 0 && program.charAt(i - 1) == '.';
        boolean key = end < program.length() && program.charAt(end) == ':';
        if (!field && !key && REACHING.contains(program.substring(i, end))) {
          return true;
        }
        i = end;
      } else {
        i++;
      }
    }
    return false;
  }

  private static int endOfString(String program, int open) {
    int i = open + 1;
    while (i < program.length() && program.charAt(i) != '"') {
      i += program.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, program.length());
  }
}
