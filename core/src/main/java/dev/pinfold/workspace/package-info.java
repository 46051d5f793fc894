/**
 * The folder that a run may change: what can be one and its canonical name ({@link
 * dev.pinfold.workspace.Workspace}), and tools for the files in it ({@link
 * dev.pinfold.workspace.FileTools}).
 *
 * <p>A path that a caller names is cleaned by its text ({@link
 * dev.pinfold.workspace.WorkspacePath}), opened beneath the workspace's descriptor ({@link
 * dev.pinfold.workspace.Tree}), judged where it really is ({@link dev.pinfold.workspace.FileRules})
 * and changed in the very folder that was opened ({@link dev.pinfold.workspace.Place}, {@link
 * dev.pinfold.workspace.Replacement}).
 *
 * <p>Knows nothing of policy, protected files and sandbox: {@code dev.pinfold.run} puts their rules
 * in.
 */
@NullMarked
package dev.pinfold.workspace;

import org.jspecify.annotations.NullMarked;
