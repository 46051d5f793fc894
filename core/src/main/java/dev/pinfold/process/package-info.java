/**
 * One command under supervision: {@link dev.pinfold.process.SupervisedCommand#run} starts it in a
 * pen, passes its output on while keeping head and tail in constant memory, and ends it by its own
 * end, by time, or by the user's interrupt.
 */
@NullMarked
package dev.pinfold.process;

import org.jspecify.annotations.NullMarked;
