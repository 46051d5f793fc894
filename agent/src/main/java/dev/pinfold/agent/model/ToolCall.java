package dev.pinfold.agent.model;

import java.util.Map;
import java.util.Optional;

/**
 * A model's call of a tool.
 *
 * @param id pairs the call with its result
 * @param name of the tool, as the model wrote it: it may not exist
 * @param arguments as the model wrote them: a JSON object, or text that is none
 */
public record ToolCall(String id, String name, String arguments) {
  /**
   * The arguments as {@code dev.pinfold.tools.ToolSet} takes them, members that are null left out;
   * empty if they are no JSON object, or one that has a member twice. Nothing at all counts as no
   * arguments: some servers send that.
   */
  public Optional<Map<String, Object>> argumentsByName() {
    return arguments.isBlank()
        ? Optional.of(Map.of())
        : JsonObject.parse(arguments).map(JsonObject::asMap);
  }
}
