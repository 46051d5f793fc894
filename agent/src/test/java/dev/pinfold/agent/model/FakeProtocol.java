package dev.pinfold.agent.model;

import java.util.ArrayList;
import java.util.List;

/** An answer as the events of each protocol; calls of tools in turns, a piece of each at a time. */
final class FakeProtocol {
  private FakeProtocol() {}

  static List<String> events(String path, FakeTurn.Says says) {
    if (path.endsWith("/messages")) {
      return messages(says);
    }
    return path.endsWith("/responses") ? responses(says) : chat(says);
  }

  /** An event with a piece of text. */
  static String text(String path, String piece) {
    if (path.endsWith("/messages")) {
      return event(
          "content_block_delta",
          "'index':0,'delta':{'type':'text_delta','text':%s}".formatted(quoted(piece)));
    }
    return path.endsWith("/responses")
        ? event("response.output_text.delta", "'output_index':0,'delta':" + quoted(piece))
        : chunk("{'content':%s}".formatted(quoted(piece)), "null");
  }

  private static List<String> messages(FakeTurn.Says says) {
    List<String> events = new ArrayList<>();
    events.add(
        event(
            "message_start",
            ("'message':{'id':'msg','role':'assistant','content':[],'usage':{'input_tokens':%d,"
                    + "'cache_read_input_tokens':%d,'cache_creation_input_tokens':7,"
                    + "'output_tokens':1}}")
                .formatted(says.input() - says.cached(), says.cached())));
    events.add("event: ping\ndata: {\"type\": \"ping\"}\n\n");
    events.add(event("content_block_start", "'index':0,'content_block':{'type':'text','text':''}"));
    words(says.text()).forEach(word -> events.add(text("/messages", word)));
    events.add(event("content_block_stop", "'index':0"));
    for (int i = 0; i < says.calls().size(); i++) {
      FakeTurn.Call call = says.calls().get(i);
      events.add(
          event(
              "content_block_start",
              "'index':%d,'content_block':{'type':'tool_use','id':%s,'name':%s,'input':{}}"
                  .formatted(i + 1, quoted(call.id()), quoted(call.name()))));
    }
    pieces(
        says,
        (i, piece) ->
            events.add(
                event(
                    "content_block_delta",
                    "'index':%d,'delta':{'type':'input_json_delta','partial_json':%s}"
                        .formatted(i + 1, quoted(piece)))));
    for (int i = 0; i < says.calls().size(); i++) {
      events.add(event("content_block_stop", "'index':" + (i + 1)));
    }
    String why =
        switch (says.stop()) {
          case "length" -> "max_tokens";
          case "refused" -> "refusal";
          default -> says.calls().isEmpty() ? "end_turn" : "tool_use";
        };
    events.add(
        event(
            "message_delta",
            "'delta':{'stop_reason':'%s'},'usage':{'output_tokens':%d}"
                .formatted(why, says.output())));
    events.add(event("message_stop", ""));
    return events;
  }

  private static List<String> responses(FakeTurn.Says says) {
    List<String> events = new ArrayList<>();
    events.add(event("response.created", "'response':{'id':'resp','status':'in_progress'}"));
    events.add(
        event("response.output_item.added", "'output_index':0,'item':{'type':'message','id':'m'}"));
    words(says.text()).forEach(word -> events.add(text("/responses", word)));
    for (int i = 0; i < says.calls().size(); i++) {
      FakeTurn.Call call = says.calls().get(i);
      events.add(
          event(
              "response.output_item.added",
              ("'output_index':%d,'item':{'type':'function_call','id':'fc','call_id':%s,'name':%s,"
                      + "'arguments':''}")
                  .formatted(i + 1, quoted(call.id()), quoted(call.name()))));
    }
    pieces(
        says,
        (i, piece) ->
            events.add(
                event(
                    "response.function_call_arguments.delta",
                    "'output_index':%d,'delta':%s".formatted(i + 1, quoted(piece)))));
    boolean cut = says.stop().equals("length");
    for (int i = 0; i < says.calls().size() && !cut; i++) {
      events.add(
          event(
              "response.function_call_arguments.done",
              "'output_index':%d,'arguments':%s"
                  .formatted(i + 1, quoted(says.calls().get(i).arguments()))));
    }
    if (says.stop().equals("refused")) {
      events.add(event("response.refusal.delta", "'output_index':0,'delta':' No.'"));
    }
    events.add(
        event(
            cut ? "response.incomplete" : "response.completed",
            ("'response':{'id':'resp',%s'usage':{'input_tokens':%d,"
                    + "'input_tokens_details':{'cached_tokens':%d},'output_tokens':%d}}")
                .formatted(
                    cut ? "'incomplete_details':{'reason':'max_output_tokens'}," : "",
                    says.input(),
                    says.cached(),
                    says.output())));
    return events;
  }

