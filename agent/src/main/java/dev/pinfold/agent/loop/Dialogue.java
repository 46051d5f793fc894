package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is said in a run: on the disk first, then in what the model is asked. */
record Dialogue(Context context, Transcript transcript) {
  void add(Message message) throws IOException {
    transcript.add(message);
    context.add(message);
  }

  /**
   * Goes on with what was said before. A call whose answer was not written may or may not have been
   * done: the model is told so.
   */
  void resume(List<Message> earlier) throws IOException {
    List<String> open = new ArrayList<>();
    for (Message message : earlier) {
      context.add(message);
      switch (message) {
        case Message.Asked _ -> {}
        case Message.Said said -> said.calls().forEach(call -> open.add(call.id()));
        case Message.Result result -> open.remove(result.callId());
      }
    }
    for (String call : open) {
      add(new Message.Result(call, UNKNOWN, true));
    }
  }

  private static final String UNKNOWN =
      "UNKNOWN: Pinfold was killed while this was being done. It may have been done, in part or not"
          + " at all: look before you do it again.";

  Conversation next() {
    return context.next();
  }
}
