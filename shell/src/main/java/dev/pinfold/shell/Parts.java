package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Collects the parts of a word; neighbouring characters become one literal. */
final class Parts {
  private final Cursor cursor;
  private final List<WordPart> parts = new ArrayList<>(2);
  private final StringBuilder text = new StringBuilder();
  private int textStart;
  private int textEnd;
  private boolean braced;
  private final BitSet structure = new BitSet(0);

  Parts(Cursor cursor) {
    this.cursor = cursor;
  }

  /** Consumes the character at the cursor as a literal. */
  void take() {
    if (text.isEmpty()) {
      textStart = cursor.pos();
    }
    text.append((char) cursor.peek());
    cursor.next();
    textEnd = cursor.lastEnd();
  }

  /** Consumes a brace or a comma that may belong to a brace expansion. */
  void takeStructure() {
    braced |= cursor.at('{');
    if (!braced) {
      take();
      return;
    }
    flush();
    structure.set(parts.size());
    take();
    flush();
  }

  boolean isEmpty() {
    return parts.isEmpty() && text.isEmpty();
  }

  void add(WordPart part) {
    flush();
    parts.add(part);
  }

  void addAll(List<WordPart> more) {
    flush();
    parts.addAll(more);
  }

  private void flush() {
    if (!text.isEmpty()) {
      parts.add(new WordPart.Literal(cursor.span(textStart, textEnd), text.toString()));
      text.setLength(0);
    }
  }

  /** The parts, with brace expansions folded. */
  List<WordPart> finish() {
    flush();
    return structure.isEmpty() ? parts : BracePairs.fold(parts, structure);
  }
}
