package dev.pinfold.agent.model;

/**
 * A model's call of a tool.
 *
 * @param id pairs the call with its result
 * @param name of the tool, as the model wrote it: it may not exist
 * @param arguments as the model wrote them: a JSON object, or text that is none
 */
public record ToolCall(String id, String name, String arguments) {}
