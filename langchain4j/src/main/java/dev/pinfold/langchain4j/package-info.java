/**
 * Pinfold's tools for agents that are built with LangChain4j: {@link
 * dev.pinfold.langchain4j.PinfoldTools#of} is all there is. What a tool may do is decided where
 * {@code dev.pinfold.tools} leads, never here.
 */
@NullMarked
package dev.pinfold.langchain4j;

import org.jspecify.annotations.NullMarked;
