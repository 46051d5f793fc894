/**
 * A run without a model, for somebody who wants to see one: {@link
 * dev.pinfold.agent.demo.ScriptedModel} says what stands in its script, the rest is as always.
 */
@NullMarked
package dev.pinfold.agent.demo;

import org.jspecify.annotations.NullMarked;
