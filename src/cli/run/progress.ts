/** How far a long run has come, on a line of the terminal that is written again and again. */
import { machineWall } from '#clock';
import { timeText } from '#record';

export interface Progress {
  /** Ms of virtual time since the start, and in all. */
  tell(atMs: number, untilMs: number): void;
  /** Takes the line away. */
  clear(): void;
}

/** Before the first and between two lines, ms of the wall: quick runs show nothing. */
const PAUSE_MS = 500;

/**
 * Tells progress on a terminal; undefined where there is none, or where the run itself is seen on it.
 */
export function progressOn(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  isSeen: boolean,
): Progress | undefined {
  if (stream.isTTY !== true || isSeen) return undefined;
  let last = machineWall.now();
  let shown = false;
  return {
    tell(atMs, untilMs) {
      const now = machineWall.now();
      if (now - last < PAUSE_MS) return;
      last = now;
      shown = true;
      const share = Math.floor((100 * atMs) / untilMs);
      stream.write(`\r\u001b[K${timeText(atMs)} of ${timeText(untilMs)}, ${share} %`);
    },
    clear() {
      if (shown) stream.write('\r\u001b[K');
    },
  };
}
