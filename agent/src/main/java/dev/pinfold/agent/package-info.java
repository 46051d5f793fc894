/**
 * Private clones: a run on a git repository works on a copy of its own, and a person claims what
 * came of it.
 *
 * <p>{@link dev.pinfold.agent.SourceRepository} looks whether a repository can be worked on, {@link
 * dev.pinfold.agent.PrivateClone} makes the copy, {@link dev.pinfold.agent.TakenWork} takes the
 * commits over, {@link dev.pinfold.agent.Claim} brings them into the user's repository. Every git
 * that is started on the way runs in a pen ({@link dev.pinfold.agent.PennedGit}); between what a
 * run has made and the user's repository nothing passes but packs of objects that git has checked,
 * and object names.
 */
@NullMarked
package dev.pinfold.agent;

import org.jspecify.annotations.NullMarked;
