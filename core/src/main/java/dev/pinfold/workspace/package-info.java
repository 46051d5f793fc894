/**
 * The folder that a run may change: what can be one, and its canonical name. Knows nothing of
 * policy and sandbox.
 */
@NullMarked
package dev.pinfold.workspace;

import org.jspecify.annotations.NullMarked;
