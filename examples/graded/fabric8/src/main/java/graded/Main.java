package graded;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;

/** Follows the ConfigMaps of a namespace by an informer of fabric8. */
public final class Main {
  public static void main(String[] args) throws InterruptedException {
    KubernetesClient client = new KubernetesClientBuilder().build();
    client.configMaps().inNamespace("default").inform(new Report());
    Thread.currentThread().join();
  }

  private static final class Report implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap map) {
      say("add", map);
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap map) {
      say("update", map);
    }

    @Override
    public void onDelete(ConfigMap map, boolean isUnknown) {
      say("delete", map);
    }

    private static void say(String event, ConfigMap map) {
      System.out.println(event + " " + map.getMetadata().getName());
    }
  }
}
