package dev.pinfold.shell;

import java.util.List;
import java.util.Random;

/** Makes scripts that no grammar makes: soup of tokens, broken copies, odd places for blanks. */
final class Spoiler {
  private static final List<String> TOKENS =
      Resource.rows("tokens.tsv").stream().map(row -> Resource.unescaped(row.get(1))).toList();

  private static final List<String> CORPUS =
      Resource.rows("corpus.tsv").stream()
          .skip(1)
          .map(row -> Resource.unescaped(row.get(1)))
          .toList();

  private final Random random;

  Spoiler(Random random) {
    this.random = random;
  }

  String soup() {
    var out = new StringBuilder();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      out.append(one(TOKENS)).append(random.nextInt(4) == 0 ? "" : " ");
    }
    return out.toString();
  }

  /**
   * The head of one command of the corpus and the tail of another, or one with something broken.
   */
  String spliced() {
    String first = one(CORPUS);
    if (random.nextBoolean()) {
      return spoiled(first);
    }
    String second = one(CORPUS);
    return first.substring(0, random.nextInt(first.length() + 1))
        + second.substring(random.nextInt(second.length() + 1));
  }

  /** Removes, doubles, inserts or swaps something. */
  String spoiled(String text) {
    var out = new StringBuilder(text);
    for (int n = 1 + random.nextInt(2); n > 0 && !out.isEmpty(); n--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(3)) {
        case 0 -> out.deleteCharAt(at);
        case 1 -> out.insert(at, one(TOKENS));
        default -> out.insert(at, out.charAt(random.nextInt(out.length())));
      }
    }
    return out.toString();
  }

  /** With line continuations anywhere. */
  String continued(String text) {
    var out = new StringBuilder(text);
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      out.insert(random.nextInt(out.length() + 1), "\\\n");
    }
    return out.toString();
  }

  /** With other blanks, line ends of Windows, or characters that only look blank. */
  String blanked(String text) {
    return switch (random.nextInt(5)) {
      case 0 -> text.replace("\n", "\r\n");
      case 1 -> text.replace(" ", "\t");
      case 2 -> text.replace(" ", "  \t");
      case 3 -> text.replace(' ', List.of('\u00a0', '\f', '\u000b', '\r').get(random.nextInt(4)));
      default -> text.replaceFirst(" ", List.of(" \\\n", "\n", " #c\n").get(random.nextInt(3)));
    };
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
