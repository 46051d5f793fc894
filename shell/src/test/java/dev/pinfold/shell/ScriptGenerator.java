package dev.pinfold.shell;

import java.util.Random;

/**
 * Writes random scripts by the grammar, most of them right, and lets {@link Spoiler} spoil some.
 */
final class ScriptGenerator {
  private final Random random;
  private final Spoiler spoiler;

  ScriptGenerator(Random random) {
    this.random = random;
    spoiler = new Spoiler(random);
  }

  String script() {
    return switch (random.nextInt(8)) {
      case 0 -> spoiler.soup();
      case 1 -> spoiler.spliced();
      case 2 -> spoiler.spoiled(list(3));
      case 3 -> spoiler.continued(list(3));
      case 4 -> spoiler.blanked(list(2));
      default -> list(3);
    };
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
    var out =
        new StringBuilder(
            any("", "", "", "", "", "! ", "time ", "time -p ", "! ! ", "time -- ", "! time "));
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
    return switch (random.nextInt(21)) {
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
      case 15 -> "coproc " + any(simple(d), "N " + simple(d), "a[1] (" + list(d) + ")", "time ls");
      case 16 ->
          "for " + name() + any(" in", " in a") + any("; ", "\n", ";\n") + "{ " + closed(d) + "}";
      case 17 ->
          "select "
              + name()
              + any("; ", "\n", " ")
              + any("do ", "{ ")
              + closed(d)
              + any("done", "}");
      case 18 -> "case " + name() + any(" in\n", " \n in ", " in ") + items() + "esac";
      case 19 -> any("function ", "") + name() + any(" () ", "()", " ( )\n") + compound(d);
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

  /** Words that are reserved elsewhere. */
  private String name() {
    return any(
        "if", "in", "do", "esac", "x", "case", "time", "select", "!", "a-b", "}", "[[", "]]");
  }

  private String items() {
    return any(
        "", "a) ;;", "(esac) ;;", "if|in) ls ;;\n", "a) ls\n;;", "a) #c\n;;\n#c\n", "*) ls;;\n");
  }

  private String condition(int d) {
    return switch (random.nextInt(12)) {
      case 0 -> "-f " + word(d);
      case 1 -> word(d) + any(" == ", " != ", " = ", " < ", " -eq ") + word(d);
      case 2 -> word(d) + " =~ " + any("^(a|b)$", "a.*", "(a b)", "[a-z]+");
      case 3 -> "! " + condition(d);
      case 4 -> "( " + condition(d) + " )";
      case 5 -> condition(d) + any(" && ", " || ", "\n&& ") + condition(d);
      case 6 -> word(d) + " == " + any("@(a|b)", "*.c", "!(x)");
      case 7 -> word(d) + " =~ " + regex() + any("", " && a", "\n");
      case 8 ->
          any("-v x[1]", "-z $(" + list(0) + ")", "-n", "-a b", "-o errexit", "a -nt b", "-R x");
      case 9 -> any("\n", "") + condition(d) + any("\n", " ");
      default -> word(d);
    };
  }

  private String regex() {
    return any(
        "(a)(b)",
        "[[:alpha:]]",
        "a|b",
        "\"a b\"",
        "(a|(b c))d",
        "$x",
        "\\(",
        "[)]",
        "^$",
        "a{1,2}",
        "(<a)",
        "$(ls)",
        "<(ls)",
        "a\\ b",
        "@(a|b)",
        "(a;b)",
        "(a&&b)");
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
            "a=( #c\n[1]=b\n[$x]+=" + word(0) + " ) ",
            "a+=( $(ls) ) ",
            "a=\\\nb ",
            "a[" + arithmetic(0) + "]=c ",
            "a+=c "));
    out.append(
        any(
            "ls",
            "echo",
            "x",
            "declare a=(b)",
            "local -a a=( b\n c ) d",
            "export a=(" + word(0) + ")",
            "alias if=fi",
            "let x=1",
            "rm",
            word(depth)));
    for (int n = random.nextInt(3); n > 0; n--) {
      out.append(any(" ", " ", " ", "\t", "  ", " \\\n")).append(word(depth));
    }
    if (random.nextInt(4) == 0) {
      out.append(redirect(depth));
    }
    return out.toString();
  }

  private String redirect(int depth) {
    String target = any("f", word(depth));
    return switch (random.nextInt(13)) {
      case 0 -> " <<EOF\n" + any("", "text $x\n", "it's\n", "$(ls)\n") + "EOF\n";
      case 1 -> " <<'EOF'\n" + any("", "text $(\n", "it's `\n") + "EOF\n";
      case 2 -> " <<-EOF\n\t" + any("", "text\n\t") + "EOF\n";
      case 3 -> " <<A <<B\n" + any("", "x\n") + "A\n" + "B\n";
      case 4 -> " <<<" + target;
      case 5 -> " 2>&1";
      case 6 -> any(" &>", " >>", ">", " <", " >|", " {fd}<", " 3<>") + target;
      case 7 -> " > >(" + list(0) + ")";
      case 8 ->
          " <<A\n$(cat <<B\n" + any("", "x\n", "`ls`\n") + "B\n)\n" + any("A\n", "\\\nA\n", "A");
      case 9 -> " << \"E F\"\n" + any("", "x $(\n") + "E F\n";
      case 10 ->
          any(" >&-", " 2>&-", " <&-", " >&$x", " >& f", " &>>", " 3<&1-", " >&2>&1")
              + any("", " f");
      case 11 ->
          " <<E;"
              + any("ls", "(ls)", "{ ls; }", "if a; then b; fi")
              + "\n"
              + any("x\n", "")
              + "E\n";
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
    return switch (random.nextInt(20)) {
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
      case 14 ->
          any("@(", "!(", "+(") + any("a|@(b|c)", "|a", "a|", "\"|\"", "$(" + list(0) + ")") + ")";
      case 15 ->
          "${x"
              + any(
                  ":$(" + list(0) + ")",
                  "/\"/\"/b",
                  "//[}]/a",
                  ":-`ls`",
                  "[@]:1:2",
                  "@Q",
                  "#}",
                  "%\\}")
              + "}";
      case 16 ->
          any("$(<f)", "$(< f", "$(#c\n)", "$( )", "$(ls #)\n)", "`#c`", "$(time)", "$(!)", "$(;)");
      case 17 -> "\"" + part(d) + part(d).replace("\"", "") + "\"";
      case 18 ->
          any("$[", "$((") + "a[" + any("1", "$x", "\"]\"", "$(ls)") + "]" + any("]", "))", " ))");
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
}
