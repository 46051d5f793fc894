package dev.pinfold.policy;

import java.util.List;

/**
 * Judges what is done to files and directories of Windows, relative to the directory that the text
 * has moved to.
 */
final class WindowsItems {
  private final Verdicts verdicts;
  private final WindowsPrograms programs;
  private boolean outside;

  WindowsItems(Verdicts verdicts, WindowsPrograms programs) {
    this.verdicts = verdicts;
    this.programs = programs;
  }

  /** The same, in the same directory, for a text of its own. */
  WindowsItems copy() {
    WindowsItems copy = new WindowsItems(verdicts, programs);
    copy.outside = outside;
    return copy;
  }

  /** Moves to a directory; from an unknown one anything may be deleted. */
  void enter(Argument directory) {
    outside |= directory.isUnknown() || WindowsPath.isOutside(directory.value());
  }

  void delete(Argument path) {
    if (path.isUnknown() && !WindowsPath.isOutside(path.value())) {
      verdicts.add("floor.delete.unknown", path.span(), path.display());
    } else if (outside || WindowsPath.isOutside(path.value())) {
      verdicts.add("floor.delete.outside", path.span(), path.display());
    } else if (WindowsPath.isHere(path.value())) {
      verdicts.add("floor.delete.workspace", path.span(), path.display());
    }
  }

  void moveAway(Argument path) {
    if (WindowsPath.isOutside(path.value())) {
      verdicts.add("floor.move.outside", path.span(), path.display());
    }
  }

  void write(Argument target) {
    if (WindowsPath.isDevice(target.value())) {
      verdicts.add("floor.device.write", target.span(), target.display());
    } else if (WindowsPath.isSystem(target.value())) {
      verdicts.add("floor.write.system", target.span(), target.display());
    }
    programs.credentials(List.of(target));
  }

  void read(Argument path) {
    programs.credentials(List.of(path));
  }
}
