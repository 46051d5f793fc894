package dev.pinfold.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.tools.ToolReply;
import dev.pinfold.tools.ToolSet;
import java.util.Map;
import java.util.Optional;

/** Calls the tool that a request names. */
record ToolSetExecutor(ToolSet tools) implements ToolExecutor {
  @Override
  public String execute(ToolExecutionRequest request, Object memoryId) {
    return reply(request).text();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, InvocationContext context) {
    ToolReply reply = reply(request);
    return ToolExecutionResult.builder().isError(reply.failed()).resultText(reply.text()).build();
  }

  private ToolReply reply(ToolExecutionRequest request) {
    String arguments = request.arguments() == null ? "" : request.arguments();
    Optional<Map<String, Object>> values =
        new ToolCall("", request.name(), arguments).argumentsByName();
    if (values.isEmpty()) {
      return new ToolReply(
          "INVALID_ARGUMENT: the arguments of "
              + request.name()
              + " are no JSON object with each member once",
          true);
    }
    try (Cancellation never = new Cancellation()) {
      return tools.call(request.name(), values.get(), Live.NOWHERE, never);
    } catch (ErrnoException noDescriptors) {
      return new ToolReply("nothing was done: " + noDescriptors.getMessage(), true);
    }
  }
}
