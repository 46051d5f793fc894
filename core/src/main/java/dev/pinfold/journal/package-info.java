/**
 * What happened in a run, line by line, in a form that shows when somebody changed it later.
 *
 * <p>{@link dev.pinfold.journal.StateDirectory} says where journals live and refuses a place that
 * is not safe, {@link dev.pinfold.journal.Journal} appends entries and returns when they are on the
 * disk, {@link dev.pinfold.journal.JournalFile} reads them back and gives a {@link
 * dev.pinfold.journal.Verification}.
 *
 * <p>The chain of hashes shows accidents and edits of a part. It has no secret: whoever may write
 * the file can also compute a whole new chain, which only a copy of {@link
 * dev.pinfold.journal.Journal#head()} kept elsewhere (the run's report has it) shows. The sandbox
 * keeps commands of a run away from the state directory.
 *
 * <p>What the kinds of entries mean is the matter of {@code dev.pinfold.run}, which writes them; no
 * value of an environment variable and no other secret belongs in one.
 */
@NullMarked
package dev.pinfold.journal;

import org.jspecify.annotations.NullMarked;
