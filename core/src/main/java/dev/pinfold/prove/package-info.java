/**
 * What Pinfold guarantees, as data, and the proof on this machine.
 *
 * <p>{@code guarantees.txt} has every sentence about protection with its names; THREAT_MODEL.md's
 * tables are made from it.
 */
@NullMarked
package dev.pinfold.prove;

import org.jspecify.annotations.NullMarked;
