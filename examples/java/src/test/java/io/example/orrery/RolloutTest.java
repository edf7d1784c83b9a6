package io.example.orrery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OrreryExtension.class)
class RolloutTest {
  private static final String AGENT = """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: { name: agent }
      spec:
        selector: { matchLabels: { app: agent } }
        template:
          metadata: { labels: { app: agent } }
          spec: { containers: [{ name: agent, image: example.com/agent:1 }] }
      """;
  private static final String DAEMON_SETS = "/apis/apps/v1/namespaces/default/daemonsets";

  private static Map<String, ?> ready(int count) {
    return Map.of("kind", "DaemonSet", "name", "agent", "status", Map.of("numberReady", count));
  }

  @Test
  void aDaemonSetReachesEveryNode(Orrery orrery) throws Exception {
    orrery.apply(AGENT);
    orrery.until(ready(3), Duration.ofMinutes(2));
    assertEquals(1, orrery.request("GET", DAEMON_SETS, null).get("items").size());
    orrery.step(Map.of("failNode", "node-1"));
    orrery.until(ready(2), Duration.ofMinutes(10));
    orrery.advance(Duration.ofHours(1));
  }

  @Test
  void eachTestHasAClusterOfItsOwn(Orrery orrery) throws Exception {
    assertEquals(0, orrery.request("GET", DAEMON_SETS, null).get("items").size());
  }

  @Test
  void aConditionThatDoesNotHoldSaysWhatWasFound(Orrery orrery) throws Exception {
    orrery.apply(AGENT);
    AssertionError failure =
        assertThrows(AssertionError.class, () -> orrery.until(ready(4), Duration.ofMinutes(2)));
    assertTrue(failure.getMessage().contains("numberReady"), failure.getMessage());
  }
}
