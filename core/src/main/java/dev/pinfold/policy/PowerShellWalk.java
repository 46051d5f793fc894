package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges PowerShell text. Cmdlets by name or alias, parameters by any abbreviation; code that is
 * unknown is asked for.
 */
final class PowerShellWalk {
  private static final int MAX_DEPTH = 8;

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "\\s*\\$(?:script:|global:|local:)?([A-Za-z_][A-Za-z0-9_]*)\\s*(?:[-+*/]|\\?\\?)?=(?![=~])\\s*");

  private static final Pattern FOREACH =
      Pattern.compile("(?s)\\s*\\$([A-Za-z_][A-Za-z0-9_]*)\\s+[iI][nN]\\s+(.*)");

  private static final Pattern SHUTDOWN_CALL =
      Pattern.compile("(?i)\\.(win32shutdown\\w{0,20}|reboot|shutdown)\\(");

  /** Static calls that start a program or load one. */
  private static final Pattern STATIC_START =
      Pattern.compile(
          "(?i)\\[.*(process]::start|assembly]::load|scriptblock]::create|powershell]::create).*");

  private final WindowsWalk walk;
  private final Verdicts verdicts;
  private final WindowsPrograms programs;
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, String> aliases = new HashMap<>();
  private final Downloads downloads = new Downloads();
  private final WindowsItems items;
  private final ItemCmdlets itemCmdlets;

  PowerShellWalk(WindowsWalk walk, PolicyContext context, Verdicts verdicts) {
    this.walk = walk;
    this.verdicts = verdicts;
    this.programs = new WindowsPrograms(verdicts, context);
    this.items = new WindowsItems(verdicts, programs);
    this.itemCmdlets = new ItemCmdlets(items, verdicts);
    variables.put("profile", WindowsPath.PROFILE);
  }

  void text(String text, Scope scope) {
    if (scope.depth() > MAX_DEPTH || !walk.spend(text.length())) {
      verdicts.add("floor.limit", CmdWalk.whole(scope), "texts in texts");
      return;
    }
    PowerShellLine.Part before = null;
    PowerShellLine line = new PowerShellLine(text, variables);
    for (Optional<PowerShellLine.Part> next = line.next(); next.isPresent(); next = line.next()) {
      PowerShellLine.Part part = next.get();
      part(part, part.piped() ? before : null, scope);
      before = part.piped() && PipedItems.filters(part) ? before : part;
    }
  }

  private void part(PowerShellLine.Part part, PowerShellLine.@Nullable Part before, Scope scope) {
    List<Argument> words =
        part.words().stream()
            .map(word -> new Argument(word.value(), scope.origin().map(word.span())))
            .toList();
    part.outputs()
        .forEach(
            output -> items.write(new Argument(output.value(), scope.origin().map(output.span()))));
    Matcher assignment = ASSIGNMENT.matcher(part.text());
    if (assignment.lookingAt()) {
      assign(assignment.group(1), part.text().substring(assignment.end()), scope);
      return;
    }
    if (SHUTDOWN_CALL.matcher(part.text()).find()) {
      report("floor.power", new Argument(part.text().strip(), CmdWalk.whole(scope)), true);
    }
    if (loops(words, part, before, scope)) {
      return;
    }
    boolean evaluates =
        words.stream().anyMatch(word -> name(word).equals("invoke-expression"))
            || part.text().toLowerCase(Locale.ROOT).contains("scriptblock]::create");
    for (String inner : part.nested()) {
      if (evaluates && Downloads.in(inner)) {
        verdicts.add(
            "floor.code.downloaded",
            words.isEmpty() ? CmdWalk.whole(scope) : words.getFirst().span(),
            "Invoke-Expression");
      }
      nested(inner, scope);
      if (evaluates) {
        constant(inner).ifPresent(code -> nested(code, scope));
      }
    }
    if (!words.isEmpty()) {
      command(words, part, before, scope);
    }
  }

  /**
   * {@code foreach ($x in LIST) {…}} and {@code LIST | ForEach-Object {…}}: the block with each
   * item; false for anything else.
   */
  private boolean loops(
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@Nullable Part before,
      Scope scope) {
    String name = words.isEmpty() ? "" : name(words.getFirst());
    boolean piped = part.piped() && List.of("foreach-object", "foreach", "%").contains(name);
    Matcher statement = FOREACH.matcher(part.nested().isEmpty() ? "" : part.nested().getFirst());
    if (piped) {
      each("_", PipedItems.of(before), part.nested(), scope);
      return true;
    }
    if (!name.equals("foreach") || !statement.matches()) {
      return false;
    }
    nested(statement.group(2), scope);
    List<PowerShellLine.Part> list = PowerShellLine.split(statement.group(2), variables);
    each(
        statement.group(1).toLowerCase(Locale.ROOT),
        PipedItems.of(list.size() == 1 ? list.getFirst() : null),
        part.nested().subList(1, part.nested().size()),
        scope);
    return true;
  }

  private void each(String variable, List<String> items, List<String> blocks, Scope scope) {
    for (String item : items) {
      variables.put(variable, item);
      blocks.forEach(block -> nested(block, scope));
    }
    variables.remove(variable);
  }

  private String name(Argument word) {
    String name = Cmdlets.name(word);
    return aliases.getOrDefault(name, name);
  }

  /** The text of a group that holds one constant and nothing else. */
  private Optional<String> constant(String group) {
    List<PowerShellLine.Part> parts = PowerShellLine.split(group, variables);
    boolean one =
        parts.size() == 1
            && parts.getFirst().words().size() == 1
            && parts.getFirst().nested().isEmpty()
            && parts.getFirst().words().getFirst().isConstant();
    return one ? Optional.of(parts.getFirst().words().getFirst().value()) : Optional.empty();
  }

  private void nested(String inner, Scope scope) {
    text(inner, scope.nested(new Origin(inner, -1, CmdWalk.whole(scope))).inside("( )"));
  }

  private void assign(String name, String value, Scope scope) {
    Optional<String> constant = constant(value);
    String unknown = String.valueOf(Downloads.in(value) ? Marks.DOWNLOADED : Marks.HOLE);
    variables.put(name.toLowerCase(Locale.ROOT), constant.orElse(unknown));
    if (constant.isEmpty()) {
      nested(value, scope);
    }
  }

  private void command(
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@Nullable Part before,
      Scope scope) {
    verdicts.trace().open(words, words.getFirst().span(), scope.via());
    judge(words, part, before, scope);
    verdicts.trace().close();
  }

  private void judge(
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@Nullable Part before,
      Scope scope) {
    Argument program = words.getFirst();
    verdicts.found(new Vector(words, program.span(), scope.via()));
    List<Argument> arguments = words.subList(1, words.size());
    if (DotNetCalls.judge(program, part, variables, items)
        || (isExpression(program, part) && !STATIC_START.matcher(program.value()).lookingAt())) {
      return;
    }
    if (Marks.firstHole(program.value()) == 0) {
      if (part.nested().isEmpty()
          || (program.value().length() == 1 && part.text().strip().startsWith("&"))) {
        unknownProgram(part, program);
      }
      return;
    }
    String name = name(program);
    if (Cmdlets.prints(name)
        || program.value().startsWith("-")
        || program.value().matches("(?s)\\d.*")) {
      return;
    }
    if (arguments.stream()
        .anyMatch(word -> word.value().toLowerCase(Locale.ROOT).startsWith("-whatif"))) {
      return;
    }
    cmdlet(name, words, part, before, scope);
    verdicts.trace().understood(Trace.Kind.PROGRAM, name);
  }

  /** A text or a type stands there instead of a command: {@code "a $b"}, {@code [Math]::PI}. */
  private static boolean isExpression(Argument program, PowerShellLine.Part part) {
    String text = part.text().strip();
    return text.startsWith("\"") || text.startsWith("'") || program.value().startsWith("[");
  }

  private void unknownProgram(PowerShellLine.Part part, Argument program) {
    String text = part.text().strip();
    if (text.startsWith("&") || text.startsWith(". ")) {
      verdicts.add("floor.program.unknown", program.span(), program.display());
    }
  }

  private void cmdlet(
      String name,
      List<Argument> words,
      PowerShellLine.Part part,
      PowerShellLine.@Nullable Part before,
      Scope scope) {
    Argument program = words.getFirst();
    List<Argument> arguments = words.subList(1, words.size());
    switch (name) {
      case "remove-item" -> itemCmdlets.remove(arguments, before, program);
      case "invoke-expression" -> evaluate(arguments, before, part, scope, program);
      case "set-location", "push-location" -> arguments.forEach(items::enter);
      case "powershell", "pwsh" -> walk.powerShellProgram(words, scope);
      case "cmd" -> walk.cmd(afterSlashC(arguments), program.span(), scope.inside("cmd /c"));
      case "stop-process" -> stopProcess(arguments, before, program);
      case "start-process" -> startProcess(arguments, scope);
      case "set-alias", "new-alias" -> alias(arguments);
      case "move-item" -> itemCmdlets.move(arguments);
      default -> listed(name, words, scope);
    }
    if (name.endsWith("itemproperty") || name.endsWith("-item")) {
      itemCmdlets.registry(name, arguments);
    }
  }

  private void alias(List<Argument> arguments) {
    List<Argument> words =
        arguments.stream().filter(word -> !word.value().startsWith("-")).toList();
    if (words.size() > 1) {
      aliases.put(words.getFirst().value().toLowerCase(Locale.ROOT), name(words.get(1)));
    }
  }

  private void listed(String name, List<Argument> words, Scope scope) {
    Argument program = words.getFirst();
    List<Argument> arguments = words.subList(1, words.size());
    if (Downloads.in(name)) {
      downloads.remember(arguments);
    }
    report("floor.code.downloaded", program, downloads.left(program));
    String rule = Cmdlets.rule(name);
    if (rule != null) {
      verdicts.add(rule, program.span(), program.display());
    }
    if (Cmdlets.writes(name)) {
      itemCmdlets.write(arguments);
    }
    programs.credentials(arguments);
    if (name.indexOf('-') < 0 || ProgramTable.builtIn().knows(name)) {
      programs.judge(name, arguments, program.span());
      walk.program(words, scope);
    }
  }

  private void report(String rule, Argument program, boolean matches) {
    if (matches) {
      verdicts.add(rule, program.span(), program.display());
    }
  }

  private void evaluate(
      List<Argument> arguments,
      PowerShellLine.@Nullable Part before,
      PowerShellLine.Part part,
      Scope scope,
      Argument program) {
    String fed = before == null ? "" : before.text();
    if (Downloads.in(fed)) {
      verdicts.add("floor.code.downloaded", program.span(), program.display());
      return;
    }
    boolean fedText =
        before != null
            && before.words().size() == 1
            && before.nested().isEmpty()
            && before.words().getFirst().isConstant();
    List<Argument> code =
        arguments.stream().filter(word -> !word.value().equalsIgnoreCase("-command")).toList();
    if (code.isEmpty() && fedText && before != null) {
      code = List.of(new Argument(before.words().getFirst().value(), program.span()));
    }
    if (code.stream().anyMatch(word -> Marks.downloaded(word.value()))) {
      verdicts.add("floor.code.downloaded", program.span(), program.display());
      return;
    }
    if (code.isEmpty() || code.stream().anyMatch(Argument::isUnknown)) {
      if (part.nested().stream().noneMatch(Downloads::in)) {
        verdicts.add("floor.code.unknown", program.span(), program.display());
      }
      return;
    }
    String text = String.join(" ", code.stream().map(Argument::value).toList());
    text(text, scope.nested(new Origin(text, -1, program.span())).inside("Invoke-Expression"));
  }

  private void stopProcess(
      List<Argument> arguments, PowerShellLine.@Nullable Part before, Argument program) {
    boolean all =
        arguments.stream()
            .anyMatch(
                word ->
                    word.value()
                        .matches("(?i)\\*|explorer|csrss|winlogon|lsass|svchost|wininit|services"));
    boolean everything =
        before != null
            && before.words().size() == 1
            && WindowsPrograms.name(before.words().getFirst().value())
                .matches("get-process|gps|ps");
    report("floor.kill.all", program, all || everything);
  }

  private void startProcess(List<Argument> arguments, Scope scope) {
    List<Argument> words = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Argument word = arguments.get(i);
      if (word.value().matches("(?i)-a(r(g(u(m.*)?)?)?)?|-args") && i + 1 < arguments.size()) {
        words.add(arguments.get(++i));
      } else if (!word.value().startsWith("-")) {
        words.add(word);
      }
    }
    if (!words.isEmpty()) {
      Argument program = words.getFirst();
      report("floor.code.downloaded", program, downloads.left(program));
      String line = String.join(" ", words.stream().map(Argument::value).toList());
      walk.cmd(line, program.span(), scope.inside("Start-Process"));
    }
  }

  private static String afterSlashC(List<Argument> arguments) {
    StringBuilder out = new StringBuilder();
    boolean after = false;
    for (Argument word : arguments) {
      if (after) {
        out.append(word.value()).append(' ');
      }
      after |= word.value().matches("(?i)/[ck]");
    }
    return out.toString().strip();
  }
}
