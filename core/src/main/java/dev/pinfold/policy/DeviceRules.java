package dev.pinfold.policy;

import java.util.List;
import java.util.Set;

/** Making file systems, changing partitions, erasing disks. */
final class DeviceRules implements RuleSet {
  private static final Set<String> PARTITIONERS =
      Set.of(
          "fdisk",
          "sfdisk",
          "cfdisk",
          "gdisk",
          "sgdisk",
          "cgdisk",
          "parted",
          "partx",
          "delpart",
          "addpart",
          "resizepart");

  private static final Set<String> VOLUMES =
      Set.of(
          "pvcreate",
          "pvremove",
          "vgremove",
          "vgreduce",
          "lvremove",
          "vgcreate",
          "lvreduce",
          "pvmove",
          "pvresize",
          "lvresize");

  private static final Set<String> REPAIR =
      Set.of("badblocks", "tune2fs", "resize2fs", "e2fsck", "fsck", "xfs_repair", "ntfsresize");

  @Override
  public void judge(Subject subject) {
    String name = subject.name();
    if (name.equals("dd")) {
      return;
    }
    if (makesFileSystem(name)) {
      makeFileSystem(subject);
    } else if (PARTITIONERS.contains(name)) {
      partition(subject);
    } else if (VOLUMES.contains(name) || name.equals("blkdiscard")) {
      unlessHelp(subject);
    } else if (name.equals("wipefs")) {
      if (subject.hasAny("-a", "-o", "-f") && !subject.has("-n")) {
        subject.report("floor.device.format");
      }
    } else if (name.equals("debugfs")) {
      if (subject.arguments().stream().anyMatch(word -> word.value().matches("-[a-zA-Z]*w.*"))) {
        subject.report("floor.device.write");
      }
    } else {
      other(subject, name);
    }
  }

  private static boolean makesFileSystem(String name) {
    return name.startsWith("mkfs.")
        || name.equals("mkfs")
        || name.startsWith("newfs")
        || Set.of("mke2fs", "mkswap", "mkntfs", "mkexfatfs", "mkdosfs", "mkudffs", "mkreiserfs")
            .contains(name);
  }

  /** A file system in a file of the run's own is harmless. */
  private static void makeFileSystem(Subject subject) {
    List<Argument> operands = subject.operands();
    if (subject.invocation() == null) {
      subject.report("floor.device.format");
      return;
    }
    for (int i = 0; i < operands.size(); i++) {
      Place place = subject.place(operands.get(i));
      if (!operands.get(i).value().matches("[0-9]+[kKmMgG]?")
          && !place.belongsToRun()
          && !(subject.name().matches("mke2fs|mkfs.ext[234]") && subject.has("-n"))) {
        subject.report("floor.device.format", operands.get(i));
        return;
      }
    }
  }

  private static void partition(Subject subject) {
    List<Argument> operands = subject.operands();
    boolean reads =
        subject.hasAny(
                "-l", "-V", "-d", "-p", "-i", "-s", "-L", "-h", "--verify", "--list-types", "-n")
            || operands.isEmpty()
            || operands.stream()
                .skip(1)
                .anyMatch(word -> word.value().equals("print") || word.value().equals("help"));
    boolean ownFile = !operands.isEmpty() && subject.place(operands.getFirst()).belongsToRun();
    if (!reads && !ownFile) {
      subject.report("floor.device.format", operands.getFirst());
    }
  }

  private static void unlessHelp(Subject subject) {
    if (!subject.arguments().isEmpty()
        && subject.arguments().stream()
            .noneMatch(word -> word.value().matches("--help|--version|-h|-V|-t|--test"))) {
      subject.report("floor.device.format");
    }
  }

  private static void other(Subject subject, String name) {
    List<String> words = subject.values();
    String first = words.isEmpty() ? "" : words.getFirst();
    boolean destroys =
        switch (name) {
          case "hdparm" ->
              words.stream()
                  .anyMatch(
                      word ->
                          word.matches(
                              "--(security-.*|trim-sector-ranges.*|write-sector|make-bad-sector|please-destroy-my-drive|dco-restore|yes-i-know.*)"));
          case "nvme" ->
              Set.of("format", "sanitize", "delete-ns", "write-zeroes", "write", "dsm", "fw-commit")
                  .contains(first);
          case "cryptsetup" ->
              words.stream()
                  .anyMatch(
                      word ->
                          Set.of(
                                  "luksFormat",
                                  "erase",
                                  "luksErase",
                                  "luksKillSlot",
                                  "luksRemoveKey",
                                  "reencrypt")
                              .contains(word));
          case "mdadm" ->
              words.stream()
                  .anyMatch(
                      word ->
                          Set.of(
                                  "--zero-superblock",
                                  "--create",
                                  "-C",
                                  "--stop",
                                  "-S",
                                  "--remove",
                                  "-r",
                                  "--fail",
                                  "-f")
                              .contains(word));
          case "zpool", "zfs" ->
              Set.of("destroy", "create", "labelclear", "rollback").contains(first);
          case "btrfs" -> words.contains("delete") || words.contains("replace");
          case "dmsetup" -> Set.of("remove", "remove_all", "wipe_table", "create").contains(first);
          case "diskutil" ->
              words.stream()
                  .anyMatch(
                      word ->
                          word.matches(
                              "(?i)erase.*|partitionDisk|secureErase|zeroDisk|randomDisk|reformat"));
          case "flashrom", "flash_erase", "flashcp", "nandwrite" -> !words.isEmpty();
          default -> REPAIR.contains(name) && repairs(words);
        };
    if (destroys) {
      subject.report("floor.device.format");
    }
  }

  private static boolean repairs(List<String> words) {
    return words.stream().anyMatch(word -> word.startsWith("/dev/"))
        && words.stream().noneMatch(word -> word.matches("-n|-l|-V|--help|-N"));
  }
}
