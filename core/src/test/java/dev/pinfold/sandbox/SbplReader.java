package dev.pinfold.sandbox;

import dev.pinfold.linux.NativeString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads profiles as TinyScheme does, which is what Seatbelt reads them with: lists, atoms, strings
 * with its escapes, comments. What it can't read is an error, so a path that broke out of its
 * string shows.
 */
final class SbplReader {
  /** A node of a profile. */
  sealed interface Node {
    record Form(List<Node> nodes) implements Node {}

    record Atom(String name) implements Node {}

    record Text(String value) implements Node {}
  }

  private final byte[] bytes;
  private int at;

  private SbplReader(String profile) {
    bytes = profile.getBytes(StandardCharsets.UTF_8);
  }

  /** The forms at the top, in their order. */
  static List<Node> read(String profile) {
    SbplReader reader = new SbplReader(profile);
    List<Node> forms = new ArrayList<>();
    while (reader.skip()) {
      forms.add(reader.node());
    }
    return forms;
  }

  /** Blanks and comments; whether anything follows. */
  private boolean skip() {
    while (at < bytes.length) {
      if (bytes[at] == ';') {
        while (at < bytes.length && bytes[at] != '\n') {
          at++;
        }
      } else if (Character.isWhitespace(bytes[at])) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private Node node() {
    return switch (bytes[at]) {
      case '(' -> form();
      case '"' -> text();
      case ')' -> throw new IllegalArgumentException("a bracket too many at " + at);
      default -> atom();
    };
  }

  private Node form() {
    at++;
    List<Node> nodes = new ArrayList<>();
    while (skip() && bytes[at] != ')') {
      nodes.add(node());
    }
    if (at == bytes.length) {
      throw new IllegalArgumentException("a form without an end");
    }
    at++;
    return new Node.Form(nodes);
  }

  private Node atom() {
    int start = at;
    while (at < bytes.length && "()\";".indexOf(bytes[at]) < 0 && bytes[at] > ' ') {
      at++;
    }
    String name = new String(bytes, start, at - start, StandardCharsets.UTF_8);
    if (!name.matches("[a-z0-9*-]+")) {
      throw new IllegalArgumentException("no name: " + name);
    }
    return new Node.Atom(name);
  }

  private Node text() {
    var value = new ByteArrayOutputStream();
    for (at++; bytes[at] != '"'; at++) {
      if (bytes[at] == '\\') {
        at++;
        if (bytes[at] == 'x') {
          value.write(
              Integer.parseInt(new String(bytes, at + 1, 2, StandardCharsets.US_ASCII), 16));
          at += 2;
        } else {
          value.write(bytes[at]);
        }
      } else {
        value.write(bytes[at]);
      }
    }
    at++;
    return new Node.Text(NativeString.decode(value.toByteArray()));
  }
}
