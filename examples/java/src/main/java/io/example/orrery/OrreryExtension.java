package io.example.orrery;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * {@code @ExtendWith(OrreryExtension.class)}: tests take a parameter of type {@link Orrery}. One server for all test
 * classes of the process, a fresh cluster in it for each test.
 */
public final class OrreryExtension implements BeforeEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(OrreryExtension.class);

  /** JUnit closes what is in its store at the end. */
  private record Shared(Orrery server) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    server(context).reset(1);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Orrery.class;
  }

  @Override
  public Orrery resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server(context);
  }

  private static Orrery server(ExtensionContext context) {
    return context.getRoot().getStore(SPACE)
        .getOrComputeIfAbsent("server", key -> new Shared(started()), Shared.class)
        .server();
  }

  private static Orrery started() {
    try {
      return new Orrery("--nodes", "3");
    } catch (Exception error) {
      throw new IllegalStateException("orrery could not be started", error);
    }
  }
}
