/**
 * The product from outside: the launcher is run as a user would, with hostile programs in the pen.
 *
 * <p>{@link AttackTest} reads {@code attacks.tsv}: every act is first tried outside, where it must
 * work, then inside, where the kernel must answer as the table says. What is no single act has a
 * test of its own, tagged with the rows of {@code cases.tsv} that it stands for; {@link
 * CoverageTest} holds that no row is without an answer. Everything runs as each {@link Identity}
 * that the machine can give, on a {@link Stage} of decoys.
 */
@NullMarked
package dev.pinfold.e2e;

import org.jspecify.annotations.NullMarked;
