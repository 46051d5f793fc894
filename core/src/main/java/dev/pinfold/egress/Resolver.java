package dev.pinfold.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. Asked only after the name was allowed. Safe for many threads. */
@FunctionalInterface
public interface Resolver {
  /**
   * The addresses of {@code name}, in the order in which they are tried.
   *
   * @return at least one address
   * @throws UnknownHostException if the name has none
   */
  List<InetAddress> resolve(String name) throws UnknownHostException;

  /** The machine's own look-up, as other programs of the user have it. */
  static Resolver system() {
    return name -> List.of(InetAddress.getAllByName(name));
  }
}
