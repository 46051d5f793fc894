package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyVariablesTest {
  private static Map<String, String> variables(boolean ownNetwork, String word) throws Exception {
    NetworkRequest network = NetworkRequest.of(List.of(word), List.of());
    return ProxyVariables.of("http://pinfold:x@127.0.0.1:99", 99, ownNetwork, network)
        .addedTo(Map.of());
  }

  /** Whatever the word is for: the machine's loopback is reached by the proxy alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8443",
        "localhost",
        "model:https://localhost:8443/v1",
        "git:localhost:8443/o/r+push:x"
      })
  void aLoopbackHostThatAWordNamesIsAskedOfTheProxy(String word) throws Exception {
    assertThat(variables(true, word)).containsEntry("NO_PROXY", "127.0.0.1,::1,[::1]");
  }

  @Test
  void inANetworkOfItsOwnARunsOwnServersAreReachedDirectly() throws Exception {
    assertThat(variables(true, "a.example"))
        .containsEntry("NO_PROXY", "localhost,127.0.0.1,::1,[::1]");
    assertThat(variables(false, "a.example")).containsEntry("NO_PROXY", "");
  }
}
