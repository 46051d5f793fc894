package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a TLS client says in clear before anything else (RFC 8446 4.1.2).
 *
 * @param serverName the name that it asks for (RFC 6066 3)
 * @param encrypted whether another hello may be hidden in it (RFC 9849), which can name another
 *     host
 */
record ClientHello(Optional<String> serverName, boolean encrypted) {
  static final int HANDSHAKE_RECORD = 22;
  private static final int RECORD_HEADER = 5;
  private static final int CLIENT_HELLO = 1;
  private static final int LONGEST = 18 * 1024;
  private static final int RANDOM = 32;
  private static final int EXTENSION_SERVER_NAME = 0;
  private static final int EXTENSION_ENCRYPTED_HELLO = 0xFE0D;

  /** Looks at what {@code wire} begins with, and takes nothing of it. */
  static ClientHello peek(Wire wire) throws IOException, MalformedException {
    try {
      return parse(ByteBuffer.wrap(handshake(wire)));
    } catch (BufferUnderflowException | IllegalArgumentException _) {
      throw new MalformedException("a TLS hello that ends too early");
    }
  }

  /** The message's body, put together from its records. */
  private static byte[] handshake(Wire wire) throws IOException, MalformedException {
    var message = new ByteArrayOutputStream();
    int seen = 0;
    while (true) {
      byte[] bytes = wire.peek(seen + RECORD_HEADER);
      if (bytes.length < seen + RECORD_HEADER
          || bytes[seen] != HANDSHAKE_RECORD
          || bytes[seen + 1] != 3) {
        throw new MalformedException("something that begins as TLS and is not");
      }
      int length = (bytes[seen + 3] & 0xFF) << 8 | (bytes[seen + 4] & 0xFF);
      seen += RECORD_HEADER + length;
      if (length == 0 || seen > LONGEST) {
        throw new MalformedException(
            "a TLS hello of more than " + LONGEST + " bytes, or an empty part");
      }
      bytes = wire.peek(seen);
      if (bytes.length < seen) {
        throw new MalformedException("a TLS hello that ends too early");
      }
      message.write(bytes, seen - length, length);
      byte[] whole = message.toByteArray();
      if (whole.length >= 4) {
        int body = (whole[1] & 0xFF) << 16 | (whole[2] & 0xFF) << 8 | (whole[3] & 0xFF);
        if (whole[0] != CLIENT_HELLO || body > LONGEST) {
          throw new MalformedException(
              "a TLS connection that does not begin with a client's hello");
        }
        if (whole.length >= 4 + body) {
          return Arrays.copyOfRange(whole, 4, 4 + body);
        }
      }
    }
  }

  private static ClientHello parse(ByteBuffer hello) throws MalformedException {
    skip(hello, 2 + RANDOM);
    skip(hello, hello.get() & 0xFF); // session
    skip(hello, hello.getShort() & 0xFFFF); // cipher suites
    skip(hello, hello.get() & 0xFF); // compressions
    Optional<String> name = Optional.empty();
    boolean encrypted = false;
    if (hello.hasRemaining()) {
      ByteBuffer extensions = slice(hello, hello.getShort() & 0xFFFF);
      while (extensions.hasRemaining()) {
        int type = extensions.getShort() & 0xFFFF;
        ByteBuffer content = slice(extensions, extensions.getShort() & 0xFFFF);
        encrypted |= type == EXTENSION_ENCRYPTED_HELLO;
        if (type == EXTENSION_SERVER_NAME) {
          if (name.isPresent()) {
            throw new MalformedException("a TLS hello with two server names");
          }
          name = Optional.of(serverName(content));
        }
      }
    }
    return new ClientHello(name, encrypted);
  }

  private static String serverName(ByteBuffer content) throws MalformedException {
    ByteBuffer list = slice(content, content.getShort() & 0xFFFF);
    int type = list.get();
    byte[] name = new byte[list.getShort() & 0xFFFF];
    list.get(name);
    if (type != 0 || list.hasRemaining()) {
      throw new MalformedException("a TLS hello with more than one server name");
    }
    return new String(name, ISO_8859_1);
  }

  private static void skip(ByteBuffer buffer, int count) {
    buffer.position(buffer.position() + count);
  }

  private static ByteBuffer slice(ByteBuffer buffer, int length) {
    ByteBuffer part = buffer.slice(buffer.position(), length);
    skip(buffer, length);
    return part;
  }
}
