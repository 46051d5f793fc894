package dev.pinfold.egress;

/**
 * What of a request purpose rules look at.
 *
 * @param path from the slash on, as it was sent
 * @param query after the question mark; empty if there is none
 */
record RequestLine(String method, String path, String query) {
  static RequestLine of(String method, String pathAndQuery) {
    int mark = pathAndQuery.indexOf('?');
    return mark < 0
        ? new RequestLine(method, pathAndQuery, "")
        : new RequestLine(
            method, pathAndQuery.substring(0, mark), pathAndQuery.substring(mark + 1));
  }
}
