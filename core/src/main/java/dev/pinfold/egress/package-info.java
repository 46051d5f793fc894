/**
 * The only way out of a run's network, and who may pass.
 *
 * <p>{@link dev.pinfold.egress.EgressRules} reads the words of rules and judges a {@link
 * dev.pinfold.egress.HostPort} by them. {@link dev.pinfold.egress.EgressProxy} serves a run's
 * connections: a {@code Session} tells HTTP from SOCKS 5, {@code Exchanges} reads requests, {@code
 * Tunnel} looks at what tunnels begin with, and all pass the {@code Gate}, which judges by name,
 * looks the name up, judges the addresses, tells the {@link dev.pinfold.egress.EgressLog}, counts,
 * and dials the very addresses that it judged.
 *
 * <p>Not here: how a pen keeps its processes from every other way ({@code sandbox}), and what
 * becomes of the events ({@code run}).
 */
@NullMarked
package dev.pinfold.egress;

import org.jspecify.annotations.NullMarked;
