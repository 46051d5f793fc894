/**
 * Models behind one shape: a conversation goes in, an answer with calls of tools comes out.
 *
 * <p>{@link dev.pinfold.agent.model.Models#open} makes a model of a word. {@code HttpModel} tries
 * until there is an answer, {@code Exchange} is one request, {@code SseReader} its events, a {@code
 * Protocol} what they mean, a {@code Draft} what they add up to: half an answer is never one.
 *
 * <p>The client of a model runs outside the pen: neither its key nor its connection is ever part of
 * a run.
 */
@NullMarked
package dev.pinfold.agent.model;

import org.jspecify.annotations.NullMarked;