  private static List<String> chat(FakeTurn.Says says) {
    List<String> events = new ArrayList<>();
    events.add(chunk("{'role':'assistant','content':''}", "null"));
    words(says.text()).forEach(word -> events.add(text("/chat/completions", word)));
    for (int i = 0; i < says.calls().size(); i++) {
      FakeTurn.Call call = says.calls().get(i);
      events.add(
          chunk(
              ("{'tool_calls':[{'index':%d,'id':%s,'type':'function','function':{'name':%s,"
                      + "'arguments':''}}]}")
                  .formatted(i, quoted(call.id()), quoted(call.name())),
              "null"));
    }
    pieces(
        says,
        (i, piece) ->
            events.add(
                chunk(
                    "{'tool_calls':[{'index':%d,'function':{'arguments':%s}}]}"
                        .formatted(i, quoted(piece)),
                    "null")));
    String why =
        switch (says.stop()) {
          case "length" -> "'length'";
          case "refused" -> "'content_filter'";
          default -> says.calls().isEmpty() ? "'stop'" : "'tool_calls'";
        };
    events.add(chunk("{}", why));
    events.add(
        data(
            ("'choices':[],'usage':{'prompt_tokens':%d,'completion_tokens':%d,"
                    + "'prompt_tokens_details':{'cached_tokens':%d}}")
                .formatted(says.input(), says.output(), says.cached())));
    events.add("data: [DONE]\n\n");
    return events;
  }

  private interface PieceOfCall {
    void take(int call, String piece);
  }

  private static void pieces(FakeTurn.Says says, PieceOfCall each) {
    int longest = says.calls().stream().mapToInt(call -> call.arguments().length()).max().orElse(0);
    for (int from = 0; from < longest; from += 3) {
      for (int i = 0; i < says.calls().size(); i++) {
        String arguments = says.calls().get(i).arguments();
        if (from < arguments.length()) {
          each.take(i, arguments.substring(from, Math.min(from + 3, arguments.length())));
        }
      }
    }
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<= )"));
  }

  private static String chunk(String delta, String finish) {
    return data("'choices':[{'index':0,'delta':%s,'finish_reason':%s}]".formatted(delta, finish));
  }

  private static String event(String type, String members) {
    return "event: "
        + type
        + "\n"
        + data("'type':'" + type + "'" + (members.isEmpty() ? "" : ",") + members);
  }

  /** Members with ' for ", values that are quoted already left alone. */
  private static String data(String members) {
    StringBuilder json = new StringBuilder("data: {");
    boolean inText = false;
    for (int i = 0; i < members.length(); i++) {
      char c = members.charAt(i);
      boolean escaped = inText && i > 0 && isEscaped(members, i);
      if (c == '"' && !escaped) {
        inText = !inText;
      }
      json.append(c == '\'' && !inText ? '"' : c);
    }
    return json.append("}\n\n").toString();
  }

  private static boolean isEscaped(String text, int at) {
    int slashes = 0;
    for (int i = at - 1; i >= 0 && text.charAt(i) == '\\'; i--) {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  /** A JSON string. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
