/**
 * The attacker: hostile acts by raw system call, to be run inside a pen, and outside it first.
 *
 * <p>{@link Attack} performs acts by name and prints one verdict a line. An {@link Act} makes its
 * {@link Call}s through {@link Kernel}; what would harm the attacker's own JVM (a new root
 * directory, a filter) is done by {@link Child}, a forked process that makes a single call and
 * tells the errno. The C library is bypassed on purpose: a pen that only holds for polite programs
 * is none.
 *
 * <p>Nothing here may hurt a machine without a pen, because every act is first run there: no act
 * forks without bound, signals more than one process (but see {@code kill-all}), or changes more
 * than the decoys that it is given.
 */
@NullMarked
package dev.pinfold.e2e.attack;

import org.jspecify.annotations.NullMarked;
