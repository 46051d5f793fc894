package dev.pinfold.tools;

import java.util.Map;

/** The arguments of a call, as some JSON reader made them. */
final class ToolArguments {
  /** An argument is missing, or of another kind. */
  static final class WrongException extends Exception {
    private static final long serialVersionUID = 1;

    WrongException(String message) {
      super(message, null, false, false);
    }
  }

  private final Map<String, Object> values;

  ToolArguments(Map<String, Object> values) {
    this.values = values;
  }

  /** Checks that there are no others and that those that must be there are. */
  static ToolArguments check(Tool tool, Map<String, Object> values) throws WrongException {
    for (String name : values.keySet()) {
      if (tool.parameters().stream().noneMatch(known -> known.name().equals(name))) {
        throw new WrongException(
            tool.name()
                + " has no parameter '"
                + name
                + "', it has: "
                + String.join(", ", tool.parameters().stream().map(Tool.Parameter::name).toList()));
      }
    }
    for (Tool.Parameter parameter : tool.parameters()) {
      Object value = values.get(parameter.name());
      boolean fits =
          value == null
              ? !parameter.required()
              : switch (parameter.kind()) {
                case TEXT -> value instanceof String;
                case FLAG -> value instanceof Boolean;
                case WHOLE_NUMBER -> value instanceof Number number && isWhole(number);
              };
      if (!fits) {
        throw new WrongException(
            tool.name()
                + " needs "
                + parameter.name()
                + ", "
                + switch (parameter.kind()) {
                  case TEXT -> "a text";
                  case FLAG -> "true or false";
                  case WHOLE_NUMBER -> "a whole number";
                }
                + ": "
                + parameter.description());
      }
    }
    return new ToolArguments(values);
  }

  private static boolean isWhole(Number number) {
    return number.doubleValue() == number.longValue();
  }

  String text(String name) {
    return text(name, "");
  }

  String text(String name, String otherwise) {
    return values.get(name) instanceof String text ? text : otherwise;
  }

  boolean flag(String name) {
    return values.get(name) instanceof Boolean flag && flag;
  }

  long number(String name, long otherwise) {
    return values.get(name) instanceof Number number ? number.longValue() : otherwise;
  }
}
