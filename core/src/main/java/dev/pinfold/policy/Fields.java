package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;

/** The fields that a word is split into (POSIX XCU 2.6.5). */
final class Fields {
  private static final String WHITE = " \t\n";
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final List<String> done = new ArrayList<>();
  private final StringBuilder current = new StringBuilder();
  private boolean started;

  /** Whether white space has ended the last field: a separator after it belongs to it. */
  private boolean ended;

  void append(String text) {
    current.append(text);
    started |= !text.isEmpty();
  }

  void appendQuoted(String text) {
    current.append(text);
    started = true;
  }

  void cut() {
    if (started) {
      done.add(closedBrackets(current.toString()));
      current.setLength(0);
      started = false;
    }
  }

  /** A bracket that nothing closes is an ordinary character. */
  private static String closedBrackets(String field) {
    int open = field.lastIndexOf(Marks.BRACKET);
    return open >= 0 && field.indexOf(']', open + 1) < 0
        ? field.replace(Marks.BRACKET, '[')
        : field;
  }

  /** An unquoted expansion: split at separators, its pattern characters are active. */
  void split(String value, String separators) {
    if (Marks.any(separators)) {
      append(value.isEmpty() ? "" : UNKNOWN);
      return;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (separators.indexOf(c) < 0) {
        current.append(active(c));
        started = true;
        ended = false;
      } else if (WHITE.indexOf(c) >= 0) {
        ended |= started;
        cut();
      } else {
        started |= !ended;
        ended = false;
        cut();
      }
    }
  }

  private static char active(char c) {
    return switch (c) {
      case '*' -> Marks.STAR;
      case '?' -> Marks.QUESTION;
      case '[' -> Marks.BRACKET;
      default -> c;
    };
  }

  List<String> finish() {
    cut();
    return done;
  }
}
