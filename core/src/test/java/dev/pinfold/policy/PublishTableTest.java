package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Every way to publish, and every word that excuses it, decides a row of the corpora. */
class PublishTableTest {
  @Test
  void noEntryCanBeTakenAwayUnnoticed() throws Exception {
    Supplier<?> run =
        (Supplier<?>)
            new MutatedClasses(Set.of())
                .loadClass(PublishTableRun.class.getName())
                .getDeclaredConstructor()
                .newInstance();

    assertThat((List<?>) run.get()).isEmpty();
  }
}
