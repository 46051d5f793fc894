/**
 * What Pinfold guarantees, as data, and the proof on this machine.
 *
 * <p>{@code guarantees.txt} has every sentence about protection with its names; THREAT_MODEL.md's
 * tables are made from it. {@code probes.tsv} has how each is tried: system calls by a program that
 * Pinfold carries ({@link dev.pinfold.prove.Attacker}), or whole runs ({@link
 * dev.pinfold.prove.RunTrials}). {@link dev.pinfold.prove.Prover} tries them, the tiers side by
 * side, outside first: what does not work there either shows nothing. All targets are decoys that
 * it makes itself ({@link dev.pinfold.prove.Scene}, {@link dev.pinfold.prove.Targets}).
 */
@NullMarked
package dev.pinfold.prove;

import org.jspecify.annotations.NullMarked;
