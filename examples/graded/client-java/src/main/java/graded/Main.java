package graded;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Config;
import java.io.IOException;
import java.time.Duration;

/** Follows the ConfigMaps of a namespace by a shared informer of the official Java client. */
public final class Main {
  public static void main(String[] args) throws IOException, InterruptedException {
    ApiClient client = Config.defaultClient();
    client.setHttpClient(client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build());
    CoreV1Api api = new CoreV1Api(client);
    SharedInformerFactory factory = new SharedInformerFactory(client);
    factory
        .sharedIndexInformerFor(
            (CallGeneratorParams params) ->
                api.listNamespacedConfigMap("default")
                    .resourceVersion(params.resourceVersion)
                    .timeoutSeconds(params.timeoutSeconds)
                    .watch(params.watch)
                    .buildCall(null),
            V1ConfigMap.class,
            V1ConfigMapList.class)
        .addEventHandler(new Report());
    factory.startAllRegisteredInformers();
    Thread.currentThread().join();
  }

  private static final class Report implements ResourceEventHandler<V1ConfigMap> {
    @Override
    public void onAdd(V1ConfigMap map) {
      say("add", map);
    }

    @Override
    public void onUpdate(V1ConfigMap before, V1ConfigMap map) {
      say("update", map);
    }

    @Override
    public void onDelete(V1ConfigMap map, boolean isUnknown) {
      say("delete", map);
    }

    private static void say(String event, V1ConfigMap map) {
      System.out.println(event + " " + map.getMetadata().getName());
    }
  }
}
