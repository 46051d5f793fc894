/**
 * Shell text to syntax tree. Knows nothing of execution, files or policy.
 *
 * <p>The flow: {@link dev.pinfold.shell.ShellParser#parse} makes a {@link
 * dev.pinfold.shell.ParseResult}: a {@link dev.pinfold.shell.Script}, or a failure that says
 * whether the text is wrong, unsupported, too large or too deep. A script is {@link
 * dev.pinfold.shell.Statement}s of {@link dev.pinfold.shell.Command}s; a simple command has {@link
 * dev.pinfold.shell.Assignment}s, {@link dev.pinfold.shell.Word}s and {@link
 * dev.pinfold.shell.Redirect}s; words are {@link dev.pinfold.shell.WordPart}s that keep their
 * quoting. {@link dev.pinfold.shell.Node#children} reaches everything.
 *
 * <p>{@link dev.pinfold.shell.BraceExpansion} does the one expansion that is of the text alone; all
 * others need to know what commands do, and live with the policy.
 *
 * <p>Inside, a {@code Grammar} holds the readers of one source text, which call each other as the
 * productions of POSIX 2.10 do; all read from one {@code Cursor}, which hides line continuations,
 * and all count their depth and steps in one {@code Budget}.
 *
 * <p>What does not live here: values, aliases, files, the meaning of any program, the shells of
 * Windows.
 */
@NullMarked
package dev.pinfold.shell;

import org.jspecify.annotations.NullMarked;
