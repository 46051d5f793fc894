package dev.pinfold.shell;

import java.util.List;
import java.util.Random;

/**
 * Writes random scripts, right and wrong ones: grammar, soup of tokens, and broken copies of both.
 */
final class ScriptGenerator {
  private static final List<String> TOKENS =
      List.of(
          "if",
          "then",
          "elif",
          "else",
          "fi",
          "for",
          "in",
          "do",
          "done",
          "case",
          "esac",
          "while",
          "until",
          "{",
          "}",
          "(",
          ")",
          "((",
          "))",
          "[[",
          "]]",
          "!",
          "time",
          "function",
          "select",
          "coproc",
          ";",
          ";;",
          ";&",
          ";;&",
          "&",
          "&&",
          "|",
          "||",
          "|&",
          "\n",
          "<",
          ">",
          ">>",
          "<<",
          "<<-",
          "<<<",
          "<&",
          ">&",
          "&>",
          ">|",
          "<>",
          "2>",
          "{fd}>",
          "<(",
          ">(",
          "$(",
          "${",
          "$((",
          "$[",
          "`",
          "'",
          "\"",
          "$'",
          "\\",
          "\\\n",
          "$x",
          "a",
          "b",
          "a=",
          "a=(",
          "a[1]=",
          "a+=",
          "f()",
          "-f",
          "==",
          "=~",
          "*",
          "?",
          "@(",
          "#",
          "~",
          "{a,b}",
          "EOF",
          "<<EOF",
          "\nEOF\n",
          "-p",
          "]",
          "echo",
          "declare",
          "=");

  private final Random random;

  ScriptGenerator(Random random) {
    this.random = random;
  }

  String script() {
    String text =
        switch (random.nextInt(4)) {
          case 0 -> soup();
          default -> list(3);
        };
    return random.nextInt(3) == 0 ? broken(text) : text;
  }

