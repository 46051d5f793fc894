package dev.pinfold.agent.model;

import dev.pinfold.agent.model.Answer.Stop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** An answer as far as it has come. */
final class Draft {
  /** More calls at once than any server lets a model make. */
  private static final int MOST_CALLS = 128;

  /** A call as far as it has come. */
  private static final class Call {
    private String id = "";
    private String name = "";
    private final StringBuilder arguments = new StringBuilder();
  }

  private final Model.Progress progress;
  private final StringBuilder text = new StringBuilder();
  private final Map<Long, Call> calls = new TreeMap<>();
  private Usage usage = Usage.NONE;
  private Stop stop = Stop.DONE;
  private boolean complete;
  private boolean finishable;

  Draft(Model.Progress progress) {
    this.progress = progress;
  }

  void text(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      progress.text(piece);
    }
  }

  /** The call at a place, new or not. */
  void call(long place, String id, String name) throws FailedTryException {
    Call call = at(place);
    call.id = id.isEmpty() ? call.id : id;
    call.name = name.isEmpty() ? call.name : name;
  }

  boolean hasCall(long place) {
    return calls.containsKey(place);
  }

  /** The id of the call at a place; empty if there is none, or none yet. */
  String idAt(long place) {
    Call call = calls.get(place);
    return call == null ? "" : call.id;
  }

  int callCount() {
    return calls.size();
  }

  void arguments(long place, String piece) throws FailedTryException {
    at(place).arguments.append(piece);
  }

  /** Arguments that came in one piece, in place of the pieces. */
  void wholeArguments(long place, String whole) throws FailedTryException {
    StringBuilder arguments = at(place).arguments;
    arguments.setLength(0);
    arguments.append(whole);
  }

  private Call at(long place) throws FailedTryException {
    Call call = calls.get(place);
    if (call == null) {
      if (calls.size() == MOST_CALLS) {
        throw FailedTryException.lasting(
            ModelException.Kind.ANSWER, "calls more than " + MOST_CALLS + " tools at once");
      }
      call = new Call();
      calls.put(place, call);
    }
    return call;
  }

  void usage(Usage counted) {
    usage = counted;
  }

  Usage usage() {
    return usage;
  }

  void stop(Stop why) {
    stop = why;
  }

  Stop stop() {
    return stop;
  }

  /** The server said that this was all. */
  void complete() {
    complete = true;
  }

  /** It is whole when the stream ends well, even if the server says nothing more. */
  void finishable() {
    finishable = true;
  }

  boolean isComplete() {
    return complete;
  }

  boolean isFinishable() {
    return finishable || complete;
  }

  /**
   * The answer.
   *
   * @param ids makes the ids that a server forgot, or gave twice
   */
  Answer answer(Usage counted, Supplier<String> ids) {
    List<ToolCall> whole = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Call call : calls.values()) {
      String written = call.arguments.toString();
      if (stop == Stop.LENGTH && JsonObject.parse(written).isEmpty()) {
        continue; // It was cut in here.
      }
      // Models write nothing for no arguments.
      String arguments = written.isEmpty() ? "{}" : written;
      String id = call.id;
      while (id.isEmpty() || !taken.add(id)) {
        id = ids.get();
      }
      whole.add(new ToolCall(id, call.name, arguments));
    }
    return new Answer(text.toString(), whole, counted, why(!whole.isEmpty()));
  }

  /** Servers differ in what they call an answer with calls. */
  private Stop why(boolean calling) {
    return switch (stop) {
      case DONE, TOOLS -> calling ? Stop.TOOLS : Stop.DONE;
      case LENGTH -> Stop.LENGTH;
      case REFUSED -> Stop.REFUSED;
    };
  }
}
