package dev.pinfold.egress;

/** Undoes one way of writing bytes by others, byte by byte; for one thread. */
abstract sealed class Escapes {
  private long start;
  private int inside;
  private int value;

  /** Where the last byte's writing began. */
  final long start() {
    return start;
  }

  /** The byte that ends here; -1 inside an escape. */
  abstract int read(int raw, long offset);

  private static int hex(int raw) {
    return Character.digit(raw, 16);
  }

  /** Bytes as they are. */
  static final class None extends Escapes {
    @Override
    int read(int raw, long offset) {
      super.start = offset;
      return raw;
    }
  }

  /** RFC 3986 2.1. */
  static final class Percent extends Escapes {
    @Override
    int read(int raw, long offset) {
      if (super.inside > 0 && hex(raw) >= 0) {
        super.value = super.value << 4 | hex(raw);
        super.inside = super.inside == 2 ? 0 : 2;
        return super.inside == 0 ? super.value : -1;
      }
      super.start = offset;
      super.value = 0;
      super.inside = raw == '%' ? 1 : 0;
      return super.inside == 0 ? raw : -1;
    }
  }

  /** RFC 8259 7: a backslash and a character, or u and four digits. */
  static final class Json extends Escapes {
    private static final int AFTER_BACKSLASH = 1;
    private static final int LAST_DIGIT = 5;

    @Override
    int read(int raw, long offset) {
      if (super.inside == AFTER_BACKSLASH) {
        super.inside = raw == 'u' ? 2 : 0;
        return raw == 'u' ? -1 : plain(raw);
      }
      if (super.inside > AFTER_BACKSLASH && hex(raw) >= 0) {
        super.value = super.value << 4 | hex(raw);
        super.inside = super.inside == LAST_DIGIT ? 0 : super.inside + 1;
        return super.inside == 0 ? super.value & 0xFF : -1;
      }
      super.start = offset;
      super.value = 0;
      super.inside = raw == '\\' ? AFTER_BACKSLASH : 0;
      return super.inside == 0 ? raw : -1;
    }

    /** Line ends and tabs are blanks here, as everywhere. */
    private static int plain(int raw) {
      return raw == 'n' || raw == 'r' || raw == 't' ? ' ' : raw;
    }
  }
}
