/** Waiting by the clock on the wall: clients live there. */
import { machineWall } from '#clock';

const never = new AbortController().signal;
/** How often a condition is looked at, ms. */
const look = 15;

export function sleep(ms: number): Promise<void> {
  return machineWall.sleep(ms, never);
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
