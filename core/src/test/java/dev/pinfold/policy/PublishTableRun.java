package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Takes each way to publish out of its table, and each word that excuses it, one at a time: which
 * does no row miss? Public because a loader of its own loads it, with a table that nobody else has.
 */
public final class PublishTableRun implements Supplier<List<String>> {
  private final List<Corpus.Row> rows =
      Corpus.rows().stream().filter(row -> !row.mode().startsWith("read-")).toList();

  @Override
  public List<String> get() {
    List<String> missed = new ArrayList<>();
    PublishRules.ways().forEach((program, ways) -> missed.addAll(missed(program, ways)));
    return missed;
  }

  private List<String> missed(String program, List<PublishRules.Way> ways) {
    List<Corpus.Row> candidates =
        rows.stream().filter(row -> row.command().contains(program)).toList();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < ways.size(); i++) {
      PublishRules.Way way = ways.remove(i);
      if (candidates.stream().allMatch(PublishTableRun::isRight)) {
        missed.add(program + ": " + String.join(" ", way.words()));
      }
      ways.add(i, way);
    }
    List<PublishRules.Way> before = List.copyOf(ways);
    for (String flag : ways.stream().flatMap(way -> way.unless().stream()).distinct().toList()) {
      ways.replaceAll(way -> without(way, flag));
      if (candidates.stream().allMatch(PublishTableRun::isRight)) {
        missed.add(program + " unless " + flag);
      }
      ways.clear();
      ways.addAll(before);
    }
    return missed;
  }

  private static PublishRules.Way without(PublishRules.Way way, String flag) {
    Stream<String> left = way.unless().stream().filter(other -> !other.equals(flag));
    return new PublishRules.Way(way.words(), left.toList(), way.deploys());
  }

  private static boolean isRight(Corpus.Row row) {
    return row.accepts(row.policy().evaluate(row.command(), row.context()).decision());
  }
}
