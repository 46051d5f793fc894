package dev.pinfold.egress;

/** Is told of everything that a run tried to reach. Called from many threads at once. */
public interface EgressLog {
  /** Before anything of the attempt leaves; when this throws, the attempt is refused. */
  void judged(EgressEvent event);

  /** After an attempt that was allowed, with what was carried, by the verdict that ended it. */
  void ended(EgressEvent event);
}
