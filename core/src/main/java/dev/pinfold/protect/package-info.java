/**
 * Files that something outside a run executes or trusts later, in folders that the run may write.
 *
 * <p>{@link dev.pinfold.protect.ProtectedPaths} says which; a {@link dev.pinfold.protect.Snapshot}
 * keeps them as they are before the run, in a file that outlives a killed Pinfold; {@link
 * dev.pinfold.protect.Comparison} finds afterwards what a run did to them, and what else it wrote
 * that will run later; {@link dev.pinfold.protect.Undoing} moves the run's version away and puts
 * the former one back. {@link dev.pinfold.protect.ProtectedFiles} is the way in. Knows nothing of
 * pens.
 */
@NullMarked
package dev.pinfold.protect;

import org.jspecify.annotations.NullMarked;
