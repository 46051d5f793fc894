package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;

/**
 * The server's side of SOCKS 5 (RFC 1928), for TCP connections, with user and password (RFC 1929).
 */
final class Socks5 {
  static final int VERSION = 5;
  private static final int NO_AUTHENTICATION = 0;
  private static final int USER_AND_PASSWORD = 2;
  private static final int NO_METHOD = 0xFF;
  private static final int CONNECT = 1;
  private static final int IPV4 = 1;
  private static final int NAME = 3;
  private static final int IPV6 = 4;

  /** RFC 1928 6. */
  enum Reply {
    SUCCEEDED(0),
    NOT_ALLOWED(2),
    HOST_UNREACHABLE(4),
    COMMAND_UNKNOWN(7);

    private final int code;

    Reply(int code) {
      this.code = code;
    }
  }

  private final Wire in;
  private final OutputStream out;
  private final ProxyToken token;

  Socks5(Connection client, ProxyToken token) {
    in = client.in();
    out = client.out();
    this.token = token;
  }

  /**
   * The client's wish.
   *
   * @throws MalformedException if it is not let in, or wants what is none of a TCP connection's; it
   *     has been told
   */
  HostPort target() throws IOException, MalformedException {
    if (in.readByte() != VERSION) {
      throw new MalformedException("SOCKS of another version than 5");
    }
    authenticate(in.readByte());
    if (in.readByte() != VERSION) {
      throw new MalformedException("a SOCKS request of another version than 5");
    }
    int command = in.readByte();
    in.readByte(); // reserved
    int type = in.readByte();
    String host =
        switch (type) {
          case IPV4 -> InetAddress.getByAddress(bytes(4)).getHostAddress();
          case IPV6 -> "[" + InetAddress.getByAddress(bytes(16)).getHostAddress() + "]";
          case NAME -> new String(bytes(in.readByte()), ISO_8859_1);
          default -> "";
        };
    int port = in.readByte() << 8 | in.readByte();
    if (command != CONNECT) {
      reply(Reply.COMMAND_UNKNOWN);
      throw new MalformedException("a SOCKS command other than CONNECT");
    }
    return target(type, host, port);
  }

  private HostPort target(int type, String host, int port) throws IOException, MalformedException {
    try {
      if (port == 0) {
        throw new EgressSyntaxException("0 is no port");
      }
      // A mapped address comes as IPv4 from the JDK; brackets would not fit it.
      boolean ipv4 = type == IPV6 && host.indexOf(':') < 0;
      return new HostPort(Host.parse(ipv4 ? host.substring(1, host.length() - 1) : host), port);
    } catch (EgressSyntaxException e) {
      reply(Reply.NOT_ALLOWED);
      throw new MalformedException(e.getMessage());
    }
  }

  private void authenticate(int methods) throws IOException, MalformedException {
    byte[] offered = bytes(methods);
    if (offers(offered, USER_AND_PASSWORD)) {
      out.write(new byte[] {VERSION, USER_AND_PASSWORD});
      in.readByte(); // version of the negotiation
      String user = new String(bytes(in.readByte()), ISO_8859_1);
      String password = new String(bytes(in.readByte()), ISO_8859_1);
      boolean fits = token.fits(user, password);
      out.write(new byte[] {1, (byte) (fits ? 0 : 1)});
      if (!fits) {
        throw new MalformedException(Session.WRONG_TOKEN);
      }
    } else if (!token.required() && offers(offered, NO_AUTHENTICATION)) {
      out.write(new byte[] {VERSION, NO_AUTHENTICATION});
    } else {
      out.write(new byte[] {VERSION, (byte) NO_METHOD});
      throw new MalformedException(Session.WRONG_TOKEN);
    }
  }

  private static boolean offers(byte[] methods, int method) {
    for (byte offered : methods) {
      if (offered == method) {
        return true;
      }
    }
    return false;
  }

  /** With no address: clients have no use for the proxy's. */
  void reply(Reply reply) throws IOException {
    out.write(new byte[] {VERSION, (byte) reply.code, 0, IPV4, 0, 0, 0, 0, 0, 0});
  }

  private byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) in.readByte();
    }
    return bytes;
  }
}
