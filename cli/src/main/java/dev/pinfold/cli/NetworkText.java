package dev.pinfold.cli;

import dev.pinfold.process.ByteSize;
import dev.pinfold.run.NetworkReport;
import dev.pinfold.run.NetworkUse;
import java.io.IOException;
import java.util.List;

/** What a person is told about what a run reached. */
final class NetworkText {
  private final Terminal terminal;

  NetworkText(Terminal terminal) {
    this.terminal = terminal;
  }

  /** What was refused is told as the denials are. */
  void tell(NetworkReport report) throws IOException {
    List<NetworkUse> allowed = report.allowed();
    if (!allowed.isEmpty()) {
      terminal.say("network: " + sum(allowed), "");
    }
    for (String word : report.unseen()) {
      terminal.say(
          "network: " + word + " was kept to its hosts only: TLS hides the requests",
          "--intercept HOST lets the proxy look into them, for this run.");
    }
    if (report.notListed() > 0) {
      terminal.say("network: " + report.notListed() + " more attempts, counted and not listed", "");
    }
  }

  /** {@code 3 connections to 2 hosts, 4 KiB out, 1.2 MiB in}. */
  private static String sum(List<NetworkUse> allowed) {
    long count = allowed.stream().mapToLong(NetworkUse::count).sum();
    long hosts = allowed.stream().map(use -> use.attempt().target()).distinct().count();
    return count
        + (count == 1 ? " connection to " : " connections to ")
        + (hosts == 1 ? Printable.line(allowed.getFirst().attempt().target()) : hosts + " hosts")
        + ", "
        + ByteSize.text(allowed.stream().mapToLong(NetworkUse::bytesOut).sum())
        + " out, "
        + ByteSize.text(allowed.stream().mapToLong(NetworkUse::bytesIn).sum())
        + " in";
  }
}
