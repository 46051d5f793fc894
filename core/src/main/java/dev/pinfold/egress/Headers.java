package dev.pinfold.egress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The header fields of a message, in their order. */
record Headers(List<Header> fields) {
  /** RFC 9110 7.6.1 and what older proxies take; none of them is for the next server. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "content-length");

  Headers {
    fields = List.copyOf(fields);
  }

  List<String> all(String name) {
    return fields.stream().filter(field -> field.is(name)).map(Header::value).toList();
  }

  /**
   * @throws MalformedException if there are two
   */
  Optional<String> single(String name) throws MalformedException {
    List<String> values = all(name);
    if (values.size() > 1) {
      throw new MalformedException("more than one " + name);
    }
    return values.stream().findFirst();
  }

  /** Whether the comma-separated list {@code name} has {@code token}. */
  boolean lists(String name, String token) {
    return tokens(name).contains(token);
  }

  private Set<String> tokens(String name) {
    return all(name).stream()
        .flatMap(value -> Arrays.stream(value.split(",")))
        .map(token -> token.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What is for the next server: without the fields of this connection, and what they name. */
  Headers endToEnd() {
    Set<String> named = tokens("connection");
    return without(
        field -> {
          String name = field.name().toLowerCase(Locale.ROOT);
          return HOP_BY_HOP.contains(name) || named.contains(name);
        });
  }

  Headers without(Predicate<Header> dropped) {
    return new Headers(fields.stream().filter(dropped.negate()).toList());
  }

  Headers with(String name, String value) {
    List<Header> more = new ArrayList<>(fields);
    more.add(new Header(name, value));
    return new Headers(more);
  }

  Headers replaced(String name, String value) {
    return without(field -> field.is(name)).with(name, value);
  }
}
