package client;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A kind of our own. */
@Group("example.com")
@Version("v1")
public class Kite extends CustomResource<Kite.Spec, Kite.Status> implements Namespaced {
  /** What people ask for. */
  public static class Spec {
    public Integer tails;
    public String colour;
  }

  /** What a controller saw. */
  public static class Status {
    public Integer seen;
  }

  static Kite of(String name, int tails) {
    Kite kite = new Kite();
    kite.getMetadata().setName(name);
    kite.setSpec(new Spec());
    kite.getSpec().tails = tails;
    return kite;
  }
}
