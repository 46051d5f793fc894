package dev.pinfold.policy;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;

/** A class of operands that a policy file's rule looks for. */
sealed interface OperandClass {
  /**
   * Steps of matching one word, about a tenth of a second; what would take more is not looked at,
   * so the answer is {@link Fit#MAYBE}.
   */
  long MAX_STEPS = 20_000_000;

  /** Whether a word of {@code subject} belongs to it. */
  Fit fits(Argument word, Subject subject);

  /** The whole word matches a pattern. */
  record Glob(String glob) implements OperandClass {
    @Override
    public Fit fits(Argument word, Subject subject) {
      return OperandClass.matching(glob, word.value());
    }
  }

  /** Some part of the word matches a regular expression, in linear time. */
  record Regex(Pattern pattern) implements OperandClass {
    /** Instructions of the longest program: each character may visit all of them. */
    static final int MAX_PROGRAM = 2000;

    @Override
    public Fit fits(Argument word, Subject subject) {
      String text = Marks.plain(word.value());
      if ((long) pattern.programSize() * text.length() > MAX_STEPS) {
        return Fit.MAYBE;
      }
      Fit found = Fit.of(pattern.matcher(text).find());
      return word.isConstant() ? found : found.or(Fit.MAYBE);
    }
  }

  /** The word is a path that leads to a place. */
  record At(List<Place> places) implements OperandClass {
    @Override
    public Fit fits(Argument word, Subject subject) {
      Place place = Place.of(word.value(), subject.cwd(), subject.context());
      return place == Place.UNKNOWN ? Fit.MAYBE : Fit.of(places.contains(place));
    }
  }

  /** The word is a path that, made absolute, matches a pattern. */
  record Under(String glob) implements OperandClass {
    @Override
    public Fit fits(Argument word, Subject subject) {
      String absolute = PathText.absolute(word.value(), subject.cwd());
      return OperandClass.matching(
          PathText.absolute(glob, subject.context().workspace()), absolute);
    }
  }

  /** The word names a branch, as a revision or as the target of a refspec. */
  record Ref(String glob) implements OperandClass {
    /** Stands for the protected branches of the context. */
    static final String PROTECTED = "protected";

    @Override
    public Fit fits(Argument word, Subject subject) {
      String value = word.value();
      String target = value.substring(value.lastIndexOf(':') + 1);
      String branch = target.startsWith("+") ? target.substring(1) : target;
      String name = branch.startsWith("refs/heads/") ? branch.substring(11) : branch;
      List<String> wanted =
          glob.equals(PROTECTED) ? subject.context().protectedBranches() : List.of(glob);
      return wanted.stream().map(one -> OperandClass.matching(one, name)).reduce(Fit.NO, Fit::or);
    }
  }

  /** The word is a URL whose host matches a pattern. */
  record Url(String glob) implements OperandClass {
    @Override
    public Fit fits(Argument word, Subject subject) {
      String value = word.value();
      int scheme = value.indexOf("://");
      if (scheme <= 0 && !value.matches("[^/:]+@[^/:]+:.*")) {
        return Fit.of(false).or(Marks.firstHole(value) == 0 ? Fit.MAYBE : Fit.NO);
      }
      String rest = scheme > 0 ? value.substring(scheme + 3) : value;
      String authority = rest.split(scheme > 0 ? "[/?#]" : ":", 2)[0];
      String host = authority.substring(authority.lastIndexOf('@') + 1);
      int port = host.startsWith("[") ? host.indexOf("]:") + 1 : host.indexOf(':');
      String bare = port > 0 ? host.substring(0, port) : host;
      return OperandClass.matching(glob, bare.toLowerCase(Locale.ROOT));
    }
  }

  /** Whether {@code value}, which may hold marks, matches a pattern as a whole. */
  private static Fit matching(String glob, String value) {
    if ((long) glob.length() * value.length() > MAX_STEPS) {
      return Fit.MAYBE;
    }
    if (GlobText.matches(glob, Marks.plain(value))) {
      return Fit.YES;
    }
    return Marks.any(value) && mayStartLike(glob, value) ? Fit.MAYBE : Fit.NO;
  }

  /** Whether what is known of the beginning of a value fits the beginning of a pattern. */
  private static boolean mayStartLike(String glob, String value) {
    int known = 0;
    while (known < value.length() && !Marks.any(value.substring(known, known + 1))) {
      known++;
    }
    int fixed = 0;
    while (fixed < glob.length() && "*?[".indexOf(glob.charAt(fixed)) < 0) {
      fixed++;
    }
    int common = Math.min(known, fixed);
    return value.regionMatches(0, glob, 0, common);
  }
}
