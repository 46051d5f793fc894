/**
 * Models behind one shape: a conversation goes in, an answer with calls of tools comes out.
 *
 * <p>The client of a model runs outside the pen: neither its key nor its connection is ever part of
 * a run.
 */
@NullMarked
package dev.pinfold.agent.model;

import org.jspecify.annotations.NullMarked;
