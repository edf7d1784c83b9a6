const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves when somebody asks the process to stop. From then on signals do what the system has them
 * do: a second one ends the process at once, whatever it is busy with.
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
