package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import java.io.IOException;

/** What is said in a run: on the disk first, then in what the model is asked. */
record Dialogue(Context context, Transcript transcript) {
  void add(Message message) throws IOException {
    transcript.add(message);
    context.add(message);
  }

  Conversation next() {
    return context.next();
  }
}
