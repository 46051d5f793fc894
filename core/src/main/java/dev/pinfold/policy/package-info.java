/**
 * The command policy: may this command run?
 *
 * <p>A text is parsed by {@code dev.pinfold.shell}; {@code ScriptWalk} finds every command wherever
 * one can hide and says what is known of its words; {@code Unwrapping} looks through {@code env},
 * {@code sudo}, {@code xargs}, {@code sh -c} and their kind; the rule sets judge the argument
 * vectors that are left, with the help of the program table ({@code programs.txt}), which knows
 * each program's options and what its operands are. {@link dev.pinfold.policy.Policy} is the door,
 * an {@link dev.pinfold.policy.Evaluation} the answer. Decisions combine by {@code max}; what can't
 * be decided from the text is {@link dev.pinfold.policy.Decision#ASK}, never ALLOW.
 *
 * <p>Nothing here touches files, processes or the clock: judging is a function of the text and the
 * context. The one exception is {@link dev.pinfold.policy.PolicyFiles}, which reads policy files
 * (TOML, {@code TomlReader}) before anything is judged.
 */
@NullMarked
package dev.pinfold.policy;

import org.jspecify.annotations.NullMarked;
