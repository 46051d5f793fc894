/**
 * The pen: what a run may see and do, enforced by the kernel.
 *
 * <p>The flow: {@link dev.pinfold.sandbox.SystemView} and the caller's grants make a {@link
 * dev.pinfold.sandbox.View}; {@link dev.pinfold.sandbox.Pen#open} builds rule sets and filters from
 * it, starts one thread that locks itself in step by step ({@code PenThread}), proves that it is
 * locked in ({@link dev.pinfold.sandbox.SelfProof}), and then starts commands from that thread.
 * {@code Supervisor} answers the calls that need a look at a path or an address.
 *
 * <p>A pen weaker than asked for is not opened: {@link
 * dev.pinfold.sandbox.SandboxUnavailableException} names what is missing, unless the caller has
 * named it before.
 *
 * <p>What does not live here: which command may run at all ({@code dev.pinfold.policy}), output,
 * time and outcome of a command ({@code dev.pinfold.process}).
 */
@NullMarked
package dev.pinfold.sandbox;

import org.jspecify.annotations.NullMarked;
