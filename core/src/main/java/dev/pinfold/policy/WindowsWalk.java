package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Joins the two command languages of Windows with each other and with the rules for programs. */
final class WindowsWalk {
  private final Executor executor;
  private final PolicyContext context;
  private final Verdicts verdicts;

  /** Texts in a text, those of loops counted each time: nobody writes as many. */
  private int texts = 2_000;

  /** Characters of those texts: each level of nesting reads its own again. */
  private long characters = 1L << 24;

  WindowsWalk(Executor executor, PolicyContext context, Verdicts verdicts) {
    this.executor = executor;
    this.context = context;
    this.verdicts = verdicts;
  }

  /** Spends one text of the bounds; false when one is used up. */
  boolean spend(int length) {
    characters -= length;
    return --texts >= 0 && characters >= 0;
  }

  /** Judges a text for {@code cmd.exe}. */
  void cmd(String text, Span holder, Scope scope) {
    if (text.strip().length() == 1 && Marks.unknown(text)) {
      verdicts.add("floor.code.unknown", holder, "cmd");
    } else if (!text.isBlank()) {
      new CmdWalk(this, context, verdicts).text(text, scope.nested(new Origin(text, -1, holder)));
    }
  }

  /** Judges a text for PowerShell. */
  void powerShell(String text, Span holder, Scope scope) {
    if (text.strip().length() == 1 && Marks.unknown(text)) {
      verdicts.add("floor.code.unknown", holder, "PowerShell");
    } else {
      new PowerShellWalk(this, context, verdicts)
          .text(text, scope.nested(new Origin(text, -1, holder)));
    }
  }

  void whole(String text, Scope scope) {
    if (context.dialect() == Dialect.CMD) {
      new CmdWalk(this, context, verdicts).text(text, scope);
    } else {
      new PowerShellWalk(this, context, verdicts).text(text, scope);
    }
  }

  /**
   * Judges a program of Windows that is called from a shell of Unix (WSL, MSYS, PowerShell on
   * Linux); false when it is another program.
   */
  boolean run(Subject subject) {
    List<Argument> words = subject.execution().words();
    Scope scope = subject.execution().scope();
    switch (WindowsPrograms.name(words.getFirst().value())) {
      case "powershell", "pwsh" -> powerShellProgram(words, scope);
      case "cmd" -> {
        List<String> tail =
            words.stream()
                .skip(1)
                .map(Argument::value)
                .dropWhile(word -> !word.matches("(?i)//?[ck]"))
                .skip(1)
                .toList();
        cmd(String.join(" ", tail), subject.execution().span(), scope.inside("cmd /c"));
      }
      case "iex" -> {
        if (words.stream().skip(1).anyMatch(Argument::isUnknown)) {
          verdicts.add("floor.code.unknown", subject.execution().span(), "iex");
        }
      }
      case "regedit",
          "reg",
          "diskpart",
          "vssadmin",
          "bcdedit",
          "netsh",
          "taskkill",
          "schtasks",
          "wmic",
          "cipher",
          "mshta",
          "regsvr32" ->
          new WindowsPrograms(verdicts, context)
              .judge(
                  WindowsPrograms.name(words.getFirst().value()),
                  subject.arguments(),
                  subject.execution().span());
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Has the rules for programs look at a command. */
  void program(List<Argument> words, Scope scope) {
    Argument program = words.getFirst();
    List<Argument> renamed = new java.util.ArrayList<>(words);
    renamed.set(0, program.with(WindowsPrograms.name(program.value())));
    executor.run(
        new Execution(
            renamed,
            List.of(),
            Map.of(),
            Input.INHERITED,
            new ShellState(context),
            scope,
            program.span()));
  }

  /** {@code powershell -Command …}: parameters may be abbreviated (about_PowerShell_exe). */
  void powerShellProgram(List<Argument> words, Scope scope) {
    for (int i = 1; i < words.size(); i++) {
      Argument word = words.get(i);
      String name = word.value().toLowerCase(Locale.ROOT).replaceFirst("^[/–—]|^--", "-");
      List<Argument> rest = words.subList(i + 1, words.size());
      if (name.matches("-(e|ec|en|enc|enco.*)")) {
        encoded(rest, word, scope);
        return;
      } else if (name.matches("-f(i(l(e)?)?)?")) {
        return;
      } else if (name.matches("-c(o(m.*)?)?|-commandwithargs|-cwa")) {
        code(rest, word, scope);
        return;
      } else if (name.matches(
          "-(executionpolicy|ep|ex.*|version|v|windowstyle|w|inputformat|outputformat|psconsolefile|configurationname|workingdirectory|wd|settingsfile|custompipename)")) {
        i++;
      } else if (!name.startsWith("-")) {
        code(words.subList(i, words.size()), word, scope);
        return;
      }
    }
  }

  private void code(List<Argument> words, Argument holder, Scope scope) {
    String text = String.join(" ", words.stream().map(Argument::value).toList());
    if (text.equals("-")) {
      verdicts.add("floor.code.unknown", holder.span(), "PowerShell");
    } else {
      String block = text.strip();
      boolean braces = block.startsWith("{") && block.endsWith("}");
      powerShell(
          braces ? block.substring(1, block.length() - 1) : block,
          holder.span(),
          scope.inside("powershell -Command"));
    }
  }

  /** Encoded code hides what it does from people; it is judged, and asked for in any case. */
  private void encoded(List<Argument> words, Argument holder, Scope scope) {
    verdicts.add("floor.code.unknown", holder.span(), "PowerShell");
    if (!words.isEmpty() && words.getFirst().isConstant()) {
      try {
        byte[] bytes = Base64.getDecoder().decode(words.getFirst().value());
        powerShell(
            new String(bytes, StandardCharsets.UTF_16LE),
            holder.span(),
            scope.inside("powershell -EncodedCommand"));
      } catch (IllegalArgumentException _) {
        return;
      }
    }
  }
}
