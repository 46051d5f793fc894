package dev.pinfold.policy;

import java.util.List;
import java.util.Map;

/**
 * What a command leaves in files, as far as the text tells: what tee, sponge and dd store of their
 * input, and what is copied, moved or linked under another name.
 */
final class WrittenFiles {
  private final Subject subject;
  private final Map<String, String> files;

  private WrittenFiles(Subject subject) {
    this.subject = subject;
    this.files = subject.execution().state().files();
  }

  static void remember(Subject subject) {
    WrittenFiles written = new WrittenFiles(subject);
    List<Argument> operands = subject.operands();
    switch (subject.name()) {
      case "tee", "sponge" -> operands.forEach(file -> written.store(file, subject.has("-a")));
      case "dd" -> written.dd();
      case "cp", "mv", "ln", "install", "link" -> {
        if (operands.size() == 2) {
          written.copy(operands.getFirst(), operands.getLast());
        }
      }
      default -> {}
    }
  }

  private void store(Argument file, boolean appends) {
    Input input = subject.execution().input();
    if (input.given() && !file.isUnknown() && !file.value().startsWith("/dev/")) {
      String path = subject.absolute(file);
      String before = appends ? files.getOrDefault(path, "") : "";
      files.put(path, before + input.text());
    }
  }

  private void dd() {
    Invocation invocation = subject.invocation();
    Invocation.Option to = invocation == null ? null : invocation.find("of");
    Invocation.Option from = invocation == null ? null : invocation.find("if");
    if (to == null || to.value() == null) {
      return;
    }
    if (from == null || from.value() == null) {
      store(to.value(), false);
    } else {
      copy(from.value(), to.value());
    }
  }

  private void copy(Argument from, Argument to) {
    String content = ScriptFile.content(from.value(), subject.execution());
    if (content != null && !to.isUnknown()) {
      String path = subject.absolute(to);
      files.put(path, content);
      files.put(path + "/" + PathText.name(from.value()), content);
    }
  }
}
