package dev.pinfold.prove;

/**
 * One thing that was tried.
 *
 * @param what it was
 * @param verdict what that says of the guarantee
 * @param answer what came of it; empty when it was not tried in the pen
 * @param control what came of it outside
 * @param why it does not hold, or shows nothing here; empty where it holds
 */
public record Attempt(String what, Verdict verdict, String answer, String control, String why) {
  static Attempt untestable(String what, String control, String why) {
    return new Attempt(what, Verdict.NOT_TESTABLE, "", control, why);
  }
}
