package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import java.nio.charset.StandardCharsets;

/**
 * A hostile process: exchanges two names of a folder as fast as it can until its standard input
 * ends, then says how often.
 */
public final class Swapper {
  /** linux/fs.h. */
  private static final int RENAME_EXCHANGE = 2;

  private Swapper() {}

  /** Folder, then names in pairs. */
  public static void main(String[] args) throws Exception {
    long swaps = 0;
    try (Directory folder = Directory.open(args[0])) {
      System.out.println("ready");
      while (System.in.available() == 0) {
        for (int i = 0; i < 200; i++) {
          for (int pair = 1; pair < args.length; pair += 2) {
            if (folder.rename(args[pair], folder, args[pair + 1], RENAME_EXCHANGE) >= 0) {
              swaps++;
            }
          }
        }
      }
    }
    System.out.write((swaps + "\n").getBytes(StandardCharsets.US_ASCII));
    System.out.flush();
  }
}
