package suite;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** What the API server asks about lamps, over TLS. The certificate that is served is also the authority. */
final class Hooks implements AutoCloseable {
  private static final char[] PASSWORD = "lamps-and-hooks".toCharArray();
  private static final String NAME = "hooks";

  private final HttpsServer server;
  private final String authority;

  Hooks() throws Exception {
    KeyStore keys = certificate();
    byte[] der = keys.getCertificate(NAME).getEncoded();
    String body = Base64.getMimeEncoder().encodeToString(der);
    String pem = "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    authority = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, PASSWORD);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    answer("/convert", Hooks::convert);
    answer("/label", Hooks::label);
    answer("/check", Hooks::check);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  /** A manifest of the suite, with this server's address and authority in it. */
  InputStream manifest(String name) throws IOException {
    String text = Files.readString(Path.of(System.getenv("SUITE_MANIFESTS"), name));
    String port = String.valueOf(server.getAddress().getPort());
    String filled = text.replace("${PORT}", port).replace("${CA}", authority);
    return new ByteArrayInputStream(filled.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static KeyStore certificate() throws Exception {
    Path file = Files.createTempDirectory("hooks").resolve("keys.p12");
    Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    int code =
        new ProcessBuilder(
                List.of(
                    tool.toString(), "-genkeypair", "-alias", NAME, "-keyalg", "RSA", "-dname", "CN=hooks",
                    "-ext", "san=ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", file.toString(),
                    "-storepass", new String(PASSWORD)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (code != 0) throw new IOException("keytool: code " + code);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file)) {
      keys.load(stream, PASSWORD);
    }
    return keys;
  }

  private void answer(String path, Function<Map<String, Object>, Map<String, Object>> respond) {
    server.createContext(path, exchange -> exchange(exchange, respond));
  }

  private static void exchange(
      HttpExchange exchange, Function<Map<String, Object>, Map<String, Object>> respond) {
    try (exchange) {
      Map<String, Object> review = Serialization.unmarshal(exchange.getRequestBody(), Map.class);
      Map<String, Object> request = in(review, "request");
      Map<String, Object> response = new HashMap<>(respond.apply(request));
      response.put("uid", request.get("uid"));
      Map<String, Object> answer =
          Map.of("apiVersion", review.get("apiVersion"), "kind", review.get("kind"), "response", response);
      byte[] bytes = Serialization.asJson(answer).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Every lamp gets a label. */
  private static Map<String, Object> label(Map<String, Object> request) {
    String patch = "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"seen\":\"yes\"}}]";
    String encoded = Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8));
    return Map.of("allowed", true, "patchType", "JSONPatch", "patch", encoded);
  }

  /** No lamp is black. */
  private static Map<String, Object> check(Map<String, Object> request) {
    boolean isBlack = "black".equals(in(in(request, "object"), "spec").get("colour"));
    return Map.of("allowed", !isBlack, "status", Map.of("message", "lamps are not black"));
  }

  /** Watts become milliwatts, or the other way round. */
  private static Map<String, Object> convert(Map<String, Object> request) {
    String wanted = (String) request.get("desiredAPIVersion");
    List<Map<String, Object>> objects = (List<Map<String, Object>>) request.get("objects");
    for (Map<String, Object> lamp : objects) {
      Map<String, Object> spec = in(lamp, "spec");
      if (wanted.endsWith("/v2")) spec.put("milliwatts", ((Integer) spec.remove("watts")) * 1000);
      else spec.put("watts", ((Integer) spec.remove("milliwatts")) / 1000);
      lamp.put("apiVersion", wanted);
    }
    return Map.of("result", Map.of("status", "Success"), "convertedObjects", objects);
  }

  static Map<String, Object> in(Map<String, Object> object, String field) {
    return (Map<String, Object>) object.get(field);
  }
}
