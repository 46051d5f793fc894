package dev.pinfold.journal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * The reason of an I/O error in words: the exceptions of {@code java.nio.file} often carry only a
 * path.
 */
final class Reason {
  private Reason() {}

  static String of(IOException error) {
    return switch (error) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or directory";
      case FileAlreadyExistsException _ -> "something is there already";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> String.valueOf(error.getMessage());
    };
  }
}