  private String soup() {
    var out = new StringBuilder();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      out.append(one(TOKENS)).append(random.nextInt(4) == 0 ? "" : " ");
    }
    return out.toString();
  }

  /** Removes, doubles, inserts or swaps something. */
  private String broken(String text) {
    var out = new StringBuilder(text);
    for (int n = 1 + random.nextInt(2); n > 0 && !out.isEmpty(); n--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(3)) {
        case 0 -> out.deleteCharAt(at);
        case 1 -> out.insert(at, one(TOKENS));
        default -> out.insert(at, out.charAt(random.nextInt(out.length())));
      }
    }
    return out.toString();
  }

  private String list(int depth) {
    var out = new StringBuilder(andOr(depth));
    while (random.nextInt(3) == 0) {
      out.append(any(" ; ", "; ", "\n", " & ", ";", "&")).append(andOr(depth));
    }
    return out.append(any("", ";", "", "\n", " &", " # c\n")).toString();
  }

  /** A list that a reserved word may follow. */
  private String closed(int depth) {
    return andOr(depth) + any("; ", "\n", " ;", " & ");
  }

  private String andOr(int depth) {
    var out = new StringBuilder(pipeline(depth));
    while (random.nextInt(5) == 0) {
      out.append(any(" && ", "||", " &&\n", " || ")).append(pipeline(depth));
    }
    return out.toString();
  }

  private String pipeline(int depth) {
    var out = new StringBuilder(any("", "", "", "", "", "! ", "time ", "time -p ", "! ! "));
    out.append(command(depth));
    while (random.nextInt(5) == 0) {
      out.append(any("|", " | ", " |& ", "|\n")).append(command(depth));
    }
    return out.toString();
  }

  private String command(int depth) {
    if (depth == 0 || random.nextInt(3) != 0) {
      return simple(depth);
    }
    return compound(depth - 1) + (random.nextInt(4) == 0 ? redirect(0) : "");
  }

  private String compound(int d) {
    return switch (random.nextInt(16)) {
      case 0 -> "(" + list(d) + ")";
      case 1 -> "{ " + closed(d) + "}";
      case 2 -> "if " + closed(d) + "then " + closed(d) + any("", "else " + closed(d)) + "fi";
      case 3 -> "while " + closed(d) + "do " + closed(d) + "done";
      case 4 -> "until " + closed(d) + "do\n" + closed(d) + "done";
      case 5 -> "for x in " + word(d) + any("; ", "\n") + "do " + closed(d) + "done";
      case 6 -> "for x" + any(";", "\n", " ") + " do " + closed(d) + "done";
      case 7 ->
          "for (("
              + arithmetic(d)
              + ";;"
              + arithmetic(d)
              + "))"
              + any(";", "", "\n")
              + " do "
              + closed(d)
              + "done";
      case 8 -> "case " + word(d) + " in " + item(d) + any("", item(d)) + "esac";
      case 9 -> "[[ " + condition(d) + " ]]";
      case 10 -> "((" + arithmetic(d) + "))";
      case 11 -> any("f() ", "f()\n", "function f ", "function f() ") + "{ " + closed(d) + "}";
      case 12 -> "((" + list(d) + ")" + any("; ", " | ") + list(d) + ")";
      case 13 -> "select x in " + word(d) + "; do " + closed(d) + "done";
      case 14 -> "coproc " + any("", "N ") + "{ " + closed(d) + "}";
      default -> "{ " + compound(Math.max(0, d - 1)) + any("; }", " }");
    };
  }

  private String item(int d) {
    return any("", "(")
        + any("a", "*", word(0))
        + any("", "|b", " | *.c")
        + ") "
        + any("", closed(d), list(d))
        + any(";; ", ";;\n", " ;& ", ";;& ");
  }

  private String condition(int d) {
    return switch (random.nextInt(8)) {
      case 0 -> "-f " + word(d);
      case 1 -> word(d) + any(" == ", " != ", " = ", " < ", " -eq ") + word(d);
      case 2 -> word(d) + " =~ " + any("^(a|b)$", "a.*", "(a b)", "[a-z]+");
      case 3 -> "! " + condition(d);
      case 4 -> "( " + condition(d) + " )";
      case 5 -> condition(d) + any(" && ", " || ", "\n&& ") + condition(d);
      case 6 -> word(d) + " == " + any("@(a|b)", "*.c", "!(x)");
      default -> word(d);
    };
  }

  private String simple(int depth) {
    var out = new StringBuilder();
    out.append(
        any(
            "",
            "",
            "",
            "",
            "a=" + word(depth) + " ",
            "a=() ",
            "a=(b " + word(0) + ") ",
            "a[" + arithmetic(0) + "]=c ",
            "a+=c "));
    out.append(any("ls", "echo", "x", "declare a=(b)", "rm", word(depth)));
    for (int n = random.nextInt(3); n > 0; n--) {
      out.append(' ').append(word(depth));
    }
    if (random.nextInt(4) == 0) {
      out.append(redirect(depth));
    }
    return out.toString();
  }

  private String redirect(int depth) {
    String target = any("f", word(depth));
    return switch (random.nextInt(9)) {
      case 0 -> " <<EOF\n" + any("", "text $x\n", "it's\n", "$(ls)\n") + "EOF\n";
      case 1 -> " <<'EOF'\n" + any("", "text $(\n", "it's `\n") + "EOF\n";
      case 2 -> " <<-EOF\n\t" + any("", "text\n\t") + "EOF\n";
      case 3 -> " <<A <<B\n" + any("", "x\n") + "A\n" + "B\n";
      case 4 -> " <<<" + target;
      case 5 -> " 2>&1";
      case 6 -> any(" &>", " >>", ">", " <", " >|", " {fd}<", " 3<>") + target;
      case 7 -> " > >(" + list(0) + ")";
      default -> " >" + target;
    };
  }

  private String word(int depth) {
    var out = new StringBuilder(part(depth));
    while (random.nextInt(3) == 0) {
      out.append(part(depth));
    }
    return out.toString();
  }

  private String part(int depth) {
    if (depth == 0 || random.nextInt(3) != 0) {
      return any(
          "a",
          "b",
          "-x",
          "/etc",
          "*",
          "?",
          "[a-c]",
          "{a,b}",
          "{1..3}",
          "~",
          "'a b'",
          "\"a $x\"",
          "\\;",
          "\\ ",
          "$x",
          "$1",
          "$@",
          "$'\\n\\''",
          "$\"a\"",
          "a=b",
          "\\\n",
          "#",
          "%",
          "}",
          "{",
          "if",
          "!",
          "1",
          "\"\"",
          "''");
    }
    int d = depth - 1;
    return switch (random.nextInt(15)) {
      case 0 -> "$(" + any(list(d), " " + list(d) + "\n", "") + ")";
      case 1 -> "`" + any("ls", "ls a; b", "ls \\`ls\\`") + "`";
      case 2 ->
          "\""
              + any(
                  "$(" + list(d) + ")", "${x:-\"a\"}", "`ls`", "$((" + arithmetic(d) + "))", "it's")
              + "\"";
      case 3 -> "$((" + arithmetic(d) + "))";
      case 4 -> "$[" + arithmetic(d) + "]";
      case 5 ->
          "${x"
              + any(":-", "-", "=", ":+", "#", "%%", "/a/", "//", "^^", ":1:", "@", "[1]")
              + any("", word(d), "'a b'", "\"a}\"")
              + "}";
      case 6 ->
          "${"
              + any("#x", "!x", "!x*", "x[@]", "#x[@]", "x[$(ls)]", "#", "@", "?", "a b", "x~")
              + "}";
      case 7 -> any("<(", ">(") + list(d) + ")";
      case 8 -> any("@(", "?(", "*(", "+(") + any("a|b", "a", "", word(d)) + ")";
      case 9 -> "{" + word(d) + "," + word(d) + "}";
      case 10 -> "$(case x in " + item(0) + "esac)";
      case 11 -> "$(cat <<E\n" + any("x)\n", "it\n") + "E\n)";
      case 12 -> "$((" + list(d) + ") | " + list(d) + ")";
      case 13 -> "$\\\n(" + list(d) + ")";
      default -> "$(" + compound(d) + ")";
    };
  }

  private String arithmetic(int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> "1+" + any("x", "$x", "2");
      case 1 -> "(" + any("1", "x") + ")*2";
      case 2 -> "x<<2";
      case 3 -> "a[" + any("1", "x") + "]++";
      case 4 -> depth == 0 ? "0" : "$(" + list(depth - 1) + ")";
      case 5 -> "x = y ? 1 : 2";
      case 6 -> any("", "'1'", "\"1\"", "${x:-1}");
      default -> "x";
    };
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
