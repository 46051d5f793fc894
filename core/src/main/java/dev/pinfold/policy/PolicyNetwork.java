package dev.pinfold.policy;

import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.policy.PolicySection.Located;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What policy files say about the network, in the words of {@link EgressRules#parse}.
 *
 * <p>A denied host stays denied whoever allows it. Neither {@code open} nor {@code none} is a word
 * here: a file holds for every run, so the one would open all of them unseen, and the other would
 * look as if it closed what somebody else opens.
 *
 * @param allow what each run may reach besides what it is given; none of a repository's
 * @param deny what none may reach
 */
public record PolicyNetwork(List<Word> allow, List<Word> deny) {
  /** Nothing is said. */
  public static final PolicyNetwork NONE = new PolicyNetwork(List.of(), List.of());

  /** In all files of a run: every run's journal lists them, and an entry of it is 1 MiB long. */
  static final int MAX_WORDS = 500;

  /** A word that can be used, and where it stands. */
  public record Word(String text, String file, int line) {}

  /** Copies the lists. */
  public PolicyNetwork {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /** Reads a file's table; what can't be used becomes a problem. */
  static PolicyNetwork read(PolicySection section, PolicyLayer layer, Problems problems) {
    List<Word> allow = new ArrayList<>();
    for (Located word : section.texts(PolicyKey.ALLOW_HOSTS)) {
      if (layer == PolicyLayer.REPOSITORY) {
        problems.error(
            word.line(),
            "a repository's policy may only tighten: it can't open '" + word.text() + "'",
            "Take it out. If you want it open, write it into your own policy file, or give the run"
                + " --allow-host.");
      } else if (isUsable(word, true, problems)) {
        allow.add(new Word(word.text(), problems.file(), word.line()));
      }
    }
    List<Word> deny = new ArrayList<>();
    for (Located word : section.texts(PolicyKey.DENY_HOSTS)) {
      if (isUsable(word, false, problems)) {
        deny.add(new Word(word.text(), problems.file(), word.line()));
      }
    }
    return new PolicyNetwork(allow, deny);
  }

  private static boolean isUsable(Located word, boolean allow, Problems problems) {
    List<String> one = List.of(word.text());
    if (allow && word.text().equals(EgressRules.OPEN)) {
      problems.error(
          word.line(),
          "'open' in a file would open every run to every public host",
          "Name the hosts, or start the run that needs it with --net open.");
      return false;
    }
    if (allow && word.text().equals(EgressRules.NONE)) {
      problems.error(
          word.line(),
          "'none' in a file closes nothing that a run is given",
          "Leave it out: an empty list opens nothing. Hosts are closed by deny.");
      return false;
    }
    try {
      EgressRules.parse(allow ? one : List.of(), allow ? List.of() : one);
      return true;
    } catch (EgressSyntaxException e) {
      problems.error(
          word.line(),
          String.valueOf(e.getMessage()),
          allow
              ? "Write HOST, HOST:PORT, *.DOMAIN, or a word of --net: pinfold help exec."
              : "Write HOST, HOST:PORT or *.DOMAIN.");
      return false;
    }
  }

  /** Both: everything is allowed that one of them allows, and denied that one of them denies. */
  PolicyNetwork and(PolicyNetwork other) {
    return new PolicyNetwork(
        Stream.concat(allow.stream(), other.allow.stream()).toList(),
        Stream.concat(deny.stream(), other.deny.stream()).toList());
  }

  /** Stops where there are more words than a run can be held to. */
  void checkSize() throws PolicyFileException {
    List<Word> all = Stream.concat(allow.stream(), deny.stream()).toList();
    if (all.size() > MAX_WORDS) {
      Word first = all.get(MAX_WORDS);
      Problems problems = new Problems(first.file());
      problems.error(
          first.line(),
          "more than " + MAX_WORDS + " words about the network, in all files together",
          "Deny or allow whole domains: *.example.com.");
      problems.stopIfAny();
    }
  }

  /** The first file that allows by this word. */
  public Optional<Word> allowing(String text) {
    return allow.stream().filter(word -> word.text().equals(text)).findFirst();
  }

  /** The first file that denies by this word. */
  public Optional<Word> denying(String text) {
    return deny.stream().filter(word -> word.text().equals(text)).findFirst();
  }

  /** Both lists' words alone. */
  public static List<String> texts(List<Word> words) {
    return words.stream().map(Word::text).toList();
  }
}
