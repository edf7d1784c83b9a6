/**
 * Waiting in end-to-end tests. Clients and server are processes of their own, so what they do takes
 * the machine's time: nothing here sleeps for a fixed while, all look again until a deadline.
 */
import { machineWall } from '#clock';

/** Longer than anything takes here on a busy machine, shorter than a test's own time-out. */
export const patienceMs = 20_000;

const lookAgainMs = 20;

/** The first value that is not undefined. @throws {Error} when the deadline passes, with what was awaited */
export async function until<T>(
  what: string | (() => string),
  look: () => T | undefined | Promise<T | undefined>,
  withinMs: number = patienceMs,
): Promise<T> {
  const deadline = machineWall.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (machineWall.now() > deadline) {
      throw new Error(`waited ${withinMs} ms for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(lookAgainMs);
  }
}

/** Lets the machine's time pass between two looks. */
export function pause(ms: number): Promise<void> {
  return machineWall.sleep(ms, new AbortController().signal);
}
