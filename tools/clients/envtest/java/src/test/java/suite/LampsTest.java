package suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubeapitest.junit.EnableKubeAPIServer;
import io.fabric8.kubeapitest.junit.KubeConfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An API server for each run, started from the folder that KUBE_API_TEST_DIR names. */
@EnableKubeAPIServer
class LampsTest {
  @KubeConfig static String kubeconfig;

  private static KubernetesClient client;
  private static Hooks hooks;

  @BeforeAll
  static void install() throws Exception {
    client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
    hooks = new Hooks();
    client.load(hooks.manifest("definition.yaml")).create();
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName("lamps.example.com")
        .waitUntilCondition(
            definition ->
                definition.getStatus().getConditions().stream()
                    .anyMatch(it -> "Established".equals(it.getType()) && "True".equals(it.getStatus())),
            20,
            TimeUnit.SECONDS);
    client.load(hooks.manifest("webhooks.yaml")).create();
  }

  @AfterAll
  static void close() {
    hooks.close();
    client.close();
  }

  @Test
  void theServerIsOfTheReleaseThatWasAskedFor() {
    assertEquals(System.getenv("SUITE_RELEASE"), "1." + client.getKubernetesVersion().getMinor());
  }

  @Test
  void objectsAreKeptAndWatched() throws Exception {
    CompletableFuture<ConfigMap> seen = new CompletableFuture<>();
    Watcher<ConfigMap> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, ConfigMap found) {
            if (action == Action.ADDED) seen.complete(found);
          }

          @Override
          public void onClose(WatcherException cause) {}
        };
    try (var watch = client.configMaps().inNamespace("default").withName("words").watch(watcher)) {
      words("words", Map.of("a", "b")).create();
      assertEquals(Map.of("a", "b"), seen.get(20, TimeUnit.SECONDS).getData());
    }
    var again = words("words", Map.of());
    assertEquals(409, assertThrows(KubernetesClientException.class, again::create).getCode());
  }

  @Test
  void definitionsFillInAndCheck() {
    assertEquals("white", spec(lamp("v1", "plain", Map.of("watts", 5)).create()).get("colour"));
    assertTrue(refusal(lamp("v1", "none", Map.of("watts", 0))).contains("greater than or equal to 1"));
    assertTrue(refusal(lamp("v1", "flood", Map.of("watts", 500))).contains("lamps have 100 watts at most"));
  }

  @Test
  void statusIsWrittenApart() {
    Resource<GenericKubernetesResource> resource = lamp("v1", "lit", Map.of("watts", 5));
    GenericKubernetesResource made = resource.create();
    made.setAdditionalProperty("status", Map.of("lit", true));
    spec(made).put("watts", 7);
    GenericKubernetesResource after = client.resource(made).updateStatus();
    assertEquals(Map.of("lit", true), after.get("status"));
    assertEquals(5, spec(after).get("watts"));
  }

  @Test
  void versionsAreConverted() {
    lamp("v2", "small", Map.of("milliwatts", 3000)).create();
    Resource<GenericKubernetesResource> first =
        client.genericKubernetesResources(context("v1")).inNamespace("default").withName("small");
    assertEquals(3, spec(first.get()).get("watts"));
    Resource<GenericKubernetesResource> second =
        client.genericKubernetesResources(context("v2")).inNamespace("default").withName("small");
    assertEquals(3000, spec(second.get()).get("milliwatts"));
  }

  @Test
  void webhooksChangeAndRefuse() {
    GenericKubernetesResource made = lamp("v1", "seen", Map.of("watts", 5)).create();
    assertEquals(Map.of("seen", "yes"), made.getMetadata().getLabels());
    String refused = refusal(lamp("v1", "black", Map.of("watts", 5, "colour", "black")));
    assertTrue(refused.contains("denied the request: lamps are not black"), refused);
  }

  @Test
  void finalizersHoldWhatIsDeleted() {
    ConfigMap held =
        new ConfigMapBuilder(words("held", Map.of()).item())
            .editMetadata()
            .addToFinalizers("example.com/hold")
            .endMetadata()
            .build();
    client.resource(held).create();
    client.resource(held).delete();
    ConfigMap going = client.resource(held).get();
    assertTrue(going.getMetadata().getDeletionTimestamp() != null);
    going.getMetadata().getFinalizers().clear();
    client.resource(going).update();
    assertNull(client.resource(held).get());
  }

  private static Resource<ConfigMap> words(String name, Map<String, String> data) {
    return client.resource(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withData(data)
            .build());
  }

  private static Resource<GenericKubernetesResource> lamp(String version, String name, Map<String, Object> spec) {
    return client
        .genericKubernetesResources(context(version))
        .resource(
            new GenericKubernetesResourceBuilder()
                .withApiVersion("example.com/" + version)
                .withKind("Lamp")
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .addToAdditionalProperties("spec", new HashMap<>(spec))
                .build());
  }

  private static String refusal(Resource<GenericKubernetesResource> asked) {
    return assertThrows(KubernetesClientException.class, asked::create).getMessage();
  }

  private static Map<String, Object> spec(GenericKubernetesResource lamp) {
    return Hooks.in(lamp.getAdditionalProperties(), "spec");
  }

  private static ResourceDefinitionContext context(String version) {
    return new ResourceDefinitionContext.Builder()
        .withGroup("example.com")
        .withVersion(version)
        .withKind("Lamp")
        .withPlural("lamps")
        .withNamespaced(true)
        .build();
  }
}
