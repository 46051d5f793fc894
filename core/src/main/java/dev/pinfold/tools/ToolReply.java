package dev.pinfold.tools;

/**
 * What a tool answers to a model.
 *
 * @param text what it found or did, or why not and what to do next
 * @param failed whether it was not done; a command that ran and failed was done
 */
public record ToolReply(String text, boolean failed) {}
