package dev.pinfold.sandbox;

/**
 * A refusal and how often it happened.
 *
 * @param refusal what
 * @param count at least 1
 */
public record CountedRefusal(Refusal refusal, int count) {}
