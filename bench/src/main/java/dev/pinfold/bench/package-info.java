/**
 * How fast Pinfold is, against what else one could do in the same minute on the same machine.
 *
 * <p>What a JVM does alone ({@link dev.pinfold.bench.DecisionBenchmark}, {@link
 * dev.pinfold.bench.ParseBenchmark}) is measured with JMH. What the kernel does with it ({@link
 * dev.pinfold.bench.KernelRounds}) is measured in interleaved rounds: one of each candidate, then
 * again; JMH runs one candidate after the other, and on a machine that others use, minutes differ
 * more than candidates do. {@code bench/process.py} measures whole processes, {@code bench/run}
 * starts all three and prints one table.
 */
@NullMarked
package dev.pinfold.bench;

import org.jspecify.annotations.NullMarked;
