package io.example.orrery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A running server. Virtual time stands still until a test advances it. */
public final class Orrery implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path folder;
  private final String url;
  private final String token;
  private final HttpClient client;

  /** Starts {@code orrery serve} (or what $ORRERY names) with further options: "--nodes", "3". */
  public Orrery(String... options) throws Exception {
    folder = Files.createTempDirectory("orrery-junit");
    Path ready = folder.resolve("ready.json");
    String name = System.getenv().getOrDefault("ORRERY", "orrery");
    List<String> command = new ArrayList<>(List.of(name, "serve", "--port", "0", "--clock", "manual"));
    command.addAll(List.of("--ready-file", ready.toString(), "--kubeconfig", kubeconfig().toString()));
    command.addAll(List.of(options));
    process = new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(ready)) {
      if (!process.isAlive()) throw new IOException("orrery ended with status " + process.exitValue());
      if (System.nanoTime() > deadline) {
        close();
        throw new IOException("orrery was not ready after " + PATIENCE);
      }
      Thread.sleep(20);
    }
    JsonNode access = JSON.readTree(ready.toFile());
    url = access.get("url").asText();
    token = access.get("token").asText();
    client = HttpClient.newBuilder().sslContext(trusting(access.get("certificate").asText())).build();
  }

  /** A file for Kubernetes clients: {@code Config.fromConfig(...)}, {@code KUBECONFIG}. */
  public Path kubeconfig() {
    return folder.resolve("kubeconfig");
  }

  /** Any request to the server; null without a body. */
  public JsonNode request(String method, String path, Object body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofByteArray(
            body == null ? new byte[0] : JSON.writeValueAsBytes(body)))
        .build();
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    JsonNode answer = JSON.readTree(response.body());
    if (response.statusCode() < 300) return answer;
    throw new IOException(response.statusCode() + ": " + answer.path("message").asText());
  }

  /** A fresh cluster at the same address; the same seed gives the same names and uids. */
  public void reset(long seed) throws Exception {
    control("/reset", Map.of("seed", seed));
  }

  /** Lets virtual time pass, with all that happens in it. */
  public void advance(Duration by) throws Exception {
    control("/clock/advance", Map.of("by", by.toMillis() + "ms"));
  }

  /** Lets virtual time pass until a condition of the scenario language holds, and no longer. */
  public void until(Map<String, ?> condition, Duration within) throws Exception {
    Map<String, ?> body = Map.of("until", condition, "within", within.toMillis() + "ms");
    expect(control("/clock/advance", body), "holds");
  }

  /** Plays a step of the scenario language: {@code Map.of("failNode", "node-1")}. */
  public void step(Map<String, ?> step) throws Exception {
    expect(control("/steps", step), "passed");
  }

  /** Applies manifests: YAML or JSON. */
  public void apply(String manifests) throws Exception {
    step(Map.of("apply", "m.yaml", "files", Map.of("m.yaml", manifests)));
  }

  @Override
  public void close() throws Exception {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly();
    Files.deleteIfExists(kubeconfig());
    Files.deleteIfExists(folder);
  }

  private JsonNode control(String path, Object body) throws Exception {
    return request("POST", "/orrery/v1" + path, body);
  }

  private static void expect(JsonNode answer, String verdict) {
    if (answer.path(verdict).asBoolean()) return;
    throw new AssertionError("expected " + answer.path("expected").asText()
        + "; found " + answer.path("found").asText());
  }

  private static SSLContext trusting(String certificate) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("orrery", CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(certificate.getBytes())));
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
