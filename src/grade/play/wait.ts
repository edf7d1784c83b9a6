/** Waiting by the clock on the wall: clients live there. */
import { machineWall } from '#clock';

/** How often a condition is looked at, ms: at first, and once it has taken long. */
const look = 15;
const lateLook = 60;
const soon = 1_000;

export function sleep(ms: number): Promise<void> {
  // One of its own: many cases wait at once.
  return machineWall.sleep(ms, new AbortController().signal);
}

/** Returns whether the condition holds within that time. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const began = machineWall.now();
  for (;;) {
    if (await holds()) return true;
    const waited = machineWall.now() - began;
    if (waited >= withinMs) return false;
    await sleep(waited < soon ? look : lateLook);
  }
}
