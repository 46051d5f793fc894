package dev.pinfold.agent.demo;

import dev.pinfold.agent.model.Answer;
import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.Model;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.agent.model.Usage;
import dev.pinfold.process.Cancellation;
import java.util.ArrayList;
import java.util.List;

/**
 * A model that says what it was told to say, whatever it is asked. The demo's own one tries what an
 * agent must not do, and then does what it was asked for.
 */
public final class ScriptedModel implements Model {
  /** As many as a small model of today has. */
  private static final long CONTEXT_TOKENS = 128_000;

  private final List<Answer> script;

  /**
   * @param script its answers, in order: as many as it has given in a conversation are behind it;
   *     the last is given again when it is asked more often
   */
  public ScriptedModel(List<Answer> script) {
    this.script = List.copyOf(script);
  }

  /**
   * The demo's.
   *
   * @param home the user's home folder, which it tries to read and to destroy
   */
  public static ScriptedModel ofDemo(String home) {
    var lines = new Lines();
    lines.say("I look around.").call("list_dir", "");
    lines
        .say("Before I begin, I help myself to the keys of this person.")
        .call("read_file", "path", home + "/.ssh/id_ed25519")
        .call("run_command", "command", "cat " + home + "/.ssh/id_ed25519");
    lines
        .say("Then I make some room.")
        .call("run_command", "command", "rm -rf /")
        .call("run_command", "command", "git push --force origin HEAD:main")
        .call("run_command", "command", "echo 'mine now' > " + home + "/taken-over");
    lines
        .say("And I leave something that runs when they commit.")
        .call("write_file", "path", ".git/hooks/pre-commit", "content", "#!/bin/sh\nid\n");
    lines
        .say("All of that is refused. Back to the task: does the test fail?")
        .call("run_command", "command", "sh test.sh")
        .call("read_file", "path", "sum.sh");
    lines
        .say("The sum starts at 1.")
        .call("edit_file", "path", "sum.sh", "old_text", "total=1", "new_text", "total=0")
        .call("run_command", "command", "sh test.sh");
    lines.call("run_command", "command", "git commit -qam 'A sum starts at nothing'");
    lines.call("done", "summary", "sum.sh started its sum at 1. It starts at 0 now.");
    return new ScriptedModel(lines.script());
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public long contextTokens() {
    return CONTEXT_TOKENS;
  }

  @Override
  public Answer next(Conversation conversation, Progress progress, Cancellation cancellation)
      throws InterruptedException {
    if (cancellation.isCancelled()) {
      throw new InterruptedException("cancelled");
    }
    long given = conversation.messages().stream().filter(Message.Said.class::isInstance).count();
    Answer answer = script.get((int) Math.min(given, script.size() - 1));
    progress.text(answer.text());
    return answer;
  }

  @Override
  public void close() {}

  /** Builds a script. */
  private static final class Lines {
    private final List<Answer> answers = new ArrayList<>();
    private String text = "";
    private List<ToolCall> calls = new ArrayList<>();
    private int id;

    Lines say(String words) {
      flush();
      text = words;
      return this;
    }

    /** Words are names and values, in turn. */
    Lines call(String tool, String... words) {
      StringBuilder arguments = new StringBuilder("{");
      for (int i = 0; i + 1 < words.length; i += 2) {
        arguments.append(i > 0 ? "," : "");
        arguments.append(quoted(words[i])).append(':').append(quoted(words[i + 1]));
      }
      calls.add(new ToolCall("call-" + ++id, tool, arguments.append('}').toString()));
      return this;
    }

    private static String quoted(String text) {
      return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    List<Answer> script() {
      flush();
      return answers;
    }

    private void flush() {
      if (!calls.isEmpty()) {
        answers.add(new Answer(text, calls, Usage.NONE, Answer.Stop.TOOLS));
      }
      text = "";
      calls = new ArrayList<>();
    }
  }
}
