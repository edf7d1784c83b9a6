package io.example.lockstep;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.extended.workqueue.WorkQueue;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Makes Orrery's virtual time wait until a controller has dealt with what its watch told it: around its work queue, for
 * one resource and any number of workers. What waits, and what is being worked on, counts as not dealt with.
 */
public final class Barrier<K> {
  private static final MediaType JSON = MediaType.get("application/json");

  private final ApiClient client;
  private final String resource;
  private final WorkQueue<K> queue;

  /** The latest time each key was added, by a counter, until it is done. */
  private final Map<K, Long> pending = new HashMap<>();

  private final Map<K, Long> taken = new HashMap<>();
  private long added;
  private long read;

  /** The resource is named as {@code jobs.batch} or {@code pods}. */
  public Barrier(ApiClient client, String resource, WorkQueue<K> queue) {
    this.client = client;
    this.resource = resource;
    this.queue = queue;
  }

  /** Takes part from now on: before the informer starts. Advance once it has synced. */
  public void join() throws IOException {
    post(0);
    Thread reporter = new Thread(this::report, "orrery-barrier");
    reporter.setDaemon(true);
    reporter.start();
  }

  /** For every event, deletions too: the object, and the key of what it needs. */
  public synchronized void add(K key, KubernetesObject object) {
    pending.put(key, ++added);
    queue.add(key);
    read = Math.max(read, Long.parseLong(object.getMetadata().getResourceVersion()));
  }

  /** In place of the queue's. */
  public K get() throws InterruptedException {
    K key = queue.get();
    synchronized (this) {
      taken.put(key, pending.getOrDefault(key, 0L));
    }
    return key;
  }

  /** In place of the queue's. What is tried again is added to the queue before that. */
  public synchronized void done(K key, boolean isDealtWith) {
    long then = taken.remove(key);
    if (isDealtWith && pending.getOrDefault(key, 0L) == then) pending.remove(key);
    if (!isDealtWith) queue.add(key);
    queue.done(key);
    notifyAll();
  }

  private synchronized long whenAllIsDone(long reported) throws InterruptedException {
    while (!pending.isEmpty() || read <= reported) wait();
    return read;
  }

  private void report() {
    long reported = 0;
    try {
      while (true) {
        long seen = whenAllIsDone(reported);
        try {
          post(seen);
          reported = seen;
        } catch (IOException error) {
          Thread.sleep(1000);
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(long revision) throws IOException {
    String body = "{\"read\":{\"" + resource + "\":\"" + revision + "\"}}";
    Request request = new Request.Builder()
        .url(client.getBasePath() + "/orrery/v1/barrier")
        .header("Authorization", authorization())
        .post(RequestBody.create(body, JSON))
        .build();
    try (Response response = client.getHttpClient().newCall(request).execute()) {
      String answer = response.body().string();
      if (!response.isSuccessful()) throw new IOException(answer);
    }
  }

  private String authorization() {
    var token = (io.kubernetes.client.openapi.auth.ApiKeyAuth) client.getAuthentication("BearerToken");
    return token.getApiKeyPrefix() + " " + token.getApiKey();
  }
}
