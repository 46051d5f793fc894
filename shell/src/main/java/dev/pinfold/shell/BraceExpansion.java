package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.BraceRange;
import dev.pinfold.shell.WordPart.Braces;
import dev.pinfold.shell.WordPart.Literal;
import dev.pinfold.shell.WordPart.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brace expansion: one list of parts becomes many (bash manual, "Brace Expansion").
 *
 * <p>Stateless; safe for any thread.
 */
public final class BraceExpansion {
  /**
   * Most words that one word may become: beyond it the number of fields is unknown, which bounds
   * time and memory.
   */
  public static final int MAX_WORDS = 1024;

  private BraceExpansion() {}

  /**
   * The words that one becomes, each as its parts, or empty if there would be more than {@link
   * #MAX_WORDS}.
   */
  public static Optional<List<List<WordPart>>> of(Word word) {
    if (word.parts().stream().noneMatch(BraceExpansion::isExpanded)) {
      return Optional.of(List.of(word.parts()));
    }
    return of(word.parts()).map(words -> words.stream().map(BraceExpansion::joined).toList());
  }

  private static boolean isExpanded(WordPart part) {
    return part instanceof Braces || part instanceof BraceRange;
  }

  private static Optional<List<List<WordPart>>> of(List<WordPart> parts) {
    List<List<WordPart>> words = List.of(List.of());
    for (WordPart part : parts) {
      Optional<List<List<WordPart>>> choices = choices(part);
      if (choices.isEmpty() || choices.get().size() * words.size() > MAX_WORDS) {
        return Optional.empty();
      }
      words = product(words, choices.get());
    }
    return Optional.of(words);
  }

  /**
   * The parts of one such word, as they are read after it is put together: braces are expanded as
   * text, so that {@code ~{,x}} is a home directory and <code>$a{b,c}</code> are the variables
   * {@code ab} and {@code ac}.
   */
  private static List<WordPart> joined(List<WordPart> parts) {
    List<WordPart> merged = Tildes.leading(BracePairs.merged(parts));
    var joined = new ArrayList<WordPart>(merged.size());
    for (WordPart part : merged) {
      if (part instanceof Literal(Span span, String text) && !joined.isEmpty()) {
        int taken = continuedName(joined.getLast(), text);
        if (taken > 0) {
          Parameter before = (Parameter) joined.removeLast();
          joined.add(named(before, before.name() + text.substring(0, taken)));
        }
        joined.add(new Literal(span, text.substring(taken)));
      } else {
        joined.add(part);
      }
    }
    return joined.stream().anyMatch(p -> p instanceof Literal(_, String text) && text.contains("$"))
        ? List.of(
            new Parameter(
                merged.getFirst().span(), "$…", false, false, Optional.empty(), Optional.empty()))
        : joined;
  }

  private static Parameter named(Parameter before, String name) {
    return new Parameter(before.span(), name, false, false, Optional.empty(), Optional.empty());
  }

  /**
   * How many characters of the text belong to the name of the parameter without braces before it.
   */
  private static int continuedName(WordPart before, String text) {
    if (!(before instanceof Parameter p)
        || p.span().end() - p.span().start() != p.name().length() + 1
        || !Tokens.startsName(p.name().charAt(0))) {
      return 0;
    }
    int end = 0;
    while (end < text.length() && Tokens.continuesName(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static List<List<WordPart>> product(
      List<List<WordPart>> heads, List<List<WordPart>> tails) {
    var words = new ArrayList<List<WordPart>>(heads.size() * tails.size());
    for (List<WordPart> head : heads) {
      for (List<WordPart> tail : tails) {
        var word = new ArrayList<WordPart>(head.size() + tail.size());
        word.addAll(head);
        word.addAll(tail);
        words.add(word);
      }
    }
    return words;
  }

  private static Optional<List<List<WordPart>>> choices(WordPart part) {
    return switch (part) {
      case Braces braces -> alternatives(braces);
      case BraceRange range -> sequence(range);
      default -> Optional.of(List.of(List.of(part)));
    };
  }

  private static Optional<List<List<WordPart>>> alternatives(Braces braces) {
    var all = new ArrayList<List<WordPart>>();
    for (Word alternative : braces.alternatives()) {
      Optional<List<List<WordPart>>> words = of(alternative.parts());
      if (words.isEmpty() || all.size() + words.get().size() > MAX_WORDS) {
        return Optional.empty();
      }
      all.addAll(words.get());
    }
    return Optional.of(all);
  }

  private static Optional<List<List<WordPart>>> sequence(BraceRange range) {
    boolean letters = Character.isLetter(range.from().charAt(0));
    long from = letters ? range.from().charAt(0) : Long.parseLong(range.from());
    long to = letters ? range.to().charAt(0) : Long.parseLong(range.to());
    long step = Math.max(1, Math.abs(range.step()));
    if (Math.abs(to - from) / step >= MAX_WORDS) {
      return Optional.empty();
    }
    int width = letters ? 0 : Math.max(padding(range.from()), padding(range.to()));
    width = width == 0 ? 0 : Math.max(range.from().length(), range.to().length());
    var words = new ArrayList<List<WordPart>>();
    for (long value = from;
        from <= to ? value <= to : value >= to;
        value += from <= to ? step : -step) {
      String text = letters ? Character.toString((char) value) : padded(value, width);
      words.add(List.of(letterOrQuoted(range, text)));
    }
    return Optional.of(words);
  }

  /** {@code {A..z}} passes characters that would be special; they are not. */
  private static WordPart letterOrQuoted(BraceRange range, String text) {
    return Character.isLetterOrDigit(text.charAt(0)) || text.charAt(0) == '-'
        ? new Literal(range.span(), text)
        : new WordPart.Escaped(range.span(), text);
  }

  /** Whether a number is written with leading zeros, which asks for equal width. */
  private static int padding(String number) {
    String digits = number.startsWith("-") || number.startsWith("+") ? number.substring(1) : number;
    return digits.length() > 1 && digits.startsWith("0") ? number.length() : 0;
  }

  private static String padded(long value, int width) {
    String digits = Long.toString(Math.abs(value));
    String sign = value < 0 ? "-" : "";
    return sign + "0".repeat(Math.max(0, width - sign.length() - digits.length())) + digits;
  }
}
