package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A call of another language that is being read, with the texts among its arguments so far. */
final class SourceCall {
  /** Where {@code str.format} puts a value. */
  private static final Pattern PLACE = Pattern.compile("\\{[0-9]?}");

  private final String name;
  private final List<String> texts = new ArrayList<>();

  /** The call without brackets that stands in it: {@code unlink "x"}. */
  String word = "";

  /** The call that this one is to make: {@code send(:system, …)}, {@code map(os.remove, …)}. */
  String named;

  SourceCall(String name, String named) {
    this.name = name;
    this.named = named;
  }

  String name() {
    return name;
  }

  List<String> texts() {
    return texts;
  }

  /** {@code '{}'.format(…)}, {@code ' '.join([…])}: a method of the text before it. */
  boolean fillsTextBefore(SourceCall around) {
    boolean joins =
        name.equals("join")
            && !texts.isEmpty()
            && !around.texts.isEmpty()
            && around.texts.getLast().equals(" ");
    return joins || name.equals("format");
  }

  /** What such a method makes of that text. */
  String made(String before) {
    if (name.equals("join")) {
      return String.join(before, texts);
    }
    String whole = before;
    for (String text : texts) {
      whole = PLACE.matcher(whole).replaceFirst(Matcher.quoteReplacement(text));
    }
    return PLACE.matcher(whole).replaceAll(String.valueOf(Marks.HOLE));
  }

  /** What a call makes of its texts: a path, or with a separator before them one text. */
  String whole() {
    boolean separated =
        name.matches("implode|join") && texts.size() > 1 && texts.getFirst().equals(" ");
    return separated ? String.join(" ", texts.subList(1, texts.size())) : String.join("/", texts);
  }

  boolean dispatches() {
    return SourceWords.DISPATCHING_CALLS.contains(name);
  }

  /** Whether its arguments are those of a call around it: {@code args=("x",)}. */
  boolean onlyGroups() {
    return name.isEmpty() || name.equals("args");
  }
}
