package dev.pinfold.egress;

import java.net.InetSocketAddress;
import java.time.Instant;

/**
 * One attempt of a run to reach something.
 *
 * @param id the same for what was judged and its end; counts from 1 in a run
 * @param client the address that the run's process connected from
 * @param bytesOut carried from the run, without the proxy's own protocol
 * @param bytesIn carried to the run
 */
public record EgressEvent(
    long id,
    Instant at,
    InetSocketAddress client,
    Attempt attempt,
    Verdict verdict,
    long bytesOut,
    long bytesIn) {}
