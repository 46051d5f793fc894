package dev.pinfold.policy;

/**
 * Who wrote a policy file, from the most to the least trusted. All may tighten; a repository may do
 * nothing else.
 */
public enum PolicyLayer {
  /** The organisation's file, which only root can write. */
  ORGANISATION,
  /** The user's own file. */
  USER,
  /** A file of the repository that is worked on: whoever can commit there has written it. */
  REPOSITORY
}
