package client;

import static client.Steps.equal;
import static client.Steps.step;
import static client.Steps.until;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Plays what programs made with fabric8's client do. */
public final class Main {
  private static final String SPACE = "fabric8";

  private final KubernetesClient client;

  private Main(KubernetesClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) {
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      Main main = new Main(client);
      main.reads();
      main.changes();
      main.workloads();
      main.watches();
      main.customResources();
      main.leads();
      main.removes();
    }
    System.exit(0);
  }

  private void reads() {
    step("it asks for the version", () -> equal("1." + client.getKubernetesVersion().getMinor(), System.getenv("KUBERNETES")));
    step("it finds API groups", () -> equal(client.hasApiGroup("apps", true), true));
    step("it lists nodes", () -> equal(client.nodes().list().getItems().size(), 3));
    step(
        "what is not there is null, and no error",
        () -> equal(client.pods().inNamespace("default").withName("none").get(), null));
    step(
        "manifests of several kinds are created",
        () -> {
          try (InputStream manifests = Main.class.getResourceAsStream("/manifests.yaml")) {
            List<HasMetadata> made = client.load(manifests).inNamespace(SPACE).serverSideApply();
            equal(made.stream().map(HasMetadata::getKind).toList(),
                List.of("Namespace", "CustomResourceDefinition", "Deployment", "Service"));
          }
        });
  }

  private ConfigMap words(String value) {
    return new ConfigMapBuilder().withNewMetadata().withName("words").endMetadata().withData(Map.of("a", value)).build();
  }

  private ConfigMap stored() {
    return client.configMaps().inNamespace(SPACE).withName("words").get();
  }

  private void changes() {
    var maps = client.configMaps().inNamespace(SPACE);
    step("it creates", () -> equal(maps.resource(words("1")).create().getData(), Map.of("a", "1")));
    step("creating again is 409", () -> refused(409, "configmaps \"words\" already exists", () -> maps.resource(words("1")).create()));
    step(
        "it edits, by a JSON patch",
        () -> equal(maps.withName("words").edit(map -> new ConfigMapBuilder(map).addToData("b", "2").build()).getData(), Map.of("a", "1", "b", "2")));
    step(
        "it patches, merged",
        () -> equal(maps.withName("words").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"b\":null}}").getData(), Map.of("a", "1")));
    step(
        "it patches, strategically",
        () -> equal(maps.withName("words").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"c\":\"3\"}}").getData(), Map.of("a", "1", "c", "3")));
    step(
        "a locked update of an old version is 409",
        () -> {
          ConfigMap old = stored();
          maps.withName("words").edit(map -> new ConfigMapBuilder(map).addToData("d", "4").build());
          refused(409, "the object has been modified", () -> maps.resource(new ConfigMapBuilder(old).addToData("e", "5").build()).update());
        });
    step(
        "another manager's apply is a conflict, unless it is forced",
        () -> {
          refused(409, "Apply failed with 1 conflict", () -> maps.resource(words("9")).fieldManager("other").serverSideApply());
          equal(maps.resource(words("9")).fieldManager("other").forceConflicts().serverSideApply().getData().get("a"), "9");
        });
    step(
        "a dry run changes nothing",
        () -> {
          maps.withName("words").dryRun().edit(map -> new ConfigMapBuilder(map).addToData("f", "6").build());
          equal(stored().getData().containsKey("f"), false);
        });
    step(
        "lists come in pages",
        () -> {
          var page = maps.list(new ListOptionsBuilder().withLimit(1L).build());
          equal(page.getItems().size(), 1);
          var rest = maps.list(new ListOptionsBuilder().withLimit(5L).withContinue(page.getMetadata().getContinue()).build());
          equal(page.getItems().size() + rest.getItems().size(), maps.list().getItems().size());
        });
  }

  private void workloads() {
    var web = client.apps().deployments().inNamespace(SPACE).withName("web");
    step("a deployment becomes ready", () -> {
      Deployment ready = web.waitUntilReady(40, TimeUnit.SECONDS);
      equal(ready.getStatus().getReadyReplicas(), 2);
    });
    step("it scales and waits", () -> equal(web.scale(3).getSpec().getReplicas(), 3));
    step("it rolls to another image", () -> {
      settled(web);
      web.rolling().updateImage("example.com/web:2");
      until(3, () -> web.get().getStatus().getUpdatedReplicas());
    });
    step("it restarts", () -> {
      settled(web);
      equal(web.rolling().restart().getSpec().getTemplate().getMetadata().getAnnotations().isEmpty(), false);
    });
    step("it rolls back", () -> {
      settled(web);
      web.rolling().undo();
      until(true, () -> web.get().getSpec().getTemplate().getSpec().getContainers().get(0).getImage().startsWith("example.com/web:"));
      until(3, () -> web.get().getStatus().getReadyReplicas());
    });
    step("it reads a log", () -> {
      Pod pod = running();
      until(true, () -> client.pods().resource(pod).getLog().contains("container web started"));
    });
    step("exec is refused at once", () -> {
      Pod pod = running();
      CompletableFuture<String> said = new CompletableFuture<>();
      try (var exec = client.pods().resource(pod).redirectingOutput().usingListener(new Listener(said)).exec("true")) {
        said.complete("code " + exec.exitCode().get(20, TimeUnit.SECONDS));
      } catch (Exception error) {
        said.complete(reasonsOf(error));
      }
      String text = said.get(20, TimeUnit.SECONDS);
      if (!text.contains("WebSocket upgrade failure: 400")) throw new AssertionError(text);
    });
  }

  /** A pod that is not about to go. */
  private Pod running() {
    return client.pods().inNamespace(SPACE).withLabel("app", "web").list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .findAny()
        .orElseThrow();
  }

  /** Waits until its controller has nothing more to write: fabric8's rollouts do not try again after a conflict. */
  private static void settled(Resource<Deployment> web) throws Exception {
    until(
        List.of(3, 3, 3),
        () -> {
          var deployment = web.get();
          var status = deployment.getStatus();
          if (!deployment.getMetadata().getGeneration().equals(status.getObservedGeneration())) return List.of();
          return Stream.of(status.getReplicas(), status.getUpdatedReplicas(), status.getAvailableReplicas())
              .map(count -> count == null ? 0 : count)
              .toList();
        });
  }

  private static String reasonsOf(Throwable failure) {
    StringBuilder reasons = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) reasons.append(cause).append("; ");
    return reasons.toString();
  }

  private record Listener(CompletableFuture<String> said) implements io.fabric8.kubernetes.client.dsl.ExecListener {
    @Override
    public void onFailure(Throwable failure, Response response) {
      said.complete(reasonsOf(failure));
    }

    @Override
    public void onClose(int code, String reason) {
      said.complete(reason);
    }
  }

  private void watches() {
    var maps = client.configMaps().inNamespace(SPACE);
    step("a watch tells of each change", () -> {
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      try (var watch = maps.withName("seen").watch(new Watcher<ConfigMap>() {
        @Override
        public void eventReceived(Action action, ConfigMap map) {
          seen.add(action.name());
        }

        @Override
        public void onClose(WatcherException cause) {
          seen.add("CLOSED");
        }
      })) {
        maps.resource(new ConfigMapBuilder().withNewMetadata().withName("seen").endMetadata().build()).create();
        maps.withName("seen").edit(map -> new ConfigMapBuilder(map).addToData("a", "b").build());
        maps.withName("seen").delete();
        for (String action : List.of("ADDED", "MODIFIED", "DELETED")) equal(seen.poll(20, TimeUnit.SECONDS), action);
      }
    });
    step("an informer has all, and its handler is told", () -> {
      BlockingQueue<String> told = new LinkedBlockingQueue<>();
      try (SharedIndexInformer<Pod> pods = client.pods().inNamespace(SPACE).withLabel("app", "web").inform(new ResourceEventHandler<Pod>() {
        @Override
        public void onAdd(Pod pod) {
          told.add("add");
        }

        @Override
        public void onUpdate(Pod before, Pod after) {}

        @Override
        public void onDelete(Pod pod, boolean unknown) {
          told.add("delete");
        }
      })) {
        equal(pods.hasSynced(), true);
        until(3, () -> (int) pods.getStore().list().stream().filter(pod -> pod.getMetadata().getDeletionTimestamp() == null).count());
        for (int i = 0; i < 3; i++) equal(told.poll(20, TimeUnit.SECONDS), "add");
        client.pods().resource(pods.getStore().list().get(0)).withGracePeriod(0).delete();
        until(true, () -> told.contains("delete"));
      }
    });
    step("it waits for a condition", () -> {
      var pod = client.pods().inNamespace(SPACE).withLabel("app", "web");
      pod.waitUntilCondition(one -> one != null && "Running".equals(one.getStatus().getPhase()), 20, TimeUnit.SECONDS);
    });
  }

  private void customResources() {
    var kites = client.resources(Kite.class).inNamespace(SPACE);
    step("objects of a kind of its own", () -> {
      client.resources(CustomResourceDefinition.class).withName("kites.example.com")
          .waitUntilCondition(one -> one.getStatus() != null && one.getStatus().getConditions().stream()
              .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")), 20, TimeUnit.SECONDS);
      Kite made = kites.resource(Kite.of("red", 3)).create();
      equal(made.getSpec().colour, "white");
      equal(made.getMetadata().getGeneration(), 1L);
    });
    step("a bad one is refused", () -> refused(422, "spec.tails in body should be less than or equal to 9", () -> kites.resource(Kite.of("long", 30)).create()));
    step("its status is written alone", () -> {
      Kite kite = kites.withName("red").get();
      kite.setStatus(new Kite.Status());
      kite.getStatus().seen = 1;
      kite.getSpec().tails = 5;
      Kite updated = kites.resource(kite).updateStatus();
      equal(updated.getStatus().seen, 1);
      equal(updated.getSpec().tails, 3);
    });
    step("a generic client reads it", () -> {
      var generic = client.genericKubernetesResources("example.com/v1", "Kite").inNamespace(SPACE).withName("red").get();
      equal(generic.get("spec", "tails"), 3);
    });
  }

  private void leads() {
    step("it becomes the leader", () -> {
      CountDownLatch leads = new CountDownLatch(1);
      var elector = client.leaderElector().withConfig(new LeaderElectionConfigBuilder()
          .withName("kites").withLock(new LeaseLock(SPACE, "kites", "me"))
          .withLeaseDuration(Duration.ofSeconds(6)).withRenewDeadline(Duration.ofSeconds(4)).withRetryPeriod(Duration.ofSeconds(1))
          .withReleaseOnCancel(true)
          .withLeaderCallbacks(new LeaderCallbacks(leads::countDown, () -> {}, leader -> {})).build()).build();
      var running = elector.start();
      equal(leads.await(20, TimeUnit.SECONDS), true);
      equal(client.leases().inNamespace(SPACE).withName("kites").get().getSpec().getHolderIdentity(), "me");
      running.cancel(true);
    });
  }

  private void removes() {
    step("all it made goes", () -> {
      try (InputStream manifests = Main.class.getResourceAsStream("/manifests.yaml")) {
        client.load(manifests).inNamespace(SPACE).delete();
      }
      until(null, () -> client.namespaces().withName(SPACE).get());
      until(null, () -> client.resources(CustomResourceDefinition.class).withName("kites.example.com").get());
      equal(client.pods().inNamespace(SPACE).list().getItems().size(), 0);
    });
  }

  private static void refused(int code, String text, Steps.Act act) throws Exception {
    try {
      act.run();
    } catch (KubernetesClientException error) {
      equal(error.getCode(), code);
      if (!error.getMessage().contains(text)) throw new AssertionError(error.getMessage());
      return;
    }
    throw new AssertionError("it was not refused");
  }
}
