import type { Wall } from '#clock';
import { isTooLargeVersion } from '#values';

/** How long a read waits for a resourceVersion in the future, and how often it checks. */
const longest = 3000;
const pause = 50;

/** Reads; retries for a while if the resourceVersion is in the future, then gives up (504). */
export async function retryUntilReached<T>(wall: Wall, read: () => Promise<T>): Promise<T> {
  let waited = 0;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isTooLargeVersion(error) || waited >= longest) throw error;
    }
    await wall.sleep(pause, new AbortController().signal);
    waited += pause;
  }
}
