/**
 * Kernel calls: the only package with native access.
 *
 * <p>One method a system call, named as the call. Every such method returns what the kernel
 * returned: a value of at least 0, or the <em>negated</em> errno ({@code -13} is EACCES), captured
 * with the call itself and therefore safe from any other thread. It throws nothing: the pen's
 * thread, which may not load classes any more, calls these methods too. {@link
 * dev.pinfold.linux.Errno#check} turns a negative value into an {@link
 * dev.pinfold.linux.ErrnoException} where throwing is wanted.
 *
 * <p>Numbers of calls are data ({@link dev.pinfold.linux.Sys}), for x86-64 and aarch64. All calls
 * go through a single downcall shape ({@link dev.pinfold.linux.Libc}): each further shape costs 4
 * to 5 ms when a JVM starts.
 *
 * <p>What a call takes and gives lies in memory of the thread's own ({@link
 * dev.pinfold.linux.Scratch}) where it fits: an arena a call is dearer than the call.
 *
 * <p>What does not live here: any decision about what to allow. Rule sets and filters are built by
 * {@code dev.pinfold.sandbox} from {@link dev.pinfold.linux.Landlock} and {@link
 * dev.pinfold.linux.BpfProgram}.
 */
@NullMarked
package dev.pinfold.linux;

import org.jspecify.annotations.NullMarked;
