package dev.pinfold.e2e.attack;

import java.util.function.LongFunction;

/**
 * What came of an act: the kernel's value, or the errno, or the signal that ended the process that
 * tried.
 *
 * @param value the call's result; meaningful when {@code verdict} is {@code ok}
 * @param verdict {@code ok}, the name of an errno, or the name of a signal
 * @param detail what was got, on one line; may be empty
 */
record Answer(long value, String verdict, String detail) {
  static Answer ok(long value) {
    return new Answer(value, "ok", "");
  }

  static Answer ok(String detail) {
    return new Answer(0, "ok", detail.lines().findFirst().orElse(""));
  }

  static Answer failed(int errno) {
    return new Answer(-1, Errno.name(errno), "");
  }

  /** An act that looks at a state instead of trying: "not so" reads like the kernel's refusal. */
  static Answer when(boolean possible) {
    return possible ? ok(0) : failed(Errno.EPERM);
  }

  boolean isOk() {
    return verdict.equals("ok");
  }

  /** The next step of an act, which ends at the first step that fails. */
  Answer then(LongFunction<Answer> next) {
    return isOk() ? next.apply(value) : this;
  }

  @Override
  public String toString() {
    return detail.isEmpty() ? verdict : verdict + " " + detail;
  }
}
