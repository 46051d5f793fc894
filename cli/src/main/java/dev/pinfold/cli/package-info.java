/**
 * The command line: {@link dev.pinfold.cli.Main} finds the {@code Command} that is named, the
 * command turns words into a call of the library, and prints what comes back.
 *
 * <p>One class a command. No step of a run, no rule and no protection lives here. Options are
 * declared with picocli's programmatic model, because annotations would be read by reflection at
 * every start, and only the called command's. Text comes in as {@link
 * dev.pinfold.linux.NativeString} decodes it, so that bytes that are no UTF-8 pass through, and on
 * its way to a person through {@code Printable}, so that a command can't write control codes to a
 * terminal.
 */
@NullMarked
package dev.pinfold.cli;

import org.jspecify.annotations.NullMarked;
