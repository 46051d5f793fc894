package dev.pinfold.egress;

import java.util.regex.Pattern;

/** Branches by name: a star is any characters but a slash, two stars are any. */
record BranchPattern(String glob) {
  private static final String HEADS = "refs/heads/";

  /** More than these make matching slow, for a ref that the run chooses. */
  private static final int MOST_STARS = 4;

  static BranchPattern parse(String glob) throws EgressSyntaxException {
    if (!glob.matches("[A-Za-z0-9._/*+@-]{1,200}")
        || glob.startsWith("refs/")
        || glob.startsWith("/")
        || stars(glob) > MOST_STARS) {
      throw new EgressSyntaxException(
          EgressSyntaxException.shown(glob)
              + " is no pattern of branches: write a name as agent/*, without refs/heads/");
    }
    return new BranchPattern(glob);
  }

  private static long stars(String glob) {
    return glob.chars().filter(c -> c == '*').count();
  }

  /**
   * @param ref in full, as refs/heads/main
   */
  boolean matches(String ref) {
    return ref.startsWith(HEADS) && regex().matcher(ref.substring(HEADS.length())).matches();
  }

  private Pattern regex() {
    var regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (glob.charAt(i) == '*') {
        regex.append("[^/]*");
      } else {
        regex.append(Pattern.quote(glob.substring(i, i + 1)));
      }
    }
    return Pattern.compile(regex.toString());
  }
}
