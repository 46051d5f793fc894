package dev.pinfold.mcp;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.tools.Tool;
import dev.pinfold.tools.ToolReply;
import dev.pinfold.tools.ToolSet;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools in the protocol's form. */
final class ToolTable {
  private ToolTable() {}

  static List<SyncToolSpecification> of(ToolSet tools, Calls calls) {
    return ToolSet.tools().stream()
        .map(
            tool ->
                SyncToolSpecification.builder()
                    .tool(described(tool))
                    .callHandler((exchange, request) -> call(tools, calls, exchange, request))
                    .build())
        .toList();
  }

  private static McpSchema.Tool described(Tool tool) {
    return McpSchema.Tool.builder(tool.name(), schema(tool))
        .description(tool.description())
        .annotations(
            McpSchema.ToolAnnotations.builder()
                .title(tool.name().replace('_', ' '))
                .readOnlyHint(tool.readOnly())
                .destructiveHint(tool.destructive())
                .openWorldHint(false)
                .build())
        .build();
  }

  /** JSON Schema of the arguments. */
  private static Map<String, Object> schema(Tool tool) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Tool.Parameter parameter : tool.parameters()) {
      String type =
          switch (parameter.kind()) {
            case TEXT -> "string";
            case WHOLE_NUMBER -> "integer";
            case FLAG -> "boolean";
          };
      properties.put(
          parameter.name(), Map.of("type", type, "description", parameter.description()));
    }
    List<String> required =
        tool.parameters().stream()
            .filter(Tool.Parameter::required)
            .map(Tool.Parameter::name)
            .toList();
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }

  private static CallToolResult call(
      ToolSet tools, Calls calls, McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> meta = request.meta() == null ? Map.of() : request.meta();
    Map<String, Object> arguments = request.arguments() == null ? Map.of() : request.arguments();
    String id = String.valueOf(meta.get(RequestLines.ID));
    try {
      var cancellation = calls.begin(id);
      var progress = new Progress(exchange, meta.get("progressToken"));
      return result(tools.call(request.name(), arguments, progress, cancellation));
    } catch (ErrnoException failed) {
      return result(new ToolReply("nothing was done: " + failed.getMessage(), true));
    } finally {
      calls.end(id);
    }
  }

  private static CallToolResult result(ToolReply reply) {
    return CallToolResult.builder().addTextContent(reply.text()).isError(reply.failed()).build();
  }
}
