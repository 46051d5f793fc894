package dev.pinfold.policy;

import java.util.List;
import java.util.Random;

/** Writes random words whose arguments depend on nothing but the variables that the driver sets. */
final class WordGenerator {
  private final Random random;

  WordGenerator(Random random) {
    this.random = random;
  }

  String word() {
    var out = new StringBuilder(any("", "", "", "~", "~/", "x=~:", "~root/"));
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      out.append(part(2));
    }
    return out.toString();
  }

  private String part(int depth) {
    int choice = random.nextInt(depth > 0 ? 12 : 5);
    return switch (choice) {
      case 0, 1 ->
          any(
              "a", "b", "-x", "/etc", "1", ".", ":", "=", ",", "%", "@", "]", "^", "+", "\\\n",
              "r\\m", "é");
      case 2 -> any("\\;", "\\ ", "\\$", "\\\\", "\\'", "\\\"", "\\{", "\\,", "\\~", "\\*");
      case 3 ->
          any(
              "'a b'",
              "''",
              "'\\'",
              "'*'",
              "\"\"",
              "\"a  b\"",
              "\"\\$\\\\ \\a\"",
              "\"'\"",
              "\"{a,b}\"",
              "$'\\n\\x41\\101\\u00e9'",
              "$'a\\'b'",
              "$'\\xc3\\xa9\\cA\\q'",
              "$\"x y\"");
      case 4 -> any("*", "?", "[a-c]", "~", "{", "}", "{}", "{,}", "$", "#");
      case 5 -> "{" + part(depth - 1) + "," + part(depth - 1) + any("", ",", ",c") + "}";
      case 6 ->
          any(
              "{1..3}",
              "{a..c}",
              "{3..1}",
              "{01..10..4}",
              "{-1..1}",
              "{a..1}",
              "{1..3..0}",
              "{x}",
              "{e..a..2}",
              "{1..}");
      case 7 ->
          any(
              "$x",
              "$e",
              "$g",
              "$c",
              "$n",
              "$u",
              "$HOME",
              "$1",
              "$2",
              "$3",
              "$#",
              "$@",
              "$*",
              "${x}",
              "${arr}",
              "${arr[1]}",
              "${arr[@]}",
              "${arr[*]}",
              "${#arr[@]}",
              "${#x}",
              "${#u}",
              "${#HOME}");
      case 8 -> "\"" + quoted() + any("", quoted()) + "\"";
      case 9 ->
          "${"
              + any("x", "e", "u", "HOME", "n")
              + any(":-", "-", ":+", "+", ":=", "=")
              + operand(depth - 1)
              + "}";
      case 10 ->
          any(
              "${x#a}",
              "${x%b}",
              "${x%% *}",
              "${x/a/Z}",
              "${x// /_}",
              "${x:1}",
              "${x:0:1}",
              "${x: -1}",
              "${HOME:1:3}",
              "${x^^}",
              "${x^}",
              "${x,,}",
              "${u^^}",
              "${x@U}",
              "${x#\"a\"}",
              "${x/#a/}",
              "${x/%b/c d}");
      default ->
          any(
              "$((1+2))",
              "$((n*2))",
              "$((n-10))",
              "$[3+4]",
              "$((010+0x1f))",
              "$((n>3?1:2))",
              "$((1<<4|1))",
              "$((-5/2))",
              "$((2**3))",
              "$((u))",
              "$((16#ff))",
              "$(( (1+2)*3 ))",
              "$((!n))",
              "$((1==1&&0))");
    };
  }

  private String quoted() {
    return any(
        "a",
        " ",
        "$x",
        "$e",
        "$u",
        "$@",
        "$*",
        "${arr[@]}",
        "${arr[*]}",
        "$HOME",
        "$((n+1))",
        "{a,b}",
        "~",
        "*",
        "'",
        "${u:-a b}",
        "${x:-\"q\"}",
        "${u:-'s t'}",
        "${x:+\\}}",
        "${u-\\a}",
        "${x#a }",
        "${#x}",
        "\\\n");
  }

  private String operand(int depth) {
    return any(
        "",
        "w",
        "w v",
        "'w v'",
        "\"w  v\"",
        "~",
        "~/a",
        "$x",
        "\"$x\"",
        "\\ ",
        "*",
        "a\\}b",
        depth > 0 ? part(0) : "");
  }

  private String any(String... choices) {
    return List.of(choices).get(random.nextInt(choices.length));
  }
}
