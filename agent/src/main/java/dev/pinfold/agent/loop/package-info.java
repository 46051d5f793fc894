/**
 * The loop in which a model works on a repository with tools, in a pen, within a budget.
 *
 * <p>{@link dev.pinfold.agent.loop.AgentRun} is the way in: it makes a private clone, lets {@link
 * dev.pinfold.agent.loop.Loop} carry what the model says to the tools and back, runs the person's
 * checks, and takes the work over. What the model asks for is judged by {@code dev.pinfold.tools};
 * here nothing is allowed or refused, only counted. Everything that happens is in the journal
 * before it happens.
 */
@NullMarked
package dev.pinfold.agent.loop;

import org.jspecify.annotations.NullMarked;
