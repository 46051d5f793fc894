package dev.pinfold.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.pinfold.tools.Tool;
import dev.pinfold.tools.ToolSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tools of a {@link ToolSet} as LangChain4j has them. */
public final class PinfoldTools {
  private PinfoldTools() {}

  /**
   * For {@code AiServices.builder(…).tools(…)}, in the order of {@link ToolSet#tools}.
   *
   * <p>A tool never throws for what a model asks: refusals, failures and wrong arguments are its
   * answer. LangChain4j has no way to cancel a call; a command ends by the limit of the tool set's
   * request, or by the shorter one that the model gives.
   *
   * @param tools stays open for as long as they are used, and is closed by the caller
   */
  public static Map<ToolSpecification, ToolExecutor> of(ToolSet tools) {
    Map<ToolSpecification, ToolExecutor> all = new LinkedHashMap<>();
    for (Tool tool : ToolSet.tools()) {
      all.put(specification(tool), new ToolSetExecutor(tools));
    }
    return Collections.unmodifiableMap(all);
  }

  private static ToolSpecification specification(Tool tool) {
    JsonObjectSchema.Builder parameters = JsonObjectSchema.builder();
    for (Tool.Parameter parameter : tool.parameters()) {
      String name = parameter.name();
      switch (parameter.kind()) {
        case TEXT -> parameters.addStringProperty(name, parameter.description());
        case WHOLE_NUMBER -> parameters.addIntegerProperty(name, parameter.description());
        case FLAG -> parameters.addBooleanProperty(name, parameter.description());
      }
    }
    parameters.required(
        tool.parameters().stream()
            .filter(Tool.Parameter::required)
            .map(Tool.Parameter::name)
            .toList());
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(parameters.build())
        .build();
  }
}
