/** Signals that ask the process to stop. */
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves when a signal asks the process to stop. From then on signals have their default action:
 * a second one ends the process immediately, whatever it is doing.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** Returns what aborts when a signal asks the process to stop, or its caller does. */
export function stopOnSignal(): AbortController {
  const stop = new AbortController();
  void untilSignal().then(() => stop.abort());
  return stop;
}
