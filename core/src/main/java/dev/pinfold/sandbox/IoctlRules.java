package dev.pinfold.sandbox;

import static dev.pinfold.linux.SeccompFilter.Action.ALLOW;
import static dev.pinfold.sandbox.SyscallRules.when;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.SeccompFilter.Action;
import dev.pinfold.linux.SeccompFilter.Case;
import dev.pinfold.linux.SeccompFilter.Rule;
import dev.pinfold.linux.SeccompFilter.Test;
import dev.pinfold.linux.Sys;
import java.util.ArrayList;
import java.util.List;

/** Which requests of ioctl(2) a pen refuses. */
final class IoctlRules {
  private static final Action EPERM = Action.fail(Errno.EPERM);

  /**
   * Snapshots and subvolumes; linux/btrfs.h. Cloning of file contents has numbers of this family
   * too.
   */
  private static final int BTRFS_FAMILY = 0x94;

  private IoctlRules() {}

  /**
   * Typing into the user's terminal; signals by ownership of a socket; and every request of the
   * file systems' own families, which change flags, versions and encryption of a file that is only
   * open for reading, but for those that only look.
   */
  static Rule rule() {
    List<Case> cases = new ArrayList<>();
    int fsIocGetflags = 0x8008_6601;
    int fsIocGetversion = 0x8008_7601;
    int fsIocFiemap = 0xC020_660B;
    int fsIocFsgetxattr = 0x801C_581F;
    int ficlone = 0x4004_9409;
    int ficlonerange = 0x4020_940D;
    int fideduperange = 0xC018_9436;
    int fsIocGetfslabel = 0x8100_9431;
    for (int request :
        List.of(
            fsIocGetflags,
            fsIocGetversion,
            fsIocFiemap,
            fsIocFsgetxattr,
            ficlone,
            ficlonerange,
            fideduperange,
            fsIocGetfslabel)) {
      cases.add(when(ALLOW, Test.equal(1, request)));
    }
    int requestFamily = 0xFF00;
    for (int family : List.of((int) 'f', (int) 'v', (int) 'X', BTRFS_FAMILY)) {
      cases.add(when(EPERM, Test.masked(1, requestFamily, family << 8)));
    }
    int tiocsti = 0x5412;
    int tioclinux = 0x541C;
    int fiosetown = 0x8901;
    int siocspgrp = 0x8902;
    int fatSetAttributes = 0x4004_7211;
    for (int request : List.of(tiocsti, tioclinux, fiosetown, siocspgrp, fatSetAttributes)) {
      cases.add(when(EPERM, Test.equal(1, request)));
    }
    return new Rule(Sys.IOCTL, cases, ALLOW);
  }
}
