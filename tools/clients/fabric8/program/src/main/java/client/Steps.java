package client;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Steps, and what is printed of them. */
final class Steps {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Steps() {}

  /** What a step does; it throws when it fails. */
  interface Act {
    void run() throws Exception;
  }

  /** Takes a step and prints what came of it. */
  static void step(String name, Act act) {
    try {
      act.run();
      System.out.printf("{\"step\":%s,\"ok\":true}%n", quote(name));
    } catch (Exception | AssertionError error) {
      System.out.printf("{\"step\":%s,\"ok\":false,\"why\":%s}%n", quote(name), quote(error.toString()));
    }
  }

  /** Asks again until the answer is as it should be. */
  static <T> void until(T should, Callable<T> ask) throws Exception {
    Instant deadline = Instant.now().plus(PATIENCE);
    T found = ask.call();
    while (!Objects.equals(found, should) && Instant.now().isBefore(deadline)) {
      Thread.sleep(100);
      found = ask.call();
    }
    equal(found, should);
  }

  static void equal(Object is, Object should) {
    if (!Objects.equals(is, should)) throw new AssertionError(is + " is not " + should);
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') quoted.append('\\').append(c);
      else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
      else quoted.append(c);
    }
    return quoted.append('"').toString();
  }
}
