package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;

/** A call of another language that is being read, with the texts among its arguments so far. */
final class SourceCall {
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

  boolean dispatches() {
    return SourceWords.DISPATCHING_CALLS.contains(name);
  }

  /** Whether its arguments are those of a call around it: {@code args=("x",)}. */
  boolean onlyGroups() {
    return name.isEmpty() || name.equals("args");
  }
}
