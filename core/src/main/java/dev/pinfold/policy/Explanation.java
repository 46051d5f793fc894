package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an answer came about: the tree of everything that was found in a text.
 *
 * @param evaluation the answer, the same that {@link Policy#evaluate} gives
 * @param steps what stands at the top of the text, in its order
 * @param families the families of rules that each command was shown to, and the ids of rules of
 *     policy files
 * @param complete false when the text has more than {@value TraceTree#MAX_STEPS} steps, of which
 *     the first ones are here; all were judged
 */
public record Explanation(
    Evaluation evaluation, List<Step> steps, List<String> families, boolean complete) {
  /** Copies the lists. */
  public Explanation {
    steps = List.copyOf(steps);
    families = List.copyOf(families);
  }

  /**
   * Something that a shell would do: a command, or a construct with commands in it.
   *
   * @param how in what it was found, seen from the step around it: {@code sudo}, {@code $( )},
   *     {@code sh -c}; empty for what simply stands there
   * @param construct {@code pipeline}, {@code if}, {@code for x}, …; empty for a command
   * @param span where it stands in the judged text, in UTF-16 code units
   * @param call the command; empty for a construct
   * @param matches what rules have against this step itself
   * @param inside what it runs or holds
   */
  public record Step(
      String how,
      String construct,
      Span span,
      Optional<Call> call,
      List<Match> matches,
      List<Step> inside) {
    /** Copies the lists. */
    public Step {
      matches = List.copyOf(matches);
      inside = List.copyOf(inside);
    }
  }

  /**
   * A command as it was understood.
   *
   * @param kind {@code program}, {@code other program}, {@code builtin}, {@code function}, {@code
   *     alias} or {@code unknown}; empty when only assignments or redirections stand there
   * @param name the name by which the rules know it: no directory, no version
   * @param words program and arguments, expanded
   * @param cwd the directory at that point; empty when it is not known
   * @param environment assignments before it
   * @param redirects redirections, as {@code 2> file}; a here-document as {@code <<} alone
   * @param input where its standard input comes from, when the text says it
   */
  public record Call(
      String kind,
      String name,
      List<Understood> words,
      Optional<String> cwd,
      Map<String, String> environment,
      List<String> redirects,
      Optional<String> input) {
    /** Copies the lists. */
    public Call {
      words = List.copyOf(words);
      redirects = List.copyOf(redirects);
    }
  }

  /**
   * A word after expansion.
   *
   * @param text as a person would read it; an unknown part is shown as {@code <?>}
   * @param span where it stands in the judged text
   * @param certainty whether the text tells its value
   * @param why why not, for a word that is not constant; else empty
   */
  public record Understood(String text, Span span, Certainty certainty, String why) {}

  /** Whether the value of a word is known before the text runs. */
  public enum Certainty {
    /** All of it is. */
    CONSTANT,
    /** It is a pattern that the shell replaces by names of files. */
    PATTERN,
    /** Some of it is known only when the text runs. */
    UNKNOWN
  }
}
