/**
 * The only door to the machine's clock. All that paces or times anything against the outside
 * world comes through here, so that everything else can be run with time in a test's hand.
 */

/** The machine's time as the pacer needs it; tests bring their own. */
export interface Wall {
  /** Milliseconds that never go back, from any origin, with parts of a millisecond. */
  now(): number;
  /**
   * Resolves after `ms` (Infinity: never by itself), or as soon as the signal aborts. It may
   * resolve early: who waits looks again.
   */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest time-out a Node timer takes: 24.8 days. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** The machine's monotonic clock. */
export const machineWall: Wall = {
  now: () => performance.now(),

  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timeout = setTimeout(end, Math.min(Math.ceil(ms), LONGEST_SLEEP_MS));
      signal.addEventListener('abort', end);
    }),
};
