package dev.pinfold.policy;

import dev.pinfold.policy.TomlValue.Items;
import dev.pinfold.policy.TomlValue.Table;
import dev.pinfold.policy.TomlValue.Table.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads <a href="https://toml.io/en/v1.0.0">TOML 1.0</a> in linear time, as far as policy files
 * need it: no fractions, no times of day, numbers in decimal only; what is left out is an error
 * that says so.
 *
 * <p>By hand, because the library that was here takes 16 seconds for 2,000 blank lines, and a
 * repository's policy comes from whoever can commit there (ADR 0012).
 */
final class TomlReader {
  /** Tables in lists in tables: deeper than any policy file, far from the stack's end. */
  private static final int MAX_DEPTH = 32;

  private final TomlScanner in;
  private final Table root = new Table(Origin.HEADER, 1);
  private Table current = root;

  private TomlReader(String text) {
    this.in = new TomlScanner(text);
  }

  /** Reads a whole document. */
  static Table read(String text) throws TomlSyntaxException {
    TomlReader reader = new TomlReader(text);
    reader.document();
    return reader.root;
  }

  private void document() throws TomlSyntaxException {
    for (in.skipLines(); !in.atEnd(); in.skipLines()) {
      if (in.take("[[")) {
        current = element(header("]]"));
      } else if (in.take("[")) {
        current = table(header("]"));
      } else {
        pair(current);
      }
      in.endLine();
    }
  }

  private List<String> header(String close) throws TomlSyntaxException {
    List<String> path = keys();
    in.expect(close, "to end the header");
    return path;
  }

  private List<String> keys() throws TomlSyntaxException {
    List<String> path = new ArrayList<>();
    do {
      in.skipBlanks();
      path.add(in.key());
      in.skipBlanks();
    } while (in.take("."));
    if (path.size() > MAX_DEPTH) {
      throw in.wrong("tables are nested deeper than " + MAX_DEPTH);
    }
    return path;
  }

  /** {@code [a.b.c]} */
  private Table table(List<String> path) throws TomlSyntaxException {
    Table parent = parent(path);
    TomlValue known = parent.values().get(path.getLast());
    if (known == null) {
      Table made = new Table(Origin.HEADER, in.line());
      parent.values().put(path.getLast(), made);
      return made;
    }
    if (known instanceof Table table && table.origin() == Origin.IMPLICIT) {
      table.close(Origin.HEADER);
      return table;
    }
    throw twice(path, known);
  }

  /** {@code [[a.b.c]]} */
  private Table element(List<String> path) throws TomlSyntaxException {
    Table parent = parent(path);
    TomlValue known =
        parent.values().computeIfAbsent(path.getLast(), _ -> Items.ofTables(in.line()));
    if (!(known instanceof Items items) || !items.tables()) {
      throw twice(path, known);
    }
    Table made = new Table(Origin.HEADER, in.line());
    items.items().add(made);
    return made;
  }

  /** The table in which the last part of a header's path is named. */
  private Table parent(List<String> path) throws TomlSyntaxException {
    Table table = root;
    for (String part : path.subList(0, path.size() - 1)) {
      TomlValue next =
          table.values().computeIfAbsent(part, _ -> new Table(Origin.IMPLICIT, in.line()));
      if (next instanceof Items items && items.tables()) {
        next = items.items().getLast();
      }
      if (!(next instanceof Table below) || below.origin() == Origin.INLINE) {
        throw twice(path, next);
      }
      table = below;
    }
    return table;
  }

  private TomlSyntaxException twice(List<String> path, TomlValue known) {
    return in.wrong(
        "'"
            + String.join(".", path)
            + "' is "
            + known.kind()
            + " already, from line "
            + known.line());
  }

  /** {@code a.b = value} */
  private void pair(Table table) throws TomlSyntaxException {
    pair(table, 0);
  }

  private void pair(Table start, int depth) throws TomlSyntaxException {
    List<String> path = keys();
    in.expect("=", "after the key " + String.join(".", path));
    in.skipBlanks();
    Table table = start;
    for (String part : path.subList(0, path.size() - 1)) {
      TomlValue next =
          table.values().computeIfAbsent(part, _ -> new Table(Origin.DOTTED, in.line()));
      if (!(next instanceof Table below) || below.origin() != Origin.DOTTED) {
        throw twice(path, next);
      }
      table = below;
    }
    TomlValue known = table.values().get(path.getLast());
    if (known != null) {
      throw twice(path, known);
    }
    table.values().put(path.getLast(), value(depth + path.size()));
  }

  private TomlValue value(int depth) throws TomlSyntaxException {
    if (depth > MAX_DEPTH) {
      throw in.wrong("values are nested deeper than " + MAX_DEPTH);
    }
    int line = in.line();
    if (in.take("[")) {
      return items(line, depth);
    }
    if (in.take("{")) {
      return inline(line, depth);
    }
    return in.scalar();
  }

  private Items items(int line, int depth) throws TomlSyntaxException {
    List<TomlValue> items = new ArrayList<>();
    in.skipLines();
    while (!in.take("]")) {
      items.add(value(depth + 1));
      in.skipLines();
      if (!in.take(",")) {
        in.expect("]", "or a comma in the list that starts in line " + line);
        break;
      }
      in.skipLines();
    }
    return new Items(items, false, line);
  }

  private Table inline(int line, int depth) throws TomlSyntaxException {
    Table table = new Table(Origin.DOTTED, line);
    in.skipBlanks();
    if (!in.take("}")) {
      do {
        pair(table, depth + 1);
        in.skipBlanks();
      } while (in.take(","));
      in.expect("}", "or a comma in the table that starts in line " + line);
    }
    complete(table);
    return table;
  }

  /** Nothing may be added to an inline table, nor to those that its dotted keys made. */
  private static void complete(Table table) {
    table.close(Origin.INLINE);
    for (TomlValue value : table.values().values()) {
      if (value instanceof Table below && below.origin() == Origin.DOTTED) {
        complete(below);
      }
    }
  }
}
