package dev.pinfold.protect;

/**
 * A file that a run wrote, and that something outside runs or trusts later.
 *
 * @param workspace the folder, canonical
 * @param path relative to it
 * @param isNew whether it was not there before; false too for what was not looked at before
 * @param bytesBefore its size before the run; -1 when not known, or not there
 * @param bytesAfter its size after it
 * @param reason who runs it
 */
public record WillRun(
    String workspace,
    String path,
    boolean isNew,
    long bytesBefore,
    long bytesAfter,
    String reason) {}
