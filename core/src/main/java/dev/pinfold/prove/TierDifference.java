package dev.pinfold.prove;

/**
 * Something that tiers answer differently.
 *
 * @param what it is about
 * @param landlock what tier landlock does
 * @param full what tier full does instead, or in addition
 */
record TierDifference(String what, String landlock, String full) {}
