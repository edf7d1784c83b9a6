/**
 * The only access to the machine's clock. All code that paces or times anything against the outside
 * world uses it, so that tests control time in everything else.
 */

import { turn } from '#machine';

/** What ends a sleep: an AbortSignal, or an {@link Alarm}. */
export interface Waker {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Wakes one sleeper, once. A server's clock sleeps and wakes with every few requests, and an AbortController costs ten times
 * as much: its error with a stack, its event, and its own construction.
 */
export class Alarm implements Waker {
  #listener: (() => void) | undefined;
  #hasRung = false;

  get aborted(): boolean {
    return this.#hasRung;
  }

  /** Ends the sleep. */
  ring(): void {
    this.#hasRung = true;
    this.#listener?.();
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }
}

/** The machine's time as the pacer needs it; tests bring their own. */
export interface Wall {
  /** Milliseconds that never go back, from any origin, with parts of a millisecond. */
  now(): number;
  /**
   * Resolves after `ms` (Infinity: never by itself), or as soon as the signal aborts. It may
   * resolve early: the caller checks again.
   */
  sleep(ms: number, signal: Waker): Promise<void>;
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

/**
 * Calls at times of the machine's clock: for what is timed against the outside world and not paced,
 * such as time-outs of connections.
 */
export interface WallTimers {
  /**
   * Calls `run` after `ms`, unless the function returned is called before. Keeps no process alive.
   */
  after(ms: number, run: () => void): () => void;
  /** Resolves at the end of this turn of the event loop; all who ask in one turn share it. */
  turn(): Promise<void>;
}

/** Timers of the machine. */
export function machineTimers(): WallTimers {
  let shared: Promise<void> | undefined;
  return {
    after(ms, run) {
      const timeout = setTimeout(run, Math.min(Math.ceil(ms), LONGEST_SLEEP_MS));
      (timeout as { unref?: () => void }).unref?.(); // a page's timer is a number
      return () => clearTimeout(timeout);
    },

    turn() {
      shared ??= turn().then(() => {
        shared = undefined;
      });
      return shared;
    },
  };
}

/**
 * Returns the machine's time of day, ms since 1970: where virtual time begins in servers, and no
 * more.
 */
export function machineTime(): number {
  return Date.now();
}

/**
 * Returns a text that cannot be guessed: for tokens, the only randomness that must not be repeatable.
 */
export function makeSecret(): string {
  // eslint-disable-next-line no-restricted-properties -- a secret from a seed could be guessed
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
