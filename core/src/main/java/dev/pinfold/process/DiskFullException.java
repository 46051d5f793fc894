package dev.pinfold.process;

import java.io.IOException;

/** There is less free disk space than a run has to leave; nothing was run. */
public final class DiskFullException extends IOException {
  private static final long serialVersionUID = 1;

  DiskFullException(DiskFloor.Low low) {
    super(
        "nothing was run: only "
            + ByteSize.text(low.freeBytes())
            + " are free on the file system of "
            + low.path()
            + ", and a run has to leave "
            + ByteSize.text(low.floorBytes()));
  }

  /** What to do about it. */
  public String hint() {
    return "Make room there, or set another floor: --min-free-disk 500M; 0 switches it off.";
  }
}
