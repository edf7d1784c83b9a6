/** Waiting by the clock on the wall: clients live there. */
import { machineWall } from '#clock';

/** How often a condition is looked at, ms. */
const look = 15;

export function sleep(ms: number): Promise<void> {
  // One of its own: many cases wait at once.
  return machineWall.sleep(ms, new AbortController().signal);
}

/** Whether the condition holds within that time. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = machineWall.now() + withinMs;
  for (;;) {
    if (await holds()) return true;
    if (machineWall.now() >= deadline) return false;
    await sleep(look);
  }
}
