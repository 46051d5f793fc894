package dev.pinfold.sandbox;

import dev.pinfold.linux.FileStatus;

/**
 * A grant that names something, as it was looked up when the pen was built.
 *
 * @param named the path as it was granted; links in it were followed
 * @param path the canonical path
 * @param access what may be done there
 * @param origin who asked for it
 * @param status which inode it is
 */
record Opening(String named, String path, Access access, Grant.Origin origin, FileStatus status) {
  /** The same for a file in it. */
  Opening at(String file) {
    return new Opening(file, file, access, origin, status);
  }
}
