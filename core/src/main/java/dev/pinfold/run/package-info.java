/**
 * The five words in order: request, policy, sandbox, process, journal. {@link
 * dev.pinfold.run.Runner#run} is the method to read first; command line, daemon and library call it
 * and repeat none of its steps.
 */
@NullMarked
package dev.pinfold.run;

import org.jspecify.annotations.NullMarked;
