package io.example.lockstep;

import io.kubernetes.client.extended.workqueue.DefaultWorkQueue;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.BatchV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1JobList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Config;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A controller in lock step with virtual time: it makes a ConfigMap java-NAME for each Job. */
public final class Stamp {
  private static final int WORKERS = 2;

  private record Key(String namespace, String name) {}

  public static void main(String... args) throws Exception {
    ApiClient client = Config.defaultClient();
    client.setHttpClient(client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build());
    Barrier<Key> todo = new Barrier<>(client, "jobs.batch", new DefaultWorkQueue<>());
    if (!"off".equals(System.getenv("BARRIER"))) todo.join(); // to compare

    BatchV1Api batch = new BatchV1Api(client);
    SharedInformerFactory factory = new SharedInformerFactory(client);
    SharedIndexInformer<V1Job> jobs = factory.sharedIndexInformerFor(
        (CallGeneratorParams params) -> batch.listJobForAllNamespaces()
            .resourceVersion(params.resourceVersion)
            .timeoutSeconds(params.timeoutSeconds)
            .watch(params.watch)
            .buildCall(null),
        V1Job.class, V1JobList.class);
    jobs.addEventHandler(new ResourceEventHandler<V1Job>() {
      @Override
      public void onAdd(V1Job job) {
        todo.add(keyOf(job), job);
      }

      @Override
      public void onUpdate(V1Job before, V1Job job) {
        todo.add(keyOf(job), job);
      }

      @Override
      public void onDelete(V1Job job, boolean isStateUnknown) {
        todo.add(keyOf(job), job);
      }
    });
    factory.startAllRegisteredInformers();

    CoreV1Api core = new CoreV1Api(client);
    Set<Key> stamped = ConcurrentHashMap.newKeySet();
    for (int worker = 0; worker < WORKERS; worker++) {
      new Thread(() -> {
        try {
          while (true) {
            Key key = todo.get();
            todo.done(key, stamped.contains(key) || stamp(core, key));
            stamped.add(key);
          }
        } catch (InterruptedException end) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }

  private static Key keyOf(V1Job job) {
    return new Key(job.getMetadata().getNamespace(), job.getMetadata().getName());
  }

  private static boolean stamp(CoreV1Api core, Key key) {
    V1ConfigMap stamp = new V1ConfigMap().metadata(new V1ObjectMeta().name("java-" + key.name()));
    try {
      core.createNamespacedConfigMap(key.namespace(), stamp).execute();
      return true;
    } catch (ApiException error) {
      return error.getCode() == 409;
    }
  }
}
